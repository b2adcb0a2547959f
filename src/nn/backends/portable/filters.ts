import { Kernel } from "../../../kernel.ts";
import { once } from "../../../once.ts";
import type { Value } from "../../values.ts";
import type { Numbers } from "./calculator.ts";

/** Each plane of x [channels, rows, columns] through a filter of its own [channels, height, width], zeros around it. */
export function depthwise(x: Value, filter: Value, out: Numbers, flipped: boolean): void {
  if (out instanceof Float32Array) compiledDepthwise(x, filter, out, flipped);
  else plainDepthwise(x, filter, out, flipped);
}

function plainDepthwise(x: Value, filter: Value, out: Numbers, flipped: boolean): void {
  out.fill(0);
  const taps = filter.shape[1]! * filter.shape[2]!;
  eachTap(x.shape, filter.shape, (tap, into, from, length) => {
    const within = tap % taps;
    const weight = filter.data[flipped ? tap - within + (taps - 1 - within) : tap]!;
    for (let k = 0; k < length; k++) out[into + k]! += weight * x.data[from + k]!;
  });
}

const kernel = once(() => new Kernel());
/** Rows that are filtered at once: what is copied of a plane stays in the processor's cache. */
const band = 16;

/** The same by the compiled loop, which reads beyond the edges of a plane: it is copied with a frame of zeros. */
function compiledDepthwise(x: Value, filter: Value, out: Float32Array, flipped: boolean): void {
  const [channels, rows, columns] = x.shape as [number, number, number];
  const [, height, width] = filter.shape as [number, number, number];
  const on = kernel();
  const across = Math.ceil(columns / 8) * 8;
  const [line, lines] = [across + width - 1, Math.min(band, rows) + height - 1];
  const sizes = { plane: 4 * line * lines, taps: 4 * height * width, to: 4 * across * band };
  const { plane, taps, to } = on.layOut(sizes);
  const [framed, weights] = [on.floats(plane, line * lines), on.floats(taps, height * width)];
  const made = on.floats(to, across * band);
  const [above, before] = [(height - 1) / 2, (width - 1) / 2];
  framed.fill(0);
  for (let channel = 0; channel < channels; channel++) {
    weights.set(filter.data.subarray(channel * height * width, (channel + 1) * height * width));
    if (flipped) weights.reverse();
    for (let first = 0; first < rows; first += band) {
      const count = Math.min(band, rows - first);
      for (let k = 0; k < count + height - 1; k++) {
        const row = first + k - above;
        const from = (channel * rows + row) * columns;
        if (row < 0 || row >= rows) framed.fill(0, k * line, (k + 1) * line);
        else framed.set(x.data.subarray(from, from + columns), k * line + before);
      }
      on.loops.filter(plane, 4 * line, taps, height, width, to, count, across);
      for (let k = 0; k < count; k++)
        out.set(made.subarray(k * across, k * across + columns), (channel * rows + first + k) * columns);
    }
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
