import { doubles } from "../room.ts";
import { type Bags, IndexRoom, indexByTerm } from "./bags.ts";
import { type Matrix, matrix } from "./matrix.ts";

/** A weight for every entry of some bags; there may be more behind them. */
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
  const index = indexByTerm(summary.bags, terms, indexRoom);
  const entries = summary.bags.starts[rows]!;
  const weights = weightRoom.take(entries);
  for (let entry = 0; entry < entries; entry++) weights[entry] = summary.weights[index.places[entry]!]!;
  const { starts, terms: storyTerms } = story.bags;
  const sums = sumRoom.take(rows);
  for (let column = 0; column < columns; column++) {
    sums.fill(0, 0, rows);
    const end = starts[column + 1]!;
    for (let k = starts[column]!; k < end; k++) {
      const term = storyTerms[k]!;
      const weight = story.weights[k]!;
      const last = index.starts[term + 1]!;
      for (let entry = index.starts[term]!; entry < last; entry++)
        sums[index.rows[entry]!]! += weights[entry]! * weight;
    }
    for (let row = 0; row < rows; row++) values[row * columns + column] = sums[row]!;
  }
  return matrix(rows, columns, values);
}

const indexRoom = new IndexRoom();
const [weightRoom, sumRoom] = [doubles(), doubles()];
