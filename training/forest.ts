import { type Forest, logistic, random, sumOf, type Tree } from "@plotline/base";

export interface Example {
  readonly features: ArrayLike<number>;
  readonly right: boolean;
}

export interface ForestOptions {
  readonly trees: number;
  readonly levels: number;
  readonly rate: number;
  readonly bins: number;
  /** Added to the curvature of a leaf, so that small leaves count little. */
  readonly ridge: number;
  /** The share of the columns, drawn at random, that a tree may ask about; all if not given. */
  readonly columns?: number;
  /** Significant digits of a threshold; all if not given. */
  readonly digits?: number;
}

/**
 * Trees that give the right examples of each list the highest scores: the softmax over a list is what is fitted. A list
 * without a right example teaches nothing.
 */
export function fitRanking(all: readonly (readonly Example[])[], options: ForestOptions): Forest {
  const lists = all.filter((list) => list.some(({ right }) => right));
  return fit(lists.flat(), 0, options, (scores, { slopes, curves }) => {
    let at = 0;
    for (const list of lists) {
      const shares = softmax(scores.subarray(at, at + list.length));
      const rightShare = list.reduce((sum, { right }, k) => sum + (right ? shares[k]! : 0), 0);
      list.forEach(({ right }, k) => {
        const share = shares[k]!;
        slopes[at + k] = (right ? share / rightShare : 0) - share;
        curves[at + k] = Math.max(1e-6, share * (1 - share));
      });
      at += list.length;
    }
  });
}

/** Trees whose sum is the log odds that an example is right. */
export function fitOdds(examples: readonly Example[], options: ForestOptions): Forest {
  const right = examples.filter((example) => example.right).length;
  return fit(examples, Math.log(right / (examples.length - right)), options, (scores, { slopes, curves }) =>
    examples.forEach((example, k) => {
      const chance = logistic(scores[k]!);
      slopes[k] = (example.right ? 1 : 0) - chance;
      curves[k] = chance * (1 - chance);
    }),
  );
}

/** First and negative second derivative of the log likelihood by each example's score. */
interface Derivatives {
  readonly slopes: Float64Array;
  readonly curves: Float64Array;
}

function fit(
  examples: readonly Example[],
  start: number,
  options: ForestOptions,
  differentiate: (scores: Float64Array, into: Derivatives) => void,
): Forest {
  const columns = binnedColumns(examples, options);
  const scores = new Float64Array(examples.length).fill(start);
  const derivatives = { slopes: new Float64Array(scores.length), curves: new Float64Array(scores.length) };
  const { columns: share = 1 } = options;
  const next = random("columns 0");
  const trees: Tree[] = [];
  for (let k = 0; k < options.trees; k++) {
    differentiate(scores, derivatives);
    const asked = columns.filter(() => next() < share);
    const { splits, leafOf } = grow(asked, derivatives, options);
    const leaves = leafScores(leafOf, 2 ** splits.length, derivatives, options);
    leafOf.forEach((leaf, row) => {
      scores[row]! += leaves[leaf]!;
    });
    trees.push({
      columns: splits.map(({ index }) => index),
      thresholds: splits.map(({ edges, bin }) => edges[bin]!),
      leaves: Array.from(leaves, rounded),
    });
  }
  return { start: rounded(start), trees };
}

function rounded(score: number): number {
  return Number(score.toFixed(4));
}

/** A column's values as bins between edges. */
interface Column {
  readonly index: number;
  readonly edges: readonly number[];
  readonly bins: Uint8Array;
}

/** Edges are quantiles; columns that are the same everywhere are left out. */
function binnedColumns(examples: readonly Example[], { bins, digits }: ForestOptions): Column[] {
  return Array.from(examples[0]?.features ?? [], (_, index) => {
    const values = Float64Array.from(examples, ({ features }) => features[index]!);
    const sorted = values.toSorted();
    const quantiles = Array.from({ length: bins - 1 }, (_, k) => sorted[Math.floor(((k + 1) * sorted.length) / bins)]!);
    const edges = [...new Set(quantiles.map((value) => Number(value.toPrecision(digits))))]
      .filter((edge) => edge < sorted.at(-1)!)
      .sort((a, b) => a - b);
    return { index, edges, bins: Uint8Array.from(values, (value) => binOf(edges, value)) };
  }).filter(({ edges }) => edges.length > 0);
}

function binOf(edges: readonly number[], value: number): number {
  let bin = 0;
  while (bin < edges.length && value > edges[bin]!) bin++;
  return bin;
}

/** Level by level the split that helps most over all leaves at once. */
function grow(columns: readonly Column[], derivatives: Derivatives, { levels, ridge }: ForestOptions) {
  const leafOf = new Uint8Array(derivatives.slopes.length);
  const splits: (Column & { readonly bin: number })[] = [];
  for (let level = 0; level < levels; level++) {
    let best: { gain: number; split?: Column & { readonly bin: number } } = { gain: 0 };
    for (const column of columns) {
      const { gain, bin } = bestBin(column, leafOf, 2 ** level, derivatives, ridge);
      if (gain > best.gain) best = { gain, split: { ...column, bin } };
    }
    const { split } = best;
    if (split === undefined) break;
    splits.push(split);
    split.bins.forEach((bin, row) => {
      if (bin > split.bin) leafOf[row]! |= 1 << level;
    });
  }
  return { splits, leafOf };
}

function bestBin(
  { edges, bins }: Column,
  leafOf: Uint8Array,
  leaves: number,
  { slopes, curves }: Derivatives,
  ridge: number,
): { gain: number; bin: number } {
  const width = edges.length + 1;
  const sums = new Float64Array(leaves * width);
  const weights = new Float64Array(leaves * width);
  for (let row = 0; row < bins.length; row++) {
    const cell = leafOf[row]! * width + bins[row]!;
    sums[cell]! += slopes[row]!;
    weights[cell]! += curves[row]!;
  }
  const gains = new Float64Array(edges.length);
  for (let leaf = 0; leaf < leaves; leaf++) {
    const own = sums.subarray(leaf * width, (leaf + 1) * width);
    const weight = weights.subarray(leaf * width, (leaf + 1) * width);
    const [total, all] = [sumOf(own), sumOf(weight)];
    let [left, lower] = [0, 0];
    for (let bin = 0; bin < edges.length; bin++) {
      left += own[bin]!;
      lower += weight[bin]!;
      gains[bin]! += left ** 2 / (lower + ridge) + (total - left) ** 2 / (all - lower + ridge);
    }
  }
  const gain = Math.max(...gains);
  return { gain, bin: gains.indexOf(gain) };
}

function leafScores(
  leafOf: Uint8Array,
  leaves: number,
  { slopes, curves }: Derivatives,
  { rate, ridge }: ForestOptions,
): Float64Array {
  const sums = new Float64Array(leaves);
  const weights = new Float64Array(leaves);
  leafOf.forEach((leaf, row) => {
    sums[leaf]! += slopes[row]!;
    weights[leaf]! += curves[row]!;
  });
  return sums.map((sum, leaf) => (rate * sum) / (weights[leaf]! + ridge));
}

/** Shares of one, by the exponentials of the scores. */
function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - most));
  const sum = sumOf(parts);
  return parts.map((part) => part / sum);
}
