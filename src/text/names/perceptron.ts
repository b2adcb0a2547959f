import { random, shuffled } from "../../random.ts";
import { contextFeatures, ownFeatures, type Run, runsOf, tableBits } from "./features.ts";
import type { Word } from "./vocabulary.ts";

export type NameType = "PERSON" | "LOCATION" | "ORGANIZATION";

/** Outside; begins and continues a person; begins and continues a place. Organisations are found by rule. */
export const tagCount = 5;
const Outside = 0;
export const tagOf: Partial<Record<NameType, number>> = { PERSON: 1, LOCATION: 3 };
const typeOf: readonly (NameType | undefined)[] = [undefined, "PERSON", "PERSON", "LOCATION", "LOCATION"];

/** A name in a sentence: tokens `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly type: NameType;
}

/** `rows` holds `tagCount` weights a row; `steps[from * tagCount + to]` scores a tag after another. */
export interface Weights {
  readonly rows: Float32Array | Int8Array;
  readonly steps: Float32Array;
}

export interface Example {
  readonly features: readonly Int32Array[];
  readonly tags: Uint8Array;
}

/** The names of one sentence. */
export function tagSentence(words: readonly Word[], weights: Weights): Span[] {
  const spans: Span[] = [];
  for (const run of runsOf(words)) {
    const scores = new Float64Array((run.end - run.start) * tagCount);
    for (let k = run.start; k < run.end; k++) emit(words, k, run, weights, scores);
    pushSpans(spans, bestTags(scores, weights.steps), run.start);
  }
  return spans;
}

/** What the trainer learns from: one example a run, `tags` being those of the whole sentence. */
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

function emit(words: readonly Word[], k: number, run: Run, weights: Weights, scores: Float64Array): void {
  const at = (k - run.start) * tagCount;
  addRows(contextFeatures(words, k, run), weights.rows, scores, at);
  const word = words[k] as Word;
  if (word.emission === undefined) {
    word.emission = new Float64Array(tagCount);
    addRows(ownFeatures(word), weights.rows, word.emission, 0);
  }
  for (let tag = 0; tag < tagCount; tag++) (scores[at + tag] as number) += word.emission[tag] as number;
}

function addRows(features: Int32Array, rows: Weights["rows"], scores: Float64Array, at: number): void {
  for (const feature of features) {
    const row = feature * tagCount;
    for (let tag = 0; tag < tagCount; tag++) (scores[at + tag] as number) += rows[row + tag] as number;
  }
}

function scoresOf({ features }: Example, rows: Float32Array): Float64Array {
  const scores = new Float64Array(features.length * tagCount);
  for (let k = 0; k < features.length; k++) addRows(features[k] as Int32Array, rows, scores, k * tagCount);
  return scores;
}

/** Viterbi. A run follows a token that is outside every name. */
function bestTags(scores: Float64Array, steps: Float32Array): Uint8Array {
  const length = scores.length / tagCount;
  const from = new Uint8Array(scores.length);
  let last = new Float64Array(tagCount).fill(Number.NEGATIVE_INFINITY);
  last[Outside] = 0;
  for (let k = 0; k < length; k++) {
    const now = new Float64Array(tagCount);
    for (let tag = 0; tag < tagCount; tag++) {
      let best = Number.NEGATIVE_INFINITY;
      for (let before = 0; before < tagCount; before++) {
        if (!mayFollow(before, tag)) continue;
        const score = (last[before] as number) + (steps[before * tagCount + tag] as number);
        if (score > best) [best, from[k * tagCount + tag]] = [score, before];
      }
      now[tag] = best + (scores[k * tagCount + tag] as number);
    }
    last = now;
  }
  const tags = new Uint8Array(length);
  let tag = last.indexOf(Math.max(...last));
  for (let k = length - 1; k >= 0; k--) {
    tags[k] = tag;
    tag = from[k * tagCount + tag] as number;
  }
  return tags;
}

/** A name can only continue as what it began as. */
function mayFollow(before: number, tag: number): boolean {
  return tag === 0 || tag % 2 === 1 || before === tag || before === tag - 1;
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
    const [right, wrong] = [tags[k] as number, guess[k] as number];
    if (right !== wrong)
      for (const feature of features[k] as Int32Array) {
        change(rows, rowSums, feature * tagCount + right, 1);
        change(rows, rowSums, feature * tagCount + wrong, -1);
      }
    const rightStep = (k > 0 ? (tags[k - 1] as number) : Outside) * tagCount + right;
    const wrongStep = (k > 0 ? (guess[k - 1] as number) : Outside) * tagCount + wrong;
    if (rightStep === wrongStep) continue;
    change(steps, stepSums, rightStep, 1);
    change(steps, stepSums, wrongStep, -1);
  }
}

function pushSpans(spans: Span[], tags: Uint8Array, offset: number): void {
  for (let k = 0; k < tags.length; ) {
    const type = typeOf[tags[k] as number];
    let end = k + 1;
    if (type === undefined) k = end;
    else {
      while (end < tags.length && tags[end] === tagOf[type]! + 1) end++;
      spans.push({ start: offset + k, end: offset + end, type });
      k = end;
    }
  }
}
