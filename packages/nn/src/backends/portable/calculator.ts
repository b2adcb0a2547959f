import { dotProducts, type ProductSize } from "../../dot-products.ts";
import { elements, type Shape, type Sizes, sizesOf, type Value } from "../../shape.ts";
import { Broadcast, Odometer, type Operand } from "./broadcast.ts";
import { filterGradient } from "./filters.ts";
import type { Memory, RectifiedSum } from "./memory.ts";

export type Numbers = Float32Array | Float64Array;

/** A value of floating-point numbers. */
interface Floats extends Value {
  readonly data: Numbers;
}

/** Computes along one row: `step` is 0 for an operand that is stretched along it, else 1. */
export type RowLoop = (out: Numbers, at: number, count: number, a: Operand, b: Operand) => void;

/** What an operation's portable form may use: plain loops over typed arrays, the same in Node and in a tab. */
export class Calculator {
  constructor(
    private readonly sizes: Sizes,
    private readonly memory: Memory,
    /** Whether dropout draws; an evaluation leaves it out. */
    readonly training: boolean,
  ) {}

  /** The sizes of a shape in this batch. */
  known(shape: Shape): number[] {
    return sizesOf(shape, this.sizes);
  }

  zeros(shape: readonly number[]): Floats {
    return this.filled(shape, 0);
  }

  filled(shape: readonly number[], value: number): Floats {
    const data = this.memory.take(elements(shape));
    data.fill(value);
    return { shape, data };
  }

  integers(shape: readonly number[]): Value & { readonly data: Int32Array } {
    return { shape, data: new Int32Array(elements(shape)) };
  }

  reshaped({ data }: Value, shape: readonly number[]): Value {
    return { shape, data };
  }

  each({ shape, data }: Value, value: (x: number) => number): Floats {
    const made = this.empty(shape);
    for (let k = 0; k < made.data.length; k++) made.data[k] = value(data[k]!);
    return made;
  }

  /** `of` where the sign is positive, `slope` times as much elsewhere. */
  leakyWherePositive(sign: Value, { shape, data }: Value, slope: number): Floats {
    const made = this.empty(shape);
    for (let k = 0; k < made.data.length; k++) made.data[k] = sign.data[k]! > 0 ? data[k]! : slope * data[k]!;
    return made;
  }

  /** Two operands by NumPy's rule of broadcasting, row by row along the last axis. */
  pairwise(a: Value, b: Value, shape: readonly number[], loop: RowLoop): Floats {
    const made = this.empty(shape);
    const count = elements(shape);
    const whole = (x: Value) => elements(x.shape) === count;
    const alone = (x: Value) => elements(x.shape) === 1;
    const operand = ({ data }: Value, step: number): Operand => ({ data, at: 0, step });
    if ((whole(a) || alone(a)) && (whole(b) || alone(b))) {
      loop(made.data, 0, count, operand(a, Number(whole(a))), operand(b, Number(whole(b))));
      return made;
    }
    const left = new Broadcast(a, shape);
    const right = new Broadcast(b, shape);
    const width = shape.at(-1) ?? 1;
    for (let at = 0; at < count; at += width) {
      loop(made.data, at, width, left.row, right.row);
      left.next();
      right.next();
    }
    return made;
  }

  rectifiedSum(sum: RectifiedSum): Floats {
    const made = this.empty(sum.cells.shape);
    this.memory.rectifiedSum(sum, made.data);
    return made;
  }

  /** Sums over some axes; the result has sizes of 1 there. */
  sum(x: Value, axes: readonly number[]): Floats {
    const made = this.zeros(x.shape.map((size, axis) => (axes.includes(axis) ? 1 : size)));
    const sums = new Broadcast(made, x.shape);
    const width = x.shape.at(-1) ?? 1;
    for (let from = 0; from < x.data.length; from += width) {
      const { at, step } = sums.row;
      if (step === 0) made.data[at]! += sumOf(x.data, from, from + width);
      else for (let k = 0; k < width; k++) made.data[at + k]! += x.data[from + k]!;
      sums.next();
    }
    return made;
  }

