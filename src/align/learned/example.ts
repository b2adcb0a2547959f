import type { Chapter } from "../../corpus/types.ts";
import { type ChapterFeatures, chapterFeatures } from "./features.ts";
import { featureCount, feeder, type Scale } from "./feed.ts";
import { Network } from "./network.ts";
import { eights, grid } from "./planes.ts";
import type { ChapterReader } from "./reading.ts";

/** What a network learns of a chapter: how likely each of its cells is a link. */
export interface Lesson {
  readonly features: ChapterFeatures;
  readonly targets: Float32Array;
}

/** A chapter with gold: the targets are 1 where gold links. */
export interface Example extends Lesson {
  readonly work: string;
  readonly number: number;
}

export function example(read: ChapterReader, chapter: Chapter): Example {
  const features = chapterFeatures(read, chapter);
  const targets = new Float32Array(features.rows * features.columns);
  for (const { summary, story } of chapter.gold ?? []) targets[summary * features.columns + story] = 1;
  return { work: chapter.work, number: chapter.number, features, targets };
}

/** Middle and spread of each feature over chapters, each chapter counted once. */
export function scaleOf(chapters: readonly ChapterFeatures[]): Scale {
  const count = chapters[0] === undefined ? 0 : featureCount(chapters[0]);
  const network = new Network({ inputs: count, channels: 4, before: 0, after: 0 });
  const all = chapters.map((chapter) => moments(network, chapter, count));
  const middles = new Float32Array(count);
  const spreads = new Float32Array(count);
  for (let k = 0; k < count; k++) {
    const each = all.map((features) => features[k]!);
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

function moments(network: Network, chapter: ChapterFeatures, count: number): Moments[] {
  const { rows, columns, stride } = grid(chapter.rows, chapter.columns);
  const mark = network.arena.mark();
  const planes = network.planes(count, eights(rows * stride) + 8);
  feeder(network, chapter)(planes, 0, rows);
  const all = Array.from({ length: count }, (_, k) => {
    const plane = network.plane(planes, k, rows * stride);
    let [sum, squares] = [0, 0];
    for (let row = 0; row < rows; row++)
      for (let at = row * stride; at < row * stride + columns; at++) {
        sum += plane[at]!;
        squares += plane[at]! ** 2;
      }
    const mean = sum / (rows * columns);
    return { mean, deviation: Math.sqrt(Math.max(0, squares / (rows * columns) - mean ** 2)) };
  });
  network.arena.release(mark);
  return all;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
