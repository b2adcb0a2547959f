import type { Numbers } from "./calculator.ts";
import type { KernelMemory } from "./memory.ts";

export interface ProductSize {
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
}

/** out [rows, columns] = a · b, where b is [inner, columns] and a is [rows, inner], or [inner, rows] read transposed. */
export function rowsTimesMatrix(a: Numbers, b: Numbers, out: Numbers, size: ProductSize, transposed = false): void {
  const { rows, inner, columns } = size;
  const [down, right] = transposed ? [1, rows] : [inner, 1];
  out.fill(0);
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < inner; k++) {
      const weight = a[row * down + k * right]!;
      for (let j = 0; j < columns; j++) out[row * columns + j]! += weight * b[k * columns + j]!;
    }
}

/** The same by compiled loops, for numbers in a kernel's memory: four rows at a time, and what is left one by one. */
export function compiledProduct(
  memory: KernelMemory,
  a: Numbers,
  b: Numbers,
  out: Numbers,
  size: ProductSize,
  transposed = false,
): void {
  const { rows, inner, columns } = size;
  const { loops } = memory.kernel;
  const [down, right] = transposed ? [1, rows] : [inner, 1];
  const inFours = rows - (rows % 4);
  const packed = memory.take(inFours * inner);
  for (let row = 0; row < inFours; row++)
    for (let k = 0, to = (row - (row % 4)) * inner + (row % 4); k < inner; k++, to += 4)
      packed[to] = a[row * down + k * right]!;
  loops.product(packed.byteOffset, b.byteOffset, out.byteOffset, inFours, inner, columns);
  memory.release(packed);
  for (let row = inFours; row < rows; row++) {
    out.fill(0, row * columns, (row + 1) * columns);
    for (let k = 0; k < inner; k++)
      loops.addRow(
        out.byteOffset + 4 * row * columns,
        b.byteOffset + 4 * k * columns,
        a[row * down + k * right]!,
        columns,
      );
  }
}

/** out [rows, columns] = a · bᵀ, where a is [rows, inner] and b is [columns, inner]: four rows of b at a time. */
export function dotProducts(a: Numbers, b: Numbers, out: Numbers, { rows, inner, columns }: ProductSize): void {
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
      out[at] = s0;
      out[at + 1] = s1;
      out[at + 2] = s2;
      out[at + 3] = s3;
    }
    for (; column < columns; column++) {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += a[left + k]! * b[column * inner + k]!;
      out[row * columns + column] = sum;
    }
  }
}
