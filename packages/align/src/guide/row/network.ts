import {
  add,
  concat,
  depthwise,
  dropout,
  largest,
  leakyRelu,
  matmul,
  type Parameters,
  rectifiedSum,
  reshape,
  type Tensor,
} from "@plotline/nn";
import { type Network, product, rarely, slope } from "../../learned/network.ts";

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
