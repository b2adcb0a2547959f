import { firstLargest, type Numbers } from "../backends/portable/calculator.ts";
import { eachTap } from "../backends/portable/filters.ts";
import type { Memory, RectifiedSum } from "../backends/portable/memory.ts";
import type { ProductSize } from "../dot-products.ts";
import { elements, type Value } from "../shape.ts";

/** Arrays in double and plain loops: for gradient checks, and what the compiled loops must agree with. */
export const doubleMemory: Memory = {
  take: (count) => new Float64Array(count),
  release: () => {},

  product(a: Numbers, b: Numbers, out: Numbers, { rows, inner, columns }: ProductSize, transposed: boolean) {
    const [down, right] = transposed ? [1, rows] : [inner, 1];
    for (let cell = 0; cell < rows * columns; cell++) {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      out[cell] = 0;
      for (let k = 0; k < inner; k++) out[cell]! += a[row * down + k * right]! * b[k * columns + column]!;
    }
  },

  rectifiedSum({ cells, ofRow, ofColumn, onto, slope }: RectifiedSum, out: Numbers) {
    const [channels, rows, columns] = cells.shape as [number, number, number];
    for (let cell = 0; cell < out.length; cell++) {
      const row = Math.floor(cell / columns);
      const channel = Math.floor(row / rows);
      const below = ofColumn?.data[channel * columns + (cell % columns)] ?? 0;
      const x = cells.data[cell]! + ofRow.data[ofRow.data.length > channels ? row : channel]! + below;
      out[cell] = (onto?.data[cell] ?? 0) + (x > 0 ? x : slope * x);
    }
  },

  largest(x: Value, axis: number, out: Numbers) {
    const [size, inner] = [x.shape[axis]!, elements(x.shape.slice(axis + 1))];
    for (let to = 0; to < out.length; to++) out[to] = x.data[firstLargest(x.data, to, size, inner)]!;
  },

  depthwise(x: Value, filter: Value, out: Numbers, flipped: boolean) {
    out.fill(0);
    const taps = filter.shape[1]! * filter.shape[2]!;
    eachTap(x.shape, filter.shape, (tap, into, from, length) => {
      const within = tap % taps;
      const weight = filter.data[flipped ? tap - within + (taps - 1 - within) : tap]!;
      for (let k = 0; k < length; k++) out[into + k]! += weight * x.data[from + k]!;
    });
  },
};
