import { Problem } from "@plotline/base";
import {
  add,
  concat,
  depthwise,
  dropout,
  largest,
  leakyRelu,
  matmul,
  type PackedWeights,
  type Parameters,
  PortableProgram,
  rectifiedSum,
  reshape,
  type Tensor,
  type Values,
} from "@plotline/nn";
import type { ChapterFeatures } from "../../learned/features.ts";
import { rescale, type Scale } from "../../learned/inputs.ts";
import { InputBuffer } from "../../learned/model.ts";
import { type Network, outputsOf, product, rarely, slope, weightsFor } from "../../learned/network.ts";
import { type Matrix, matrix, type Passages } from "../../similarity/similarity.ts";
import { cellFeatures, pointFeatures, type RowFeatures, rowFeatures } from "./features.ts";

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

/** The sizes of the row network: numbers of a cell and of a point in, channels and blocks inside. */
export interface RowArchitecture {
  readonly cells: number;
  readonly points: number;
  readonly channels: number;
  readonly blocks: number;
}

/**
 * What one point alone says: every row is read by itself, without its place in the guide and without its neighbours, so
 * that the answer is the same for one point, for many, and in any order. `logits`: how likely each cell is a link.
 * `matched`: how likely the story has the point's passage at all.
 */
export function rowNetwork(
  { cells: inputs, points, channels, blocks }: RowArchitecture,
  rate = 0,
): Network<"logits" | "matched"> {
  return (p, batch) => {
    const features = batch.floats("cells", [inputs, "rows", "columns"]);
    const ofPoints = batch.floats("points", [points, "rows"]);
    const fromPoint = matmul(weight(p, "point", [channels, points]), ofPoints);
    const fromCell = product(weight(p, "input", [channels, inputs]), features);
    let x = rectifiedSum(fromCell, { ofRow: column(add(fromPoint, bias(p, "input", channels))) }, slope);
    for (let k = 0; k < blocks; k++) x = dropout(block(p, `block ${k}`, x, channels), rate);
    const logits = reshape(
      add(product(weight(p, "output", [1, channels]), x), reshape(bias(p, "output", 1, rarely), [1, 1, 1])),
      ["rows", "columns"],
    );
    const best = concat([largest(x, 2), ofPoints], 0);
    const inner = add(matmul(weight(p, "best", [channels, channels + points]), best), bias(p, "best", channels));
    const matched = add(matmul(weight(p, "matched", [1, channels]), leakyRelu(inner, slope)), bias(p, "matched", 1));
    return { logits, matched: reshape(matched, ["rows"]) };
  };
}

/** Paragraphs that a block's filter sees at once. */
const reach = 7;
/** x + rectified(near · filtered(x) + row · the best of its row + bias). */
function block(p: Parameters, name: string, x: Tensor, channels: number): Tensor {
  const filter = p.weight(`${name}.filter`, [channels, 1, reach], { uniform: 1 / Math.sqrt(reach) });
  const near = product(weight(p, `${name}.near`, [channels, channels]), depthwise(x, filter));
  const best = add(
    matmul(weight(p, `${name}.row`, [channels, channels]), largest(x, 2)),
    bias(p, `${name}.bias`, channels),
  );
  return rectifiedSum(near, { ofRow: column(best), onto: x }, slope);
}

function weight(p: Parameters, name: string, shape: readonly [number, number]): Tensor {
  return p.weight(`${name}.weight`, [...shape], { uniform: 1 / Math.sqrt(shape[1]) });
}

function bias(p: Parameters, name: string, size: number, value = 0): Tensor {
  return reshape(p.weight(`${name}.bias`, [size], { value }), [size, 1]);
}

/** [channels, rows] next to cells [channels, rows, columns]. */
function column(x: Tensor): Tensor {
  return reshape(x, [x.shape[0]!, "rows", 1]);
}
