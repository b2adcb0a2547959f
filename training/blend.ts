import { adamDefaults } from "../src/nn/adam.ts";
import { model, Team } from "../src/nn/index.ts";
import { weightsOf } from "../src/nn/training-state.ts";
import { random, shuffled } from "../src/random.ts";
import { Blend, type BlendLesson, batchOf, blendModel } from "../src/readers/blend.ts";

/** Learns a blend; the same for one seed. */
export async function trainBlend(
  columns: readonly string[],
  lessons: readonly BlendLesson[],
  { passes = 12, size = 64, rate = 3e-3, seed = 1 } = {},
): Promise<Blend> {
  const team = await Team.open(model(blendModel(columns.length)), { seed });
  try {
    const steps = passes * Math.ceil(lessons.length / size);
    let step = 0;
    for (let pass = 0; pass < passes; pass++) {
      const order = shuffled(lessons, random("blend", seed, pass));
      for (let from = 0; from < order.length; from += size) {
        const some = order.slice(from, from + size);
        step++;
        await team.differentiate([{ values: batchOf(some, columns.length), weight: some.length }], { step, seed });
        await team.apply({ step, scale: 1 }, { ...adamDefaults, learningRate: rate * (1.02 - step / steps) });
      }
    }
    return new Blend(columns, weightsOf(team.memory));
  } finally {
    await team.close();
  }
}
