import { type Architecture, type Feature, networkInput, type Scale } from "@plotline/align";
import { type Values, weightsOf } from "@plotline/nn";
import { train as trainNetwork } from "@plotline/nn/node";
import type { Lesson } from "./example.ts";
import { alignerLearning, type Lessons } from "./loss.ts";
import { chapterRecipe } from "./recipe.ts";

export interface TrainingOptions extends Lessons {
  readonly epochs: number;
  readonly rate: number;
  /** Chapters per step. */
  readonly batch: number;
}

export const trainingDefaults: TrainingOptions = {
  epochs: 20,
  rate: 3e-3,
  dropout: 0.1,
  batch: 4,
  softF: 0.3,
  scoreLoss: 0.3,
};

/** What a network sees, and on which scale. */
export interface Seen {
  readonly features: readonly Feature[];
  readonly scale: Scale;
}

/** Chapters of more cells than this take part in some epochs only. */
const largest = 8000;

/** Steps until the learning rate is at its highest; from there it falls along a cosine. */
const warmUp = 30;

/** Trains one network; the same seed gives the same weights, to the bit. */
export async function train(
  lessons: readonly Lesson[],
  { features, scale }: Seen,
  architecture: Architecture,
  options: TrainingOptions,
  seed: number,
  onEpoch: () => void = () => undefined,
): Promise<Values> {
  const { epochs, rate, batch } = options;
  const { replicas } = await trainNetwork(alignerLearning(architecture, options), {
    examples: lessons,
    collate: ([lesson]) => valuesOf(lesson!, features, scale),
    epochs,
    seed,
    ...chapterRecipe({ batch, rate, warmUp, largest }),
    onProgress: ({ step, steps }) => step % (steps / epochs) === 0 && onEpoch(),
  });
  const weights = weightsOf(replicas.memory);
  await replicas.close();
  return weights;
}

function valuesOf({ features: chapter, targets }: Lesson, features: readonly Feature[], scale: Scale): Values {
  const { rows, columns } = chapter;
  const data = networkInput(chapter, features, scale);
  return {
    features: { shape: [data.length / (rows * columns), rows, columns], data },
    targets: { shape: [rows, columns], data: targets },
  };
}
