import type { Plane, Weighed } from "./planes.ts";

/**
 * How like a paragraph is to the others where its point probably belongs: the point is read as the sum of those
 * paragraphs, each by its share, the paragraph itself left out.
 */
export function company({ rows, columns, terms, story, storyUnits }: Weighed, likely: Plane): Plane {
  const plane = new Float32Array(rows * columns);
  const sums = new Float64Array(terms);
  for (let row = 0; row < rows; row++) {
    const shares = sharesOf(likely.subarray(row * columns, (row + 1) * columns));
    sums.fill(0);
    for (let column = 0; column < columns; column++)
      if (shares[column] !== 0)
        for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++)
          sums[story.terms[k]!]! += shares[column]! * storyUnits[k]!;
    const length = lengthOf(sums);
    if (length === 0) continue;
    for (let column = 0; column < columns; column++) {
      let product = 0;
      for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++)
        product += sums[story.terms[k]!]! * storyUnits[k]!;
      const isEmpty = story.starts[column] === story.starts[column + 1];
      plane[row * columns + column] = (product - (isEmpty ? 0 : shares[column]!)) / length;
    }
  }
  return plane;
}

/** A paragraph with a smaller share of its point is left out. */
const leastShare = 1e-3;

/** The share of each paragraph in a point; 0 for those that are left out. */
function sharesOf(likely: Plane): Float64Array {
  let total = 0;
  for (let column = 0; column < likely.length; column++) total += likely[column]!;
  const least = leastShare * total;
  return Float64Array.from(likely, (value) => (total > 0 && value >= least ? value / total : 0));
}

function lengthOf(vector: Float64Array): number {
  let squares = 0;
  for (let k = 0; k < vector.length; k++) squares += vector[k]! * vector[k]!;
  return Math.sqrt(squares);
}
