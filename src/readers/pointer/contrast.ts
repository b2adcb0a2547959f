/**
 * Candidates side by side: after its own numbers each row gets, for every column in `compared`, how far it is above the
 * best of the others (below: negative).
 */
export function contrast(rows: readonly Float32Array[], compared: readonly number[]): Float32Array[] {
  const tops = compared.map((column) => topTwo(rows, column));
  return rows.map((row, k) => {
    const wide = new Float32Array(row.length + compared.length);
    wide.set(row);
    compared.forEach((column, at) => {
      const { best, second, first } = tops[at]!;
      wide[row.length + at] = rows.length > 1 ? row[column]! - (k === first ? second : best) : 0;
    });
    return wide;
  });
}

function topTwo(rows: readonly Float32Array[], column: number): { best: number; second: number; first: number } {
  let [best, second, first] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  rows.forEach((row, k) => {
    const value = row[column]!;
    if (value > best) [best, second, first] = [value, best, k];
    else if (value > second) second = value;
  });
  return { best, second, first };
}
