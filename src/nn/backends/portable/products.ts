import { Kernel } from "../../../kernel.ts";
import { once } from "../../../once.ts";
import type { Numbers } from "./calculator.ts";

interface Size {
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
}

/** out [rows, columns] += a · b, where b is [inner, columns] and a is [rows, inner], or [inner, rows] read transposed. */
export function rowsTimesMatrix(a: Numbers, b: Numbers, out: Numbers, size: Size, transposed: boolean): void {
  if (b instanceof Float32Array && size.columns >= 8) compiledProduct(a, b, out, size, transposed);
  else plainProduct(a, b, out, size, transposed);
}

function plainProduct(a: Numbers, b: Numbers, out: Numbers, size: Size, transposed: boolean): void {
  const { rows, inner, columns } = size;
  const [down, right] = transposed ? [1, rows] : [inner, 1];
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < inner; k++) {
      const weight = a[row * down + k * right]!;
      for (let j = 0; j < columns; j++) out[row * columns + j]! += weight * b[k * columns + j]!;
    }
}

const kernel = once(() => new Kernel());

/** The same by the compiled loop, a few hundred columns at a time, so that they stay in the processor's cache. */
function compiledProduct(a: Numbers, b: Numbers, out: Numbers, size: Size, transposed: boolean): void {
  const { rows, inner, columns } = size;
  const on = kernel();
  const [height, width] = [multiple(rows, 4), Math.min(multiple(columns, 8), tileWidth(inner))];
  const sizes = { weights: 4 * height * inner, from: 4 * inner * width, to: 4 * height * width };
  const { weights, from, to } = on.layOut(sizes);
  packRows(a, on.floats(weights, height * inner), size, transposed);
  const [ours, theirs] = [on.floats(from, inner * width), on.floats(to, height * width)];
  for (let first = 0; first < columns; first += width) {
    const count = Math.min(width, columns - first);
    for (let k = 0, at = first; k < inner; k++, at += columns) ours.set(b.subarray(at, at + count), k * width);
    for (let row = 0, at = first; row < rows; row++, at += columns)
      theirs.set(out.subarray(at, at + count), row * width);
    on.loops.product(weights, from, to, height, inner, multiple(count, 8), 4 * width);
    for (let row = 0, at = first; row < rows; row++, at += columns)
      out.set(theirs.subarray(row * width, row * width + count), at);
  }
}

/** [rows, inner] as [rows / 4, inner, 4], with zeros for rows that are missing. */
function packRows(a: Numbers, packed: Float32Array, { rows, inner }: Size, transposed: boolean): void {
  const [down, right] = transposed ? [1, rows] : [inner, 1];
  for (let k = 0; k < packed.length; k++) {
    const group = Math.floor(k / (4 * inner));
    const row = 4 * group + (k % 4);
    packed[k] = row < rows ? a[row * down + ((k >> 2) - group * inner) * right]! : 0;
  }
}

/** As many columns as fit into 256 KB, but enough to be worth a call; not a power of two, whose rows would share a place in the cache. */
function tileWidth(inner: number): number {
  return Math.max(56, Math.min(504, multiple(Math.floor(65536 / inner), 8) - 8));
}

function multiple(count: number, of: number): number {
  return Math.ceil(count / of) * of;
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
