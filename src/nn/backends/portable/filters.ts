import type { Value } from "../../values.ts";
import type { Numbers } from "./calculator.ts";
import type { KernelMemory } from "./memory.ts";

/** Each plane of x [channels, rows, columns] through a filter of its own [channels, height, width], zeros around it. */
export function depthwise(x: Value, filter: Value, out: Numbers, flipped: boolean): void {
  out.fill(0);
  const taps = filter.shape[1]! * filter.shape[2]!;
  eachTap(x.shape, filter.shape, (tap, into, from, length) => {
    const within = tap % taps;
    const weight = filter.data[flipped ? tap - within + (taps - 1 - within) : tap]!;
    for (let k = 0; k < length; k++) out[into + k]! += weight * x.data[from + k]!;
  });
}

/** Rows that are filtered at once: what is copied of a plane stays in the processor's cache. */
const band = 16;

/** The same by compiled loops, for numbers in a kernel's memory. Planes are copied with zeros at both ends of each row. */
export function compiledDepthwise(memory: KernelMemory, x: Value, filter: Value, out: Numbers, flipped: boolean): void {
  const [channels, rows, columns] = x.shape as [number, number, number];
  const [, height, width] = filter.shape as [number, number, number];
  const { loops } = memory.kernel;
  const [above, before] = [(height - 1) / 2, (width - 1) / 2];
  const line = 8 * Math.ceil(columns / 8) + width - 1;
  const framed = memory.take(line * Math.min(rows, band + height - 1)).fill(0);
  const taps = memory.take(height * width);
  for (let channel = 0; channel < channels; channel++) {
    taps.set(filter.data.subarray(channel * height * width, (channel + 1) * height * width));
    if (flipped) taps.reverse();
    for (let first = 0; first < rows; first += band) {
      const [top, end] = [Math.max(0, first - above), Math.min(rows, first + band + above)];
      const from = x.data.byteOffset + 4 * (channel * rows + top) * columns;
      loops.spread(from, end - top, columns, framed.byteOffset + 4 * before, 4 * line);
      for (let row = first; row < first + band && row < rows; row++) {
        const [upper, lower] = [Math.max(0, row - above), Math.min(rows, row + above + 1)];
        const tap = taps.byteOffset + 4 * (upper - row + above) * width;
        const to = out.byteOffset + 4 * (channel * rows + row) * columns;
        loops.filter(framed.byteOffset + 4 * (upper - top) * line, 4 * line, tap, lower - upper, width, to, columns);
      }
    }
  }
  memory.release(framed);
  memory.release(taps);
}

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
