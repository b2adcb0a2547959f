import type { ChapterFeatures } from "../../align/learned/features.ts";
import { type Feature, networkInput, type Scale } from "../../align/learned/inputs.ts";
import type { Alignment, Chapter } from "../../corpus/types.ts";

/** What a network learns from a chapter: the probability that each cell is a link. */
export interface Lesson {
  readonly features: ChapterFeatures;
  readonly targets: Float32Array;
}

/** A chapter with gold: the targets are 1 where gold links; with a second reading, half of each. */
export interface Example extends Lesson {
  readonly work: string;
  readonly number: number;
  readonly gold: Alignment;
}

export function example(
  { work, number, gold = [] }: Chapter,
  features: ChapterFeatures,
  second?: readonly (readonly number[])[],
): Example {
  const targets = new Float32Array(features.rows * features.columns);
  const share = second === undefined ? 1 : 1 / 2;
  const add = (point: number, paragraph: number) => {
    targets[point * features.columns + paragraph]! += share;
  };
  for (const { summary, story } of gold) add(summary, story);
  second?.forEach((paragraphs, point) => {
    for (const paragraph of new Set(paragraphs)) add(point, paragraph);
  });
  return { work, number, gold, features, targets };
}

/** Mean and spread of each feature over chapters, each chapter counted once. */
export function scaleOf(chapters: readonly ChapterFeatures[], features: readonly Feature[]): Scale {
  const all = chapters.map((chapter) => moments(chapter, features));
  const middles = new Float32Array(features.length);
  const spreads = new Float32Array(features.length);
  for (let k = 0; k < features.length; k++) {
    const each = all.map((chapter) => chapter[k]!);
    const middle = average(each.map(({ mean }) => mean));
    const between = Math.sqrt(average(each.map(({ mean }) => (mean - middle) ** 2)));
    middles[k] = middle;
    spreads[k] = average(each.map(({ deviation }) => deviation)) + between + 0.02;
  }
  return { middles, spreads };
}

interface Moments {
  readonly mean: number;
  readonly deviation: number;
}

function moments(chapter: ChapterFeatures, features: readonly Feature[]): Moments[] {
  const input = networkInput(chapter, features);
  const cells = chapter.rows * chapter.columns;
  return features.map((_, k) => {
    let [sum, squares] = [0, 0];
    for (const value of input.subarray(k * cells, (k + 1) * cells)) {
      sum += value;
      squares += value ** 2;
    }
    const mean = sum / cells;
    return { mean, deviation: Math.sqrt(Math.max(0, squares / cells - mean ** 2)) };
  });
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
