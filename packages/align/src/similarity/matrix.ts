/** One chapter's scores: row i is a summary paragraph, column j a story paragraph, stored row by row. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array | Float64Array;
}

/** A matrix of these values, or of zeros. */
export function matrix(
  rows: number,
  columns: number,
  values: Matrix["values"] = new Float32Array(rows * columns),
): Matrix {
  if (values.length !== rows * columns)
    throw new RangeError(`a ${rows} × ${columns} matrix needs ${rows * columns} values`);
  return { rows, columns, values };
}

/** One cell; 0 outside the matrix. */
export function at({ columns, values }: Matrix, row: number, column: number): number {
  return values[row * columns + column] ?? 0;
}
