import {
  add,
  concat,
  depthwise,
  dropout,
  Inputs,
  largest,
  log,
  matmul,
  multiply,
  type PackedWeights,
  Parameters,
  rectifiedSum,
  reshape,
  sigmoid,
  type Tensor,
  unpackWeights,
  type Values,
} from "@plotline/nn";
import { passingAt } from "./paths.ts";

/** The sizes of a network: features in, channels inside, blocks before and after the paths. */
export interface Architecture {
  readonly inputs: number;
  readonly channels: number;
  readonly before: number;
  readonly after: number;
}

/** A network without what it learns by: training/aligner/loss.ts has its loss. */
export type Network<Output extends string> = (p: Parameters, batch: Inputs) => Readonly<Record<Output, Tensor>>;

/** What a network gives for a batch. */
export function outputsOf<Output extends string>(network: Network<Output>): Readonly<Record<Output, Tensor>> {
  return network(new Parameters(), new Inputs());
}

/** Its packed weights, as it declares them. */
export function weightsFor(network: Network<string>, packed: PackedWeights): Values {
  const parameters = new Parameters();
  network(parameters, new Inputs());
  return unpackWeights(packed, [...parameters.declared.values()]);
}

/**
 * The aligner: every cell (a point and a paragraph) has a feature vector, which blocks mix with its neighbours and with
 * the best of its row and column; half way, forward–backward over all staircases says what the order makes of it.
 */
export function alignerNetwork(
  { inputs, channels, before, after }: Architecture,
  rate = 0,
): Network<"logits" | "scores"> {
  return (p, batch) => {
    const features = batch.floats("features", [inputs, "rows", "columns"]);
    let cells = dropout(rectified(p, "input", features, channels), rate);
    for (let k = 0; k < before; k++) cells = dropout(block(p, `before ${k}`, cells, channels), rate);
    const scores = plane(mixed(p, "score", cells, 1));
    cells = rectified(p, "paths", concat([cells, pathPlanes(scores)], 0), channels, cells);
    for (let k = 0; k < after; k++) cells = dropout(block(p, `after ${k}`, cells, channels), rate);
    return { logits: plane(mixed(p, "output", cells, 1, rarely)), scores };
  };
}

/** How much of a negative number passes a rectifier. */
export const slope = 0.1;
/** Rows and columns that a block's filter sees at once. */
const reach = { rows: 3, columns: 5 };
/** Links are rare, so the last bias starts low. */
export const rarely = -2;
/** Likelihoods below this look alike as logarithms. */
const leastLikely = Math.exp(-8);
/** Scores on the paths are used as they are, and flattened to this share. */
const flatter = 0.4;

/** x + rectified(near · filtered(x) + row · the best of its row + column · the best of its column + bias). */
function block(p: Parameters, name: string, x: Tensor, channels: number): Tensor {
  const initial = { uniform: 1 / Math.sqrt(3 * channels) };
  const square = (part: string) => p.weight(`${name}.${part}`, [channels, channels], initial);
  const taps = { uniform: 1 / Math.sqrt(reach.rows * reach.columns) };
  const filter = p.weight(`${name}.filter`, [channels, reach.rows, reach.columns], taps);
  const near = product(square("near"), depthwise(x, filter));
  const ofRow = reshape(matmul(square("row"), largest(x, 2)), [channels, "rows", 1]);
  const ofColumn = reshape(matmul(square("column"), largest(x, 1)), [channels, 1, "columns"]);
  const best = add(ofRow, reshape(p.weight(`${name}.bias`, [channels], { value: 0 }), [channels, 1, 1]));
  return rectifiedSum(near, { ofRow: best, ofColumn, onto: x }, slope);
}

/** What the order of the story makes of the scores: two likelihoods, their logarithms, and the scores themselves. */
function pathPlanes(scores: Tensor): Tensor {
  const sharp = passingAt(scores, 1);
  const flat = passingAt(scores, flatter);
  const own = sigmoid(scores);
  const planes = [sharp, flat, log(add(sharp, leastLikely)), log(add(flat, leastLikely)), multiply(own, sharp), own];
  return concat(
    planes.map((each) => reshape(each, [1, "rows", "columns"])),
    0,
  );
}

/** A weighted sum of planes [from, rows, columns] and a bias, for each of `made` new planes. */
function mixed(p: Parameters, name: string, x: Tensor, made: number, bias = 0): Tensor {
  const { sums, biases } = sumsAndBiases(p, name, x, made, bias);
  return add(sums, biases);
}

/** The same rectified, and added to other planes. */
function rectified(p: Parameters, name: string, x: Tensor, made: number, onto?: Tensor): Tensor {
  const { sums, biases } = sumsAndBiases(p, name, x, made, 0);
  return rectifiedSum(sums, { ofRow: biases, ...(onto && { onto }) }, slope);
}

function sumsAndBiases(p: Parameters, name: string, x: Tensor, made: number, bias: number) {
  const from = Number(x.shape[0]);
  const weight = p.weight(`${name}.weight`, [made, from], { uniform: 1 / Math.sqrt(from) });
  return {
    sums: product(weight, x),
    biases: reshape(p.weight(`${name}.bias`, [made], { value: bias }), [made, 1, 1]),
  };
}

/** Planes [from, rows, columns] become [made, rows, columns]. */
export function product(weight: Tensor, x: Tensor): Tensor {
  const [made, from] = weight.shape as [number, number];
  return reshape(matmul(weight, reshape(x, [from, -1])), [made, "rows", "columns"]);
}

function plane(x: Tensor): Tensor {
  return reshape(x, ["rows", "columns"]);
}
