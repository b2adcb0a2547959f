import type { Value } from "../../shape.ts";

/** Adds the gradient of each tap to `filter`, [channels, height, width]. */
export function filterGradient(x: Value, dy: Value, filter: Value): void {
  eachTap(x.shape, filter.shape, (tap, into, from, length) => {
    let sum = 0;
    for (let k = 0; k < length; k++) sum += dy.data[into + k]! * x.data[from + k]!;
    filter.data[tap]! += sum;
  });
}

/** Called with the number of a tap, where its result goes, where it reads, and for how long. */
type TapLoop = (tap: number, into: number, from: number, length: number) => void;

/** Visits what each tap of each filter reads within its plane, row by row. */
export function eachTap(planes: readonly number[], filters: readonly number[], visit: TapLoop): void {
  const [channels, rows, columns] = planes as [number, number, number];
  const [, height, width] = filters as [number, number, number];
  for (let channel = 0; channel < channels; channel++)
    for (let row = 0; row < rows; row++)
      for (let u = 0; u < height; u++) {
        const above = row + u - (height - 1) / 2;
        if (above < 0 || above >= rows) continue;
        for (let v = 0; v < width; v++) {
          const shift = v - (width - 1) / 2;
          const first = shift < 0 ? -shift : 0;
          const length = columns - Math.abs(shift);
          const into = (channel * rows + row) * columns + first;
          const from = (channel * rows + above) * columns + first + shift;
          visit((channel * height + u) * width + v, into, from, length);
        }
      }
}
