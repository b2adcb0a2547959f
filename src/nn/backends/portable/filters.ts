import type { Value } from "../../values.ts";
import type { Numbers } from "./calculator.ts";

/** Each plane of x [channels, rows, columns] through a filter of its own [channels, height, width], zeros around it. */
export function depthwise(x: Value, filter: Value, out: Numbers, flipped: boolean): void {
  const [channels, rows, columns] = x.shape as [number, number, number];
  const [, height, width] = filter.shape as [number, number, number];
  const framed = new Frame(rows, columns, height, width);
  for (let channel = 0; channel < channels; channel++) {
    const taps = Float64Array.from(filter.data.subarray(channel * height * width, (channel + 1) * height * width));
    if (flipped) taps.reverse();
    framed.fill(x.data, channel * rows * columns);
    for (let row = 0; row < rows; row++) framed.filterRow(row, taps, out, (channel * rows + row) * columns);
  }
}

/** A plane with zeros around it, so that a filter may read beyond its edges. */
class Frame {
  private readonly cells: Float64Array;
  private readonly line: number;

  constructor(
    private readonly rows: number,
    private readonly columns: number,
    private readonly height: number,
    private readonly width: number,
  ) {
    // Four columns are filtered at once, so that the last of them may be outside.
    this.line = columns + width + 3;
    this.cells = new Float64Array((rows + height - 1) * this.line);
  }

  fill(plane: Value["data"], from: number): void {
    const [above, before] = [(this.height - 1) / 2, (this.width - 1) / 2];
    for (let row = 0; row < this.rows; row++) {
      const [at, to] = [from + row * this.columns, (above + row) * this.line + before];
      for (let column = 0; column < this.columns; column++) this.cells[to + column] = plane[at + column]!;
    }
  }

  /** Four sums at a time, along which the numbers of a row move on. */
  filterRow(row: number, taps: Float64Array, out: Numbers, to: number): void {
    const { cells, line, columns, height, width } = this;
    for (let column = 0; column < columns; column += 4) {
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      for (let u = 0; u < height; u++) {
        const from = (row + u) * line + column;
        let x0 = cells[from]!;
        let x1 = cells[from + 1]!;
        let x2 = cells[from + 2]!;
        for (let v = 0; v < width; v++) {
          const x3 = cells[from + v + 3]!;
          const tap = taps[u * width + v]!;
          s0 += tap * x0;
          s1 += tap * x1;
          s2 += tap * x2;
          s3 += tap * x3;
          x0 = x1;
          x1 = x2;
          x2 = x3;
        }
      }
      out[to + column] = s0;
      if (column + 1 < columns) out[to + column + 1] = s1;
      if (column + 2 < columns) out[to + column + 2] = s2;
      if (column + 3 < columns) out[to + column + 3] = s3;
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
