import { once, sumOf } from "@plotline/base";
import type { ProductSize } from "../../dot-products.ts";
import { Kernel, overrun } from "../../kernel.ts";
import { elements, type Value } from "../../shape.ts";
import type { Numbers } from "./calculator.ts";
import type { Memory, RectifiedSum } from "./memory.ts";

const shared = once(() => ({ kernel: new Kernel(), isBusy: false }));

/**
 * Runs something in the kernel's memory, which only one has at a time; what it returns must be copied. `counts` are those
 * of the arrays that it makes; while it makes one it may take as much again for itself.
 */
export function inKernelMemory<T>(counts: readonly number[], run: (memory: KernelMemory) => T): T {
  const one = shared();
  if (one.isBusy) throw new Error("the kernel's memory is in use: a program cannot run within another");
  one.isBusy = true;
  try {
    return run(new KernelMemory(one.kernel, counts));
  } finally {
    one.isBusy = false;
  }
}

/** The memory of a kernel, whose compiled loops work there. */
export class KernelMemory implements Memory {
  private end: number;
  /** Addresses that may be used again, by how many bytes there are. */
  private readonly free = new Map<number, number[]>();

  constructor(
    private readonly kernel: Kernel,
    counts: readonly number[],
  ) {
    const most = sumOf(counts, (count) => 2 * bytesFor(count) + forItself);
    this.end = kernel.layOut({ all: most }).all;
  }

  take(count: number): Float32Array {
    const bytes = bytesFor(count);
    const address = this.free.get(bytes)?.pop() ?? this.end;
    if (address === this.end) this.end += bytes;
    return this.kernel.floats(address, count);
  }

  release(data: Numbers): void {
    const bytes = bytesFor(data.length);
    const free = this.free.get(bytes);
    if (free === undefined) this.free.set(bytes, [data.byteOffset]);
    else free.push(data.byteOffset);
  }

  /** Four rows at a time, and what is left one by one. */
  product(a: Numbers, b: Numbers, out: Numbers, { rows, inner, columns }: ProductSize, transposed: boolean): void {
    const { loops } = this.kernel;
    const [down, right] = transposed ? [1, rows] : [inner, 1];
    const inFours = rows - (rows % 4);
    const packed = this.take(inFours * inner);
    for (let row = 0; row < inFours; row++)
      for (let k = 0, to = (row - (row % 4)) * inner + (row % 4); k < inner; k++, to += 4)
        packed[to] = a[row * down + k * right]!;
    loops.product(packed.byteOffset, b.byteOffset, out.byteOffset, inFours, inner, columns);
    this.release(packed);
    for (let row = inFours; row < rows; row++) {
      out.fill(0, row * columns, (row + 1) * columns);
      const to = out.byteOffset + 4 * row * columns;
      for (let k = 0; k < inner; k++)
        loops.addRow(to, b.byteOffset + 4 * k * columns, a[row * down + k * right]!, columns);
    }
  }

  rectifiedSum({ cells, ofRow, ofColumn, onto, slope }: RectifiedSum, out: Numbers): void {
    const [channels, rows, columns] = cells.shape as [number, number, number];
    const from = cells.data.byteOffset;
    const row = ofRow.data.byteOffset;
    const column = ofColumn?.data.byteOffset ?? 0;
    const base = onto?.data.byteOffset ?? 0;
    const forEachRow = ofRow.data.length > channels;
    const to = out.byteOffset;
    this.kernel.loops.rectifiedSum(from, row, forEachRow, column, base, slope, to, channels, rows, columns);
  }

  largest(x: Value, axis: number, out: Numbers): void {
    const { loops } = this.kernel;
    const [size, inner] = [x.shape[axis]!, elements(x.shape.slice(axis + 1))];
    const outer = elements(x.shape.slice(0, axis));
    const [from, to] = [x.data.byteOffset, out.byteOffset];
    if (inner === 1) loops.largestOfRows(from, outer, size, to);
    else
      for (let k = 0; k < outer; k++)
        loops.largestOfColumns(from + 4 * k * size * inner, size, inner, to + 4 * k * inner);
  }

  /** Planes are copied with zeros at both ends of each row. */
  depthwise(x: Value, filter: Value, out: Numbers, flipped: boolean): void {
    const [channels, rows, columns] = x.shape as [number, number, number];
    const [, height, width] = filter.shape as [number, number, number];
    const { loops } = this.kernel;
    const [above, before] = [(height - 1) / 2, (width - 1) / 2];
    const line = 8 * Math.ceil(columns / 8) + width - 1;
    const framed = this.take(line * Math.min(rows, band + height - 1)).fill(0);
    const taps = this.take(height * width);
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
    this.release(framed);
    this.release(taps);
  }
}

/** Rows that are filtered at once: what is copied of a plane stays in the processor's cache. */
const band = 16;

/** For what an operation needs besides its operands and results, in bytes. */
const forItself = 2048;

function bytesFor(count: number): number {
  return (4 * count + overrun + 63) & ~63;
}
