import { Problem } from "@plotline/base";

/**
 * A size: a number, or a name for one that each batch decides ("T", "N").
 * A product of names is written with stars ("T*N"), its factors sorted, so that equal sizes are equal strings.
 */
export type Dimension = number | string;
/** The size of each axis: a number, or a name where it differs from batch to batch. */
export type Shape = readonly Dimension[];

/** The values of the names in one batch. */
export type Sizes = Readonly<Record<string, number>>;

export function sameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((size, axis) => size === b[axis]);
}

/** A shape as people write it: `[N, 4]`. */
export function showShape(shape: Shape): string {
  return `[${shape.join(", ")}]`;
}

/** How many elements a shape has. */
export function product(shape: Shape): Dimension {
  const factors = shape.flatMap(factorsOf);
  const names = factors.filter((factor) => typeof factor === "string");
  const number = factors.reduce<number>((all, factor) => (typeof factor === "number" ? all * factor : all), 1);
  if (names.length === 0 || number === 0) return number;
  return [...(number === 1 ? [] : [number]), ...names.sort()].join("*");
}

/** What is left of a whole when a part is taken out of it; undefined when the part does not divide it. */
export function quotient(whole: Shape, part: Shape): Dimension | undefined {
  const left = whole.flatMap(factorsOf).filter((factor) => typeof factor === "string");
  for (const name of part.flatMap(factorsOf).filter((factor) => typeof factor === "string")) {
    const place = left.indexOf(name);
    if (place < 0) return undefined;
    left.splice(place, 1);
  }
  const number = numberIn(whole) / numberIn(part);
  return Number.isInteger(number) ? product([number, ...left]) : undefined;
}

function numberIn(shape: Shape): number {
  return shape.flatMap(factorsOf).reduce<number>((all, factor) => (typeof factor === "number" ? all * factor : all), 1);
}

function factorsOf(size: Dimension): Dimension[] {
  if (typeof size === "number") return [size];
  return size.split("*").map((factor) => (/^\d+$/.test(factor) ? Number(factor) : factor));
}

/** The size itself once the batch is known. */
function sizeOf(size: Dimension, sizes: Sizes): number {
  if (typeof size === "number") return size;
  return size.split("*").reduce((all, factor) => all * (sizes[factor] ?? Number(factor)), 1);
}

export function sizesOf(shape: Shape, sizes: Sizes): number[] {
  return shape.map((size) => sizeOf(size, sizes));
}

export function elements(shape: readonly number[]): number {
  return shape.reduce((all, size) => all * size, 1);
}

/** Negative axes count from the end. */
export function axisOf(operation: string, shape: Shape, axis: number): number {
  const found = axis < 0 ? shape.length + axis : axis;
  if (found >= 0 && found < shape.length) return found;
  throw misfit(
    operation,
    "axis",
    `between ${-shape.length} and ${shape.length - 1} for ${showShape(shape)}`,
    `${axis}`,
  );
}

/** NumPy's rule: shapes are matched from the end; a size of 1 stretches. */
export function broadcast(operation: string, a: Shape, b: Shape): Shape {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) => {
    const left = a[axis - rank + a.length] ?? 1;
    const right = b[axis - rank + b.length] ?? 1;
    if (left !== right && left !== 1 && right !== 1) {
      throw misfit(operation, "second operand", `a shape that fits ${showShape(a)}`, showShape(b));
    }
    return left === 1 ? right : left;
  });
}

/** The one sentence for every shape that does not fit. */
export function misfit(operation: string, operand: string, expected: string, found: string): Problem {
  return new Problem(`${operation}: the ${operand} should be ${expected}, but it is ${found}.`);
}

export function expectShape(operation: string, operand: string, shape: Shape, expected: Shape): void {
  if (!sameShape(shape, expected)) throw misfit(operation, operand, showShape(expected), showShape(shape));
}

/** A tensor with its numbers, row by row. */
export interface Value {
  readonly shape: readonly number[];
  readonly data: Float32Array | Float64Array | Int32Array | Uint8Array;
}

/** Values by their names. */
export type Values = Readonly<Record<string, Value>>;
