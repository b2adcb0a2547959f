/** The highest value of each row of a plane, or `least` where none is above it. */
export function bestOfRows(plane: ArrayLike<number>, rows: number, columns: number, least = 0): Float64Array {
  const best = new Float64Array(rows).fill(least);
  for (let row = 0, cell = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, cell++) if (plane[cell]! > best[row]!) best[row] = plane[cell]!;
  return best;
}
