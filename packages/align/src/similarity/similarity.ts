import type { TokenTable, WordReader } from "@plotline/text";

/** What is compared: a `Chapter` is one. `work` and `number` only seed the random similarity of each chapter. */
export interface Passages {
  readonly summary: readonly string[];
  readonly story: readonly string[];
  readonly work?: string;
  readonly number?: number;
  /** The code of the story's language, where it is given; otherwise it is detected. */
  readonly language?: string;
}

/**
 * g(s, d). Prepared once, then asked chapter by chapter: `tfidf().prepare()(chapter)` is a matrix; an encoder, which is
 * slow, gives a promise of one.
 */
export interface Similarity<Result extends Matrix | Promise<Matrix> = Matrix | Promise<Matrix>> {
  readonly name: string;
  /** What a word in small letters counts as, where like words count as one; else its stem. For explanations. */
  readonly countsAs?: (word: string) => string;
  /** Only where token vectors are compared: `prepare` needs their table. */
  readonly needsTable?: boolean;
  prepare(ground?: Ground): Scorer<Result>;
}

/** Gives the matrix of a chapter. */
export type Scorer<Result extends Matrix | Promise<Matrix> = Matrix | Promise<Matrix>> = (passages: Passages) => Result;

/** What similarities share. Without a reader, a scorer has its own. */
export interface Ground {
  readonly reader?: WordReader;
  readonly table?: TokenTable;
}

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
