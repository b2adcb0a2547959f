import type { TableState } from "../training-state.ts";

// Everyone's gradients, added in the order of the workers. These loops see every number of every step, so they make no
// lists and no closures on their way.

/** Σ share · gradient from `start` to before `end`, into the first worker's; the sum of the squares of the result. */
export function sumWeights(
  gradients: readonly Float32Array[],
  shares: readonly number[],
  start: number,
  end: number,
): number {
  const into = gradients[0]!;
  const own = shares[0]!;
  if (shares.length === 1) return scale(into, own, start, end);
  let squares = 0;
  for (let worker = 1; worker < shares.length; worker++) {
    const other = gradients[worker]!;
    const share = shares[worker]!;
    squares = mix(into, worker === 1 ? own : 1, other, share, start, end);
  }
  return squares;
}

/** The same for a row of a table, where only the workers count that touched it, into the first of them. */
export function sumRow(table: TableState, row: number, shares: readonly number[]): number {
  const first = toucher(table, row);
  if (first < 0) return 0;
  const into = table.gradients[first]!;
  const start = row * table.width;
  const end = (row + 1) * table.width;
  let own = shares[first]!;
  let squares = -1;
  for (let worker = first + 1; worker < shares.length; worker++) {
    if (table.touched[worker]?.[row] !== 1) continue;
    squares = mix(into, own, table.gradients[worker]!, shares[worker]!, start, end);
    own = 1;
  }
  return squares < 0 ? scale(into, own, start, end) : squares;
}

/** The first worker that touched a row, −1 where none did. */
export function toucher({ touched }: TableState, row: number): number {
  for (let worker = 0; worker < touched.length; worker++) if (touched[worker]?.[row] === 1) return worker;
  return -1;
}

/** into = own · into + share · other; the sum of its squares. */
function mix(into: Float32Array, own: number, other: Float32Array, share: number, start: number, end: number): number {
  let squares = 0;
  for (let at = start; at < end; at++) {
    const sum = own * into[at]! + share * other[at]!;
    into[at] = sum;
    squares += sum * sum;
  }
  return squares;
}

function scale(into: Float32Array, own: number, start: number, end: number): number {
  let squares = 0;
  for (let at = start; at < end; at++) {
    const scaled = own * into[at]!;
    into[at] = scaled;
    squares += scaled * scaled;
  }
  return squares;
}
