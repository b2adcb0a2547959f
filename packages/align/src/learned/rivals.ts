import { sumOf } from "@plotline/base";
import type { Matrix } from "../similarity/similarity.ts";
import type { Plane } from "./planes.ts";

/** Scores that are compared with their rivals', and the exponentials of the words' (`soft`). */
type Compared = Readonly<Record<"words" | "content" | "cosine" | "soft", Plane>>;

/** The best of a row or column, or the sum of its exponentials, turned over. */
export type Rivals = Readonly<Record<keyof Compared, Float32Array>>;

export function rivalsInRows(compared: Compared, rows: number, columns: number): Rivals {
  return rivals(compared, bestOfRows, sumOfRows, rows, columns);
}

export function rivalsInColumns(compared: Compared, rows: number, columns: number): Rivals {
  return rivals(compared, bestOfColumns, sumOfColumns, rows, columns);
}

type Fold = (plane: Plane, rows: number, columns: number) => Float64Array;

function rivals(
  { words, content, cosine, soft }: Compared,
  best: Fold,
  sum: Fold,
  rows: number,
  columns: number,
): Rivals {
  return {
    words: reciprocals(best(words, rows, columns), least),
    content: reciprocals(best(content, rows, columns), least),
    cosine: reciprocals(best(cosine, rows, columns), least),
    soft: reciprocals(sum(soft, rows, columns)),
  };
}

/** Where the best score is below this, nothing is shared. */
export const least = 1e-6;

/** A plane with the best of each of its rows and columns. */
export interface AmongRivals {
  readonly plane: Plane;
  readonly bestOfRow: Float64Array;
  readonly bestOfColumn: Float64Array;
}

export function amongRivals(plane: Plane, rows: number, columns: number): AmongRivals {
  return {
    plane,
    bestOfRow: bestOfRows(plane, rows, columns, Number.NEGATIVE_INFINITY),
    bestOfColumn: bestOfColumns(plane, rows, columns, Number.NEGATIVE_INFINITY),
  };
}

/** Mean and standard deviation. */
export function deviationOf(plane: Plane): { readonly mean: number; readonly deviation: number } {
  let [sum, squares] = [0, 0];
  for (let cell = 0; cell < plane.length; cell++) {
    sum += plane[cell]!;
    squares += plane[cell]! ** 2;
  }
  const mean = sum / plane.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / plane.length - mean ** 2)) };
}

/** The highest value of each row of a plane, or `least` where none is above it. */
export function bestOfRows(plane: Matrix["values"], rows: number, columns: number, least = 0): Float64Array {
  const made = new Float64Array(rows);
  for (let row = 0, cell = 0; row < rows; row++) {
    let best = least;
    for (let column = 0; column < columns; column++, cell++) if (plane[cell]! > best) best = plane[cell]!;
    made[row] = best;
  }
  return made;
}

function bestOfColumns(plane: Plane, rows: number, columns: number, least = 0): Float64Array {
  const made = new Float64Array(columns).fill(least);
  for (let row = 0, cell = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, cell++)
      if (plane[cell]! > made[column]!) made[column] = plane[cell]!;
  return made;
}

function sumOfRows(plane: Plane, rows: number, columns: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => sumOf(plane.subarray(row * columns, (row + 1) * columns)));
}

function sumOfColumns(plane: Plane, rows: number, columns: number): Float64Array {
  const made = new Float64Array(columns);
  for (let row = 0, cell = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, cell++) made[column]! += plane[cell]!;
  return made;
}

/** 1 / value; 0 where there is none. */
export function reciprocals(values: Float64Array, least = 0): Float32Array {
  const made = new Float32Array(values.length);
  for (let k = 0; k < made.length; k++) made[k] = values[k]! > least ? 1 / values[k]! : 0;
  return made;
}
