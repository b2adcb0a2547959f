import type { ProductSize } from "../../dot-products.ts";
import type { Numbers } from "./calculator.ts";
import type { KernelMemory } from "./memory.ts";

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
