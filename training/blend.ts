import { train } from "../src/nn/train.ts";
import { weightsOf } from "../src/nn/training-state.ts";
import { Blend, type BlendLesson, batchOf, blendModel } from "../src/readers/blend.ts";

/** Learns a blend; the same for one seed. */
export async function trainBlend(
  columns: readonly string[],
  lessons: readonly BlendLesson[],
  { passes = 12, size = 64, rate = 3e-3, seed = 1 } = {},
): Promise<Blend> {
  const { replicas } = await train(blendModel(columns.length), {
    examples: lessons,
    collate: (some) => batchOf(some, columns.length),
    batchSize: size,
    epochs: passes,
    adam: { learningRate: rate },
    schedule: (step, steps) => 1.02 - (step + 1) / steps,
    seed,
    threads: 1,
  });
  const weights = weightsOf(replicas.memory);
  await replicas.close();
  return new Blend(columns, weights);
}
