import type { Numbers } from "./calculator.ts";

interface Size {
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
}

/** This many rows of the second operand at a time: what is read of them stays in the processor's cache. */
const chunk = 128;

/** out [rows, columns] += a · b, where b is [inner, columns] and a is [rows, inner], or [inner, rows] read transposed. */
export function rowsTimesMatrix(a: Numbers, b: Numbers, out: Numbers, size: Size, transposed: boolean): void {
  const { rows, inner, columns } = size;
  const [down, right] = transposed ? [1, rows] : [inner, 1];
  const weights = new Float64Array(4 * Math.min(inner, chunk));
  for (let from = 0; from < inner; from += chunk) {
    const count = Math.min(inner - from, chunk);
    for (let row = 0; row < rows; row += 4) {
      const height = Math.min(4, rows - row);
      for (let k = 0; k < 4 * count; k++)
        weights[k] = k % 4 < height ? a[(row + (k % 4)) * down + (from + (k >> 2)) * right]! : 0;
      const place = { from: from * columns, to: row * columns, count, columns };
      if (height === 4) addFourRows(weights, b, out, place);
      else for (let k = 0; k < height; k++) addRow(weights, k, b, out, { ...place, to: (row + k) * columns });
    }
  }
}

interface Place {
  /** Where the rows of b begin, and how many there are. */
  readonly from: number;
  readonly count: number;
  /** Where the rows of the result begin. */
  readonly to: number;
  readonly columns: number;
}

/** Two columns of four rows at a time: each number that is read is used several times, and a result is written once. */
function addFourRows(weights: Float64Array, b: Numbers, out: Numbers, { from, count, to, columns }: Place): void {
  const [second, third, fourth] = [to + columns, to + 2 * columns, to + 3 * columns];
  const end = 4 * count;
  for (let j = 0; j + 1 < columns; j += 2) {
    let l0 = out[to + j]!;
    let l1 = out[second + j]!;
    let l2 = out[third + j]!;
    let l3 = out[fourth + j]!;
    let r0 = out[to + j + 1]!;
    let r1 = out[second + j + 1]!;
    let r2 = out[third + j + 1]!;
    let r3 = out[fourth + j + 1]!;
    for (let k = 0, at = from + j; k < end; k += 4, at += columns) {
      const x = b[at]!;
      const y = b[at + 1]!;
      const u = weights[k]!;
      const v = weights[k + 1]!;
      const w = weights[k + 2]!;
      const z = weights[k + 3]!;
      l0 += u * x;
      l1 += v * x;
      l2 += w * x;
      l3 += z * x;
      r0 += u * y;
      r1 += v * y;
      r2 += w * y;
      r3 += z * y;
    }
    out[to + j] = l0;
    out[to + j + 1] = r0;
    out[second + j] = l1;
    out[second + j + 1] = r1;
    out[third + j] = l2;
    out[third + j + 1] = r2;
    out[fourth + j] = l3;
    out[fourth + j + 1] = r3;
  }
  if (columns % 2 === 1)
    for (let k = 0; k < 4; k++)
      addCell(weights, k, b, out, { from, count, to: to + k * columns, columns }, columns - 1);
}

/** One of four rows, four columns at a time. */
function addRow(weights: Float64Array, row: number, b: Numbers, out: Numbers, place: Place): void {
  const { from, count, to, columns } = place;
  let j = 0;
  for (; j + 3 < columns; j += 4) {
    let c0 = out[to + j]!;
    let c1 = out[to + j + 1]!;
    let c2 = out[to + j + 2]!;
    let c3 = out[to + j + 3]!;
    for (let k = 0, at = from + j; k < count; k++, at += columns) {
      const weight = weights[4 * k + row]!;
      c0 += weight * b[at]!;
      c1 += weight * b[at + 1]!;
      c2 += weight * b[at + 2]!;
      c3 += weight * b[at + 3]!;
    }
    out[to + j] = c0;
    out[to + j + 1] = c1;
    out[to + j + 2] = c2;
    out[to + j + 3] = c3;
  }
  for (; j < columns; j++) addCell(weights, row, b, out, place, j);
}

function addCell(
  weights: Float64Array,
  row: number,
  b: Numbers,
  out: Numbers,
  { from, count, to, columns }: Place,
  column: number,
): void {
  let sum = out[to + column]!;
  for (let k = 0; k < count; k++) sum += weights[4 * k + row]! * b[from + k * columns + column]!;
  out[to + column] = sum;
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
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
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