  /** Stretches sizes of 1. */
  expand(x: Value, shape: readonly number[]): Floats {
    const made = this.empty(shape);
    const source = new Broadcast(x, shape);
    const width = shape.at(-1) ?? 1;
    for (let from = 0; from < made.data.length; from += width) {
      const { at, step } = source.row;
      for (let k = 0; k < width; k++) made.data[from + k] = x.data[at + k * step]!;
      source.next();
    }
    return made;
  }

  transpose(x: Value, order: readonly number[]): Value {
    const shape = order.map((axis) => x.shape[axis]!);
    const made = x.data instanceof Int32Array ? this.integers(shape) : this.empty(shape);
    const steps = order.map((axis) => elements(x.shape.slice(axis + 1)));
    const width = shape.at(-1) ?? 1;
    const step = steps.at(-1) ?? 0;
    const rows = new Odometer(shape.slice(0, -1), steps.slice(0, -1));
    for (let to = 0; to < made.data.length; to += width, rows.next())
      for (let k = 0; k < width; k++) made.data[to + k] = x.data[rows.at + k * step]!;
    return made;
  }

  /** The product of two matrices, or of two stacks of them; an operand may be read transposed. */
  product(a: Value, b: Value, first: boolean, second: boolean): Floats {
    const [rows, inner] = sides(a.shape, first);
    const [, columns] = sides(b.shape, second);
    const stack = a.shape.slice(0, -2);
    if (first && second) return this.product(a, this.transpose(b, swapLast(b.shape.length)), first, false);
    const made = this.empty([...stack, rows, columns]);
    const size = { rows, inner, columns };
    for (let k = 0; k < elements(stack); k++) {
      const left = part(a, k, rows * inner);
      const right = part(b, k, inner * columns);
      const out = part(made, k, rows * columns);
      if (second) dotProducts(left, right, out, size);
      else this.rowsTimesMatrix(left, right, out, size, first);
    }
    return made;
  }

  /** out = a · b, where a may be read transposed. */
  rowsTimesMatrix(a: Numbers, b: Numbers, out: Numbers, size: ProductSize, transposed = false): void {
    this.memory.product(a, b, out, size, transposed);
  }

  /** A bias for each column, added in place. */
  plusBias(x: Floats, bias: Value): Floats {
    const width = bias.data.length;
    for (let row = 0; row < x.data.length; row += width)
      for (let k = 0; k < width; k++) x.data[row + k]! += bias.data[k]!;
    return x;
  }

  /** x − max − ln Σ exp(x − max), along an axis. */
  logSoftmax(x: Value, axis: number): Floats {
    const made = this.empty(x.shape);
    const size = x.shape[axis]!;
    const step = elements(x.shape.slice(axis + 1));
    for (let k = 0; k < made.data.length / size; k++) {
      const first = Math.floor(k / step) * size * step + (k % step);
      let most = -Infinity;
      let sum = 0;
      for (let n = 0; n < size; n++) most = Math.max(most, x.data[first + n * step]!);
      for (let n = 0; n < size; n++) sum += Math.exp(x.data[first + n * step]! - most);
      const whole = most + Math.log(sum);
      for (let n = 0; n < size; n++) made.data[first + n * step] = x.data[first + n * step]! - whole;
    }
    return made;
  }

  /** Equally shaped parts, one after the other along an axis. */
  concat(parts: readonly Value[], axis: number): Floats {
    const whole = parts.reduce((sum, { shape }) => sum + shape[axis]!, 0);
    const made = this.empty(parts[0]!.shape.with(axis, whole));
    this.blocks(made, parts, axis, (block, part) => block.set(part));
    return made;
  }

  split(x: Value, sizes: readonly number[], axis: number): Floats[] {
    const parts = sizes.map((size) => this.empty(x.shape.with(axis, size)));
    this.blocks(x, parts, axis, (block, part) => part.set(block));
    return parts;
  }

