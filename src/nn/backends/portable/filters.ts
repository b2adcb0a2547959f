import type { Value } from "../../values.ts";
import type { Numbers } from "./calculator.ts";
import { rowsTimesMatrix } from "./products.ts";

/** Arrays that a filter works in; `line` is zeros. */
interface Scratch {
  /** A row with zeros to both sides, [columns + width − 1]. */
  readonly line: Numbers;
  /** What the rows add up to, [rows + height − 1, columns]. */
  readonly sums: Numbers;
}

/** Each plane of x [channels, rows, columns] through a filter of its own: a row adds to as many rows as the filter has. */
export function depthwise(x: Value, filter: Value, out: Numbers, { line, sums }: Scratch, flipped: boolean): void {
  const [channels, rows, columns] = x.shape as [number, number, number];
  const [, height, width] = filter.shape as [number, number, number];
  const size = { rows: height, inner: width, columns, step: 1 };
  for (let channel = 0; channel < channels; channel++) {
    const taps = filter.data.slice(channel * height * width, (channel + 1) * height * width) as Numbers;
    // A row adds to the rows after it by the taps above the middle, so these come last.
    if (!flipped) reverseRows(taps, height, width);
    else reverseWithin(taps, height, width);
    sums.fill(0);
    for (let row = 0; row < rows; row++) {
      const from = (channel * rows + row) * columns;
      line.set(x.data.subarray(from, from + columns), (width - 1) / 2);
      rowsTimesMatrix(taps, line, sums.subarray(row * columns, (row + height) * columns), size, false);
    }
    const first = ((height - 1) / 2) * columns;
    out.set(sums.subarray(first, first + rows * columns), channel * rows * columns);
  }
}

/** Adds the gradient of each tap to `filter`, [channels, height, width]. */
export function filterGradient(x: Value, dy: Value, filter: Value): void {
  eachTap(x.shape, filter.shape, (tap, into, from, length) => {
    let sum = 0;
    for (let k = 0; k < length; k++) sum += dy.data[into + k]! * x.data[from + k]!;
    filter.data[tap]! += sum;
  });
}

function reverseRows(taps: Numbers, height: number, width: number): void {
  taps.reverse();
  reverseWithin(taps, height, width);
}

function reverseWithin(taps: Numbers, height: number, width: number): void {
  for (let row = 0; row < height; row++) taps.subarray(row * width, (row + 1) * width).reverse();
}

/** Called with the number of a tap, where its result goes, where it reads, and for how long. */
type TapLoop = (tap: number, into: number, from: number, length: number) => void;

/** Visits what each tap of each filter reads within its plane, row by row. */
function eachTap(planes: readonly number[], filters: readonly number[], visit: TapLoop): void {
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
