import { Problem } from "@plotline/base";
import { type PackedWeights, PortableProgram, type Values } from "@plotline/nn";
import type { ChapterFeatures } from "../../learned/features.ts";
import { rescale, type Scale } from "../../learned/inputs.ts";
import { InputBuffer } from "../../learned/model.ts";
import { outputsOf, weightsFor } from "../../learned/network.ts";
import { type Matrix, matrix } from "../../similarity/matrix.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { cellFeatures, pointFeatures, type RowFeatures, rowFeatures } from "./features.ts";
import { type RowArchitecture, rowNetwork } from "./network.ts";

/** What was learned about single points. */
export interface RowModel {
  readonly architecture: RowArchitecture;
  readonly scale: RowScale;
  readonly weights: Values;
}

/** The scales of what the row network reads. */
export interface RowScale {
  readonly cells: Scale;
  readonly points: Scale;
}

/** The row network as a data file. */
export interface PackedRowModel {
  readonly about: string;
  readonly architecture: RowArchitecture;
  readonly scale: RowScale;
  readonly weights: PackedWeights;
}

/** What every point says alone, as log-odds: of each cell, and of there being a passage at all. */
export interface RowOdds {
  readonly cells: Matrix;
  readonly matched: Float32Array;
}

type RowScorer = (chapter: ChapterFeatures, passages: Passages) => RowOdds;

export function rowScorer({ architecture, scale, weights }: RowModel): RowScorer {
  const { logits, matched } = outputsOf(rowNetwork(architecture));
  const program = new PortableProgram([logits, matched]);
  const memory = new InputBuffer();
  return (chapter, passages) => {
    const { rows, columns } = chapter;
    const features = rowFeatures(chapter, passages, memory.of(cellFeatures * rows * columns));
    const [cells, rowwise] = program.run({ ...weights, ...rowInput(features, scale) });
    return {
      cells: matrix(rows, columns, cells!.data as Float32Array),
      matched: rowwise!.data as Float32Array,
    };
  };
}

/** Features as the network reads them: they are scaled in place. */
export function rowInput({ rows, columns, cells, points }: RowFeatures, scale: RowScale): Values {
  rescale(cells, rows * columns, scale.cells);
  rescale(points, rows, scale.points);
  return {
    cells: { shape: [cellFeatures, rows, columns], data: cells },
    points: { shape: [pointFeatures, rows], data: points },
  };
}

export function unpackRowModel({ architecture, scale, weights }: PackedRowModel): RowModel {
  if (architecture.cells !== cellFeatures || architecture.points !== pointFeatures)
    throw new Problem("The weights of the row network are of another version; fit them again.");
  return { architecture, scale, weights: weightsFor(rowNetwork(architecture), weights) };
}
