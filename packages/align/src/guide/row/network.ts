import {
  add,
  type Build,
  concat,
  depthwise,
  divide,
  dropout,
  type Inputs,
  largest,
  leakyRelu,
  matmul,
  multiply,
  type Parameters,
  rectifiedSum,
  reshape,
  subtract,
  sum,
  type Tensor,
} from "@plotline/nn";
import { expectedFOf, few, logLoss } from "../../learned/loss.ts";
import { product, rarely, slope } from "../../learned/network.ts";

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
export function rowNetwork({ cells: inputs, points, channels, blocks }: RowArchitecture, rate = 0): Build {
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
    return { loss: rowLoss(logits, reshape(matched, ["rows"]), batch), logits, matched: reshape(matched, ["rows"]) };
  };
}

/** Paragraphs that a block's filter sees at once. */
const reach = 7;
/** How much 1 − F counts next to the log-loss of the cells. */
const softF = 0.3;
/** How much the loss of what is matched counts. */
const ofMatched = 1;

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

/** `targets`: 1 for a link. `known`: 1 for a point of which it is known whether the story has it; `present`: it has. */
function rowLoss(logits: Tensor, matched: Tensor, batch: Inputs): Tensor {
  const targets = batch.floats("targets", ["rows", "columns"]);
  const present = batch.floats("present", ["rows"]);
  const known = batch.floats("known", ["rows"]);
  const links = add(sum(targets), few);
  const ofCells = divide(sum(logLoss(logits, targets)), links);
  const ofRows = divide(sum(multiply(known, logLoss(matched, present))), add(sum(known), 1));
  return add(add(ofCells, multiply(subtract(1, expectedFOf(logits, targets)), softF)), multiply(ofRows, ofMatched));
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
