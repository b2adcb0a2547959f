import {
  type Alignment,
  meanOf as average,
  type Chapter,
  type ChapterFeatures,
  deviationOf,
  type Feature,
  networkInput,
  type Scale,
} from "@plotline/align";

/** What a network learns from a chapter: the probability that each cell is a link. */
export interface Lesson {
  readonly features: ChapterFeatures;
  readonly targets: Float32Array;
}

/** A chapter with gold: the targets are 1 where gold links. */
export interface Example extends Lesson {
  readonly work: string;
  readonly number: number;
  readonly gold: Alignment;
}

export function example({ work, number, gold = [] }: Chapter, features: ChapterFeatures): Example {
  const targets = new Float32Array(features.rows * features.columns);
  for (const { summary, story } of gold) targets[summary * features.columns + story] = 1;
  return { work, number, gold, features, targets };
}

/** Mean and deviationOf of each feature over chapters, each chapter counted once. */
export function scaleOf(chapters: readonly ChapterFeatures[], features: readonly Feature[]): Scale {
  const all = chapters.map((chapter) => spreads(chapter, features));
  const scale = { middles: new Float32Array(features.length), spreads: new Float32Array(features.length) };
  for (let k = 0; k < features.length; k++) {
    const each = all.map((chapter) => chapter[k]!);
    const middle = average(each.map(({ mean }) => mean));
    const between = Math.sqrt(average(each.map(({ mean }) => (mean - middle) ** 2)));
    scale.middles[k] = middle;
    scale.spreads[k] = average(each.map(({ deviation }) => deviation)) + between + 0.02;
  }
  return scale;
}

function spreads(chapter: ChapterFeatures, features: readonly Feature[]): ReturnType<typeof deviationOf>[] {
  const input = networkInput(chapter, features);
  const cells = chapter.rows * chapter.columns;
  return features.map((_, k) => deviationOf(input.subarray(k * cells, (k + 1) * cells)));
}