  /** Rows of `x` by number. */
  gatherRows(x: Value, numbers: Value): Value {
    const width = elements(x.shape.slice(1));
    const shape = [...numbers.shape, ...x.shape.slice(1)];
    const made = x.data instanceof Int32Array ? this.integers(shape) : this.empty(shape);
    for (let k = 0; k < numbers.data.length; k++) {
      const row = numbers.data[k]! * width;
      made.data.set(x.data.subarray(row, row + width), k * width);
    }
    return made;
  }

  /** `base` with each row of `x` added to the row that its number names. */
  addRows(base: Value, x: Value, numbers: Value): Floats {
    const made = this.empty(base.shape);
    made.data.set(base.data);
    const width = elements(x.shape.slice(1));
    for (let k = 0; k < numbers.data.length; k++) {
      const row = numbers.data[k]! * width;
      for (let d = 0; d < width; d++) made.data[row + d]! += x.data[k * width + d]!;
    }
    return made;
  }

  /** The largest along an axis. */
  largest(x: Value, axis: number): Floats {
    const made = this.empty(x.shape.toSpliced(axis, 1));
    this.memory.largest(x, axis, made.data);
    return made;
  }

  /** Zeros in the shape of `x`, but for each number of `y` at the place of the first of the largest along an axis. */
  atLargest(x: Value, axis: number, y: Value): Floats {
    const made = this.zeros(x.shape);
    const size = x.shape[axis]!;
    const inner = elements(x.shape.slice(axis + 1));
    for (let k = 0; k < y.data.length; k++) made.data[firstLargest(x.data, k, size, inner)] = y.data[k]!;
    return made;
  }

  /** Each plane through a filter of its own, with zeros around it. */
  depthwise(x: Value, filter: Value, flipped: boolean): Floats {
    const made = this.empty(x.shape);
    this.memory.depthwise(x, filter, made.data, flipped);
    return made;
  }

  filterGradient(x: Value, dy: Value, height: number, width: number): Floats {
    const made = this.zeros([x.shape[0]!, height, width]);
    filterGradient(x, dy, made);
    return made;
  }

  /** An array for numbers that the caller writes, every one. */
  empty(shape: readonly number[]): Floats {
    return { shape, data: this.memory.take(elements(shape)) };
  }

  /** Calls back with each stretch of the whole and the part that it is made of, along an axis. */
  private blocks(
    whole: Value,
    parts: readonly Value[],
    axis: number,
    pair: (block: Value["data"], part: Value["data"]) => void,
  ): void {
    const inner = elements(whole.shape.slice(axis + 1));
    const outer = elements(whole.shape.slice(0, axis));
    for (let k = 0, at = 0; k < outer; k++)
      for (const { shape, data } of parts) {
        const length = shape[axis]! * inner;
        pair(whole.data.subarray(at, at + length), data.subarray(k * length, (k + 1) * length));
        at += length;
      }
  }
}

function sides(shape: readonly number[], transposed: boolean): [rows: number, columns: number] {
  const rows = shape.at(-2)!;
  const columns = shape.at(-1)!;
  return transposed ? [columns, rows] : [rows, columns];
}

function swapLast(rank: number): number[] {
  const order = [...Array(rank).keys()];
  return [...order.slice(0, -2), rank - 1, rank - 2];
}

function part({ data }: Value, k: number, size: number): Numbers {
  return data.subarray(k * size, (k + 1) * size) as Numbers;
}

function sumOf(data: Value["data"], from: number, to: number): number {
  let sum = 0;
  for (let k = from; k < to; k++) sum += data[k]!;
  return sum;
}

/** Where the first of the largest is that makes number `k` of the result. */
export function firstLargest(data: Value["data"], k: number, size: number, inner: number): number {
  const first = Math.floor(k / inner) * size * inner + (k % inner);
  let best = first;
  for (let n = 1, at = first + inner; n < size; n++, at += inner) if (data[at]! > data[best]!) best = at;
  return best;
}
