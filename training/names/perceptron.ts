import { random, shuffled } from "@plotline/base";
import {
  addRows,
  bestTags,
  contextFeatures,
  outside,
  ownFeatures,
  runsOf,
  tableBits,
  tagCount,
  type Weights,
  type Word,
} from "@plotline/text";

export interface Example {
  readonly features: readonly Int32Array[];
  readonly tags: Uint8Array;
}

/** What the trainer learns from: one example per run, `tags` being those of the whole sentence. */
export function examplesOf(words: readonly Word[], tags: Uint8Array): Example[] {
  return runsOf(words).map((run) => {
    const features: Int32Array[] = [];
    for (let k = run.start; k < run.end; k++)
      features.push(Int32Array.from([...contextFeatures(words, k, run), ...ownFeatures(words[k] as Word)]));
    return { features, tags: tags.slice(run.start, run.end) };
  });
}

/** Averaged structured perceptron (Collins 2002): after each mistake the right path gains and the chosen one loses. */
export function trainPerceptron(examples: readonly Example[], epochs: number, seed: number): Weights {
  const rows = new Float32Array(tagCount << tableBits);
  const steps = new Float32Array(tagCount * tagCount);
  const rowSums = new Float64Array(rows.length);
  const stepSums = new Float64Array(steps.length);
  const next = random("names", seed);
  let time = 1;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const example of shuffled(examples, next)) {
      const guess = bestTags(scoresOf(example, rows), steps);
      correct(example, guess, time++, { rows, steps }, rowSums, stepSums);
    }
  }
  for (let k = 0; k < rows.length; k++) rows[k] = (rows[k] as number) - (rowSums[k] as number) / time;
  for (let k = 0; k < steps.length; k++) steps[k] = (steps[k] as number) - (stepSums[k] as number) / time;
  return { rows, steps };
}

function scoresOf({ features }: Example, rows: Float32Array): Float64Array {
  const scores = new Float64Array(features.length * tagCount);
  for (let k = 0; k < features.length; k++) addRows(features[k] as Int32Array, rows, scores, k * tagCount);
  return scores;
}

function correct(
  { features, tags }: Example,
  guess: Uint8Array,
  time: number,
  { rows, steps }: { rows: Float32Array; steps: Float32Array },
  rowSums: Float64Array,
  stepSums: Float64Array,
): void {
  const change = (values: Float32Array, sums: Float64Array, at: number, by: number) => {
    (values[at] as number) += by;
    (sums[at] as number) += by * time;
  };
  for (let k = 0; k < tags.length; k++) {
    const right = tags[k] as number;
    const wrong = guess[k] as number;
    if (right !== wrong)
      for (const feature of features[k] as Int32Array) {
        change(rows, rowSums, feature * tagCount + right, 1);
        change(rows, rowSums, feature * tagCount + wrong, -1);
      }
    const rightStep = (k > 0 ? (tags[k - 1] as number) : outside) * tagCount + right;
    const wrongStep = (k > 0 ? (guess[k - 1] as number) : outside) * tagCount + wrong;
    if (rightStep === wrongStep) continue;
    change(steps, stepSums, rightStep, 1);
    change(steps, stepSums, wrongStep, -1);
  }
}
