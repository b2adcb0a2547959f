import type { Numbers } from "./calculator.ts";

interface Size {
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
  /** From one row of the second operand to the next; they may overlap. */
  readonly step?: number;
}

/** This many columns at a time, so that the rows of the second operand stay in the processor's cache. */
const chunk = 1024;

/**
 * out [rows, columns] += a · b, where b is [inner, columns] and a is [rows, inner], or [inner, rows] read transposed.
 * Two rows of the result and four of b at a time: that is where most of the time goes, and it halves it.
 */
export function rowsTimesMatrix(a: Numbers, b: Numbers, out: Numbers, size: Size, transposed: boolean): void {
  const { rows, inner, columns, step = columns } = size;
  const [down, right] = transposed ? [1, rows] : [inner, 1];
  for (let from = 0; from < columns; from += chunk) {
    const to = Math.min(columns, from + chunk);
    let row = 0;
    for (; row + 1 < rows; row += 2) {
      let k = 0;
      for (; k + 3 < inner; k += 4)
        addFourRowsTwice(
          a,
          row * down + k * right,
          down,
          right,
          b,
          k * step,
          step,
          out,
          row * columns,
          columns,
          from,
          to,
        );
      for (; k < inner; k++) {
        addRow(a[row * down + k * right]!, b, k * step, out, row * columns, from, to);
        addRow(a[(row + 1) * down + k * right]!, b, k * step, out, (row + 1) * columns, from, to);
      }
    }
    for (; row < rows; row++)
      for (let k = 0; k < inner; k++) addRow(a[row * down + k * right]!, b, k * step, out, row * columns, from, to);
  }
}

function addRow(weight: number, b: Numbers, at: number, out: Numbers, to: number, from: number, end: number): void {
  for (let j = from; j < end; j++) out[to + j]! += weight * b[at + j]!;
}

/** Adds four rows of b, weighed, to two rows of the result. */
function addFourRowsTwice(
  a: Numbers,
  at: number,
  down: number,
  right: number,
  b: Numbers,
  b0: number,
  step: number,
  out: Numbers,
  upper: number,
  columns: number,
  from: number,
  to: number,
): void {
  const below = at + down;
  const [u0, u1, u2, u3] = [a[at]!, a[at + right]!, a[at + 2 * right]!, a[at + 3 * right]!];
  const [v0, v1, v2, v3] = [a[below]!, a[below + right]!, a[below + 2 * right]!, a[below + 3 * right]!];
  const b1 = b0 + step;
  const b2 = b1 + step;
  const b3 = b2 + step;
  const lower = upper + columns;
  for (let j = from; j < to; j++) {
    const [w, x, y, z] = [b[b0 + j]!, b[b1 + j]!, b[b2 + j]!, b[b3 + j]!];
    out[upper + j]! += u0 * w + u1 * x + u2 * y + u3 * z;
    out[lower + j]! += v0 * w + v1 * x + v2 * y + v3 * z;
  }
}

/** out [rows, columns] += a · bᵀ, where a is [rows, inner] and b is [columns, inner]: four rows of b at a time. */
export function dotProducts(a: Numbers, b: Numbers, out: Numbers, { rows, inner, columns }: Size): void {
  for (let row = 0; row < rows; row++) {
    const left = row * inner;
    let column = 0;
    for (; column + 3 < columns; column += 4) {
      const b0 = column * inner;
      const b1 = b0 + inner;
      const b2 = b1 + inner;
      const b3 = b2 + inner;
      let [s0, s1, s2, s3] = [0, 0, 0, 0];
      for (let k = 0; k < inner; k++) {
        const x = a[left + k]!;
        s0 += x * b[b0 + k]!;
        s1 += x * b[b1 + k]!;
        s2 += x * b[b2 + k]!;
        s3 += x * b[b3 + k]!;
      }
      const at = row * columns + column;
      out[at]! += s0;
      out[at + 1]! += s1;
      out[at + 2]! += s2;
      out[at + 3]! += s3;
    }
    for (; column < columns; column++) {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += a[left + k]! * b[column * inner + k]!;
      out[row * columns + column]! += sum;
    }
  }
}
