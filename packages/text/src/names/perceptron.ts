import type { Span } from "../tokens.ts";
import { contextFeatures, ownFeatures, runsOf } from "./features.ts";
import type { Word } from "./work-words.ts";

/** What is named. */
export type NameType = "PERSON" | "LOCATION" | "ORGANIZATION";

/** Outside; begins and continues a person; begins and continues a place. Organisations are found by rule. */
export const tagCount = 5;
/** The tag of a word outside every name. */
export const outside = 0;
/** The tag with which a name of each type begins. */
export const tagOf: Partial<Record<NameType, number>> = { PERSON: 1, LOCATION: 3 };
const typeOf: readonly (NameType | undefined)[] = [undefined, "PERSON", "PERSON", "LOCATION", "LOCATION"];

/** A name in a sentence: tokens `start` to before `end`. */
export interface TaggedSpan extends Span {
  readonly type: NameType;
}

/** `rows` holds `tagCount` weights per row; `steps[from * tagCount + to]` scores a tag after another. */
export interface Weights {
  readonly rows: Float32Array | Int8Array;
  readonly steps: Float32Array;
}

/** The names of one sentence. */
export function tagSentence(words: readonly Word[], weights: Weights): TaggedSpan[] {
  const spans: TaggedSpan[] = [];
  for (const run of runsOf(words)) {
    const scores = new Float64Array((run.end - run.start) * tagCount);
    for (let k = run.start; k < run.end; k++) emit(words, k, run, weights, scores);
    pushSpans(spans, bestTags(scores, weights.steps), run.start);
  }
  return spans;
}

function emit(words: readonly Word[], k: number, run: Span, weights: Weights, scores: Float64Array): void {
  const at = (k - run.start) * tagCount;
  addRows(contextFeatures(words, k, run), weights.rows, scores, at);
  const word = words[k] as Word;
  if (word.emission === undefined) {
    word.emission = new Float64Array(tagCount);
    addRows(ownFeatures(word), weights.rows, word.emission, 0);
  }
  for (let tag = 0; tag < tagCount; tag++) (scores[at + tag] as number) += word.emission[tag] as number;
}

/** Adds the weights of some features to scores. */
export function addRows(features: Int32Array, rows: Weights["rows"], scores: Float64Array, at: number): void {
  for (const feature of features) {
    const row = feature * tagCount;
    for (let tag = 0; tag < tagCount; tag++) (scores[at + tag] as number) += rows[row + tag] as number;
  }
}

/** Viterbi. A run follows a token that is outside every name. */
export function bestTags(scores: Float64Array, steps: Float32Array): Uint8Array {
  const length = scores.length / tagCount;
  const from = new Uint8Array(scores.length);
  let last = new Float64Array(tagCount).fill(Number.NEGATIVE_INFINITY);
  last[outside] = 0;
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

function pushSpans(spans: TaggedSpan[], tags: Uint8Array, offset: number): void {
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
