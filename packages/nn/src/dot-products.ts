import type { Numbers } from "./backends/portable/calculator.ts";

export interface ProductSize {
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
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
