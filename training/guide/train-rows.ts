import {
  cellFeatures,
  type PackedRowModel,
  pointFeatures,
  type RowArchitecture,
  type RowFeatures,
  type RowModel,
  type RowScale,
  rowInput,
} from "@plotline/align";
import { packWeights, weightsOf } from "@plotline/nn";
import { train } from "@plotline/nn/node";
import { rowLearning } from "../aligner/loss.ts";
import { chapterRecipe } from "../aligner/recipe.ts";
import type { RowLesson } from "./lesson.ts";

export interface RowTraining {
  readonly channels: number;
  readonly blocks: number;
  readonly epochs: number;
  readonly batch: number;
  readonly rate: number;
  readonly dropout: number;
  readonly seed: number;
}

export const rowTraining: RowTraining = {
  channels: 12,
  blocks: 2,
  epochs: 16,
  batch: 8,
  rate: 4e-3,
  dropout: 0.1,
  seed: 1,
};

/** Chapters of more cells than this take part in some epochs only. */
const largest = 12_000;
const warmUp = 40;

/** Learns to read single points; the same seed gives the same weights, to the bit. */
export async function trainRows(
  lessons: readonly RowLesson[],
  { channels, blocks, epochs, batch, rate, dropout, seed }: RowTraining = rowTraining,
  onEpoch: (loss: number) => void = () => undefined,
): Promise<RowModel> {
  const architecture: RowArchitecture = { cells: cellFeatures, points: pointFeatures, channels, blocks };
  const scale = scaleOf(lessons.map(({ features }) => features));
  const { replicas } = await train(rowLearning(architecture, dropout), {
    examples: lessons,
    collate: ([lesson]) => valuesOf(lesson!, scale),
    epochs,
    seed,
    ...chapterRecipe({ batch, rate, warmUp, largest }),
    onProgress: ({ step, steps, loss }) => step % (steps / epochs) === 0 && onEpoch(loss),
  });
  const weights = weightsOf(replicas.memory);
  await replicas.close();
  return { architecture, scale, weights };
}

function valuesOf({ features, targets, present, known }: RowLesson, scale: RowScale) {
  const { rows, columns } = features;
  const copy = { ...features, cells: features.cells.slice(), points: features.points.slice() };
  return {
    ...rowInput(copy, scale),
    targets: { shape: [rows, columns], data: targets },
    present: { shape: [rows], data: present },
    known: { shape: [rows], data: known },
  };
}

function scaleOf(chapters: readonly RowFeatures[]): RowScale {
  const cells = chapters.map(({ cells, rows, columns }) => ({ values: cells, size: rows * columns }));
  const points = chapters.map(({ points, rows }) => ({ values: points, size: rows }));
  return { cells: moments(cells, cellFeatures), points: moments(points, pointFeatures) };
}

/** Middle and spread of each feature, each chapter counted once. */
function moments(chapters: readonly { readonly values: Float32Array; readonly size: number }[], features: number) {
  const [middles, spreads]: [number[], number[]] = [[], []];
  for (let k = 0; k < features; k++) {
    let [mean, square] = [0, 0];
    for (const { values, size } of chapters) {
      let [sum, squares] = [0, 0];
      for (let at = k * size; at < (k + 1) * size; at++) {
        sum += values[at]!;
        squares += values[at]! ** 2;
      }
      mean += sum / size / chapters.length;
      square += squares / size / chapters.length;
    }
    middles.push(Number(mean.toPrecision(6)));
    spreads.push(Number((Math.sqrt(Math.max(0, square - mean ** 2)) + 0.02).toPrecision(6)));
  }
  return { middles, spreads };
}

const about = "Weights of the network that reads single points, learned from corpora/open by npm run train -- guide.";

export function packRowModel({ architecture, scale, weights }: RowModel): PackedRowModel {
  return { about, architecture, scale, weights: packWeights(weights) };
}
