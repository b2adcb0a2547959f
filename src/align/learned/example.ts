import type { Chapter } from "../../corpus/types.ts";
import { type ChapterFeatures, chapterFeatures, fillRows } from "./features.ts";
import type { Feed, Network } from "./network.ts";
import { grid } from "./planes.ts";
import type { ChapterReader } from "./reading.ts";

/** Features on one scale: value ← (value − middle) / spread, no further than `furthest` from 0. */
export interface Scale {
  readonly middles: Float32Array;
  readonly spreads: Float32Array;
}

/** A chapter with gold, ready to learn from. */
export interface Example {
  readonly work: string;
  readonly number: number;
  readonly features: ChapterFeatures;
  /** 1 for each cell that gold links. */
  readonly gold: Uint8Array;
  readonly links: number;
}

const furthest = 4;

export function example(read: ChapterReader, chapter: Chapter): Example {
  const features = chapterFeatures(read, chapter);
  const gold = new Uint8Array(features.rows * features.columns);
  for (const { summary, story } of chapter.gold ?? []) gold[summary * features.columns + story] = 1;
  const links = gold.reduce((sum, cell) => sum + cell, 0);
  return { work: chapter.work, number: chapter.number, features, gold, links };
}

/** Middle and spread of each feature over chapters, each chapter counted once. */
export function scaleOf(chapters: readonly ChapterFeatures[]): Scale {
  const count = chapters[0]?.features.length ?? 0;
  const middles = new Float32Array(count);
  const spreads = new Float32Array(count);
  for (let k = 0; k < count; k++) {
    const each = chapters.map((chapter) => moments(chapter.features[k]!.values));
    const middle = average(each.map(({ mean }) => mean));
    const between = Math.sqrt(average(each.map(({ mean }) => (mean - middle) ** 2)));
    middles[k] = middle;
    spreads[k] = average(each.map(({ deviation }) => deviation)) + between + 0.02;
  }
  return { middles, spreads };
}

/** Writes a chapter's features, scaled, where the network reads them. */
export function feeder(network: Network, chapter: ChapterFeatures, { middles, spreads }: Scale): Feed {
  const { stride, columns } = grid(chapter.rows, chapter.columns);
  return (planes, from, to) => {
    chapter.features.forEach((feature, k) => {
      const plane = network.plane(planes, k, (to - from) * stride);
      fillRows(chapter, feature, from, to, plane, stride);
      const [middle, spread] = [middles[k]!, spreads[k]!];
      for (let row = 0; row < to - from; row++)
        for (let at = row * stride; at < row * stride + columns; at++) {
          const value = (plane[at]! - middle) / spread;
          plane[at] = value > furthest ? furthest : value < -furthest ? -furthest : value;
        }
    });
  };
}

function moments(values: Float32Array): { mean: number; deviation: number } {
  let [sum, squares] = [0, 0];
  for (let k = 0; k < values.length; k++) {
    sum += values[k]!;
    squares += values[k]! ** 2;
  }
  const mean = sum / values.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / values.length - mean ** 2)) };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
