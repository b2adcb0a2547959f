import type { Forest, Tree } from "../../src/forest.ts";

/** The candidates of one question and which is right. */
export interface List {
  readonly rows: readonly Float32Array[];
  readonly answer: number;
}

import { softmax } from "../../src/readers/softmax.ts";

export interface ForestOptions {
  readonly trees: number;
  readonly levels: number;
  readonly rate: number;
  readonly bins: number;
  /** Added to the curvature of a leaf, so that small leaves count little. */
  readonly ridge: number;
}

export function trainForest(lists: readonly List[], options: ForestOptions): Forest {
  const rows = lists.flatMap(({ rows: own }) => own);
  const width = rows[0]?.length ?? 0;
  const edges = Array.from({ length: width }, (_, column) => edgesOf(rows, column, options.bins));
  const binned = edges.map((edge, column) => Uint8Array.from(rows, (row) => binOf(edge, row[column]!)));
  const scores = new Float64Array(rows.length);
  const trees: Tree[] = [];
  for (let k = 0; k < options.trees; k++) {
    const { slopes, curves } = gradients(lists, scores);
    const { splits, leafOf } = grow(binned, edges, slopes, curves, options);
    const leaves = leafScores(leafOf, slopes, curves, options);
    for (let row = 0; row < rows.length; row++) scores[row]! += leaves[leafOf[row]!]!;
    trees.push({
      columns: splits.map(({ column }) => column),
      thresholds: splits.map(({ column, bin }) => edges[column]![bin]!),
      leaves: [...leaves].map((leaf) => Number(leaf.toFixed(4))),
    });
  }
  return { trees };
}

/** Quantiles between which a column's values fall. */
function edgesOf(rows: readonly Float32Array[], column: number, bins: number): number[] {
  const values = Float32Array.from(rows, (row) => row[column]!).sort();
  const edges = new Set<number>();
  for (let k = 1; k < bins; k++) edges.add(Number(values[Math.floor((k * values.length) / bins)]!.toPrecision(4)));
  return [...edges].sort((a, b) => a - b);
}

function binOf(edges: readonly number[], value: number): number {
  let bin = 0;
  while (bin < edges.length && value > edges[bin]!) bin++;
  return bin;
}

/** First and second derivative of each list's -log softmax(answer), for each candidate. */
function gradients(lists: readonly List[], scores: Float64Array): { slopes: Float64Array; curves: Float64Array } {
  const slopes = new Float64Array(scores.length);
  const curves = new Float64Array(scores.length);
  let at = 0;
  for (const { rows, answer } of lists) {
    const shares = softmax(scores.subarray(at, at + rows.length));
    for (let k = 0; k < rows.length; k++) {
      const share = shares[k]!;
      slopes[at + k] = share - (k === answer ? 1 : 0);
      curves[at + k] = Math.max(1e-6, share * (1 - share));
    }
    at += rows.length;
  }
  return { slopes, curves };
}

/** Level by level the split that helps most over all leaves at once. */
function grow(
  binned: readonly Uint8Array[],
  edges: readonly (readonly number[])[],
  slopes: Float64Array,
  curves: Float64Array,
  { levels, ridge }: ForestOptions,
) {
  const leafOf = new Uint8Array(slopes.length);
  const splits: { column: number; bin: number }[] = [];
  for (let level = 0; level < levels; level++) {
    let best = { gain: Number.NEGATIVE_INFINITY, column: 0, bin: 0 };
    binned.forEach((bins, column) => {
      const found = bestBin(bins, edges[column]!.length, leafOf, 1 << level, slopes, curves, ridge);
      if (found.gain > best.gain) best = { ...found, column };
    });
    splits.push(best);
    const bins = binned[best.column]!;
    for (let row = 0; row < leafOf.length; row++) if (bins[row]! > best.bin) leafOf[row]! |= 1 << level;
  }
  return { splits, leafOf };
}

function bestBin(
  bins: Uint8Array,
  edgeCount: number,
  leafOf: Uint8Array,
  leaves: number,
  slopes: Float64Array,
  curves: Float64Array,
  ridge: number,
): { gain: number; bin: number } {
  const width = edgeCount + 1;
  const sums = new Float64Array(leaves * width);
  const weights = new Float64Array(leaves * width);
  for (let row = 0; row < bins.length; row++) {
    const cell = leafOf[row]! * width + bins[row]!;
    sums[cell]! += slopes[row]!;
    weights[cell]! += curves[row]!;
  }
  const gains = new Float64Array(edgeCount);
  for (let leaf = 0; leaf < leaves; leaf++) {
    const own = sums.subarray(leaf * width, (leaf + 1) * width);
    const weight = weights.subarray(leaf * width, (leaf + 1) * width);
    const [total, all] = [own.reduce((a, b) => a + b, 0), weight.reduce((a, b) => a + b, 0)];
    let [left, lower] = [0, 0];
    for (let bin = 0; bin < edgeCount; bin++) {
      left += own[bin]!;
      lower += weight[bin]!;
      gains[bin]! += left ** 2 / (lower + ridge) + (total - left) ** 2 / (all - lower + ridge);
    }
  }
  const bin = gains.indexOf(Math.max(...gains));
  return { gain: gains[bin] ?? Number.NEGATIVE_INFINITY, bin };
}

function leafScores(
  leafOf: Uint8Array,
  slopes: Float64Array,
  curves: Float64Array,
  options: ForestOptions,
): Float64Array {
  const sums = new Float64Array(1 << options.levels);
  const weights = new Float64Array(1 << options.levels);
  leafOf.forEach((leaf, row) => {
    sums[leaf]! += slopes[row]!;
    weights[leaf]! += curves[row]!;
  });
  return sums.map((sum, leaf) => (-options.rate * sum) / (weights[leaf]! + options.ridge));
}
