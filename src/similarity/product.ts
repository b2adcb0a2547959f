import type { Bags } from "./bags.ts";
import { type Matrix, matrix } from "./matrix.ts";

/** Bags whose entries carry weights instead of counts. */
export interface WeightedBags {
  readonly bags: Bags;
  readonly weights: Float64Array;
}

/**
 * Σ over shared terms of summary weight × story weight, for every pair. Goes through an index of the summary's terms,
 * so that a story word which no bullet has costs nothing.
 */
export function sparseProduct(summary: WeightedBags, story: WeightedBags, terms: number): Matrix {
  const [rows, columns] = [summary.bags.size, story.bags.size];
  const values = new Float64Array(rows * columns);
  const index = indexByTerm(summary, terms);
  const { starts, terms: storyTerms } = story.bags;
  const sums = new Float64Array(rows);
  for (let column = 0; column < columns; column++) {
    sums.fill(0);
    const end = starts[column + 1]!;
    for (let k = starts[column]!; k < end; k++) {
      const term = storyTerms[k]!;
      const weight = story.weights[k]!;
      const last = index.starts[term + 1]!;
      for (let entry = index.starts[term]!; entry < last; entry++)
        sums[index.rows[entry]!]! += index.weights[entry]! * weight;
    }
    for (let row = 0; row < rows; row++) values[row * columns + column] = sums[row]!;
  }
  return matrix(rows, columns, values);
}

interface TermIndex {
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  readonly weights: Float64Array;
}

/** For each term the rows that have it, ascending. */
function indexByTerm({ bags, weights }: WeightedBags, terms: number): TermIndex {
  const starts = new Int32Array(terms + 2);
  for (let k = 0; k < bags.terms.length; k++) starts[bags.terms[k]! + 2]!++;
  for (let term = 2; term < starts.length; term++) starts[term]! += starts[term - 1]!;
  const rows = new Int32Array(bags.terms.length);
  const byTerm = new Float64Array(bags.terms.length);
  for (let row = 0; row < bags.size; row++) {
    for (let k = bags.starts[row]!; k < bags.starts[row + 1]!; k++) {
      const entry = starts[bags.terms[k]! + 1]!++;
      rows[entry] = row;
      byTerm[entry] = weights[k]!;
    }
  }
  return { starts: starts.subarray(0, terms + 1), rows, weights: byTerm };
}
