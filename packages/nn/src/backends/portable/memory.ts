import type { ProductSize } from "../../dot-products.ts";
import type { Value } from "../../shape.ts";
import type { Numbers } from "./calculator.ts";

/** Where the values of a run are, and the loops that need to know where that is. */
export interface Memory {
  /** An array of this length, with whatever was in it before. */
  take(count: number): Numbers;
  /** Lets a later `take` use an array again. */
  release(data: Numbers): void;
  /** out [rows, columns] = a · b, where b is [inner, columns] and a is [rows, inner], or [inner, rows] read transposed. */
  product(a: Numbers, b: Numbers, out: Numbers, size: ProductSize, transposed: boolean): void;
  rectifiedSum(sum: RectifiedSum, out: Numbers): void;
  /** The largest along an axis. */
  largest(x: Value, axis: number, out: Numbers): void;
  /** Each plane of x [channels, rows, columns] through a filter of its own [channels, height, width], zeros around it. */
  depthwise(x: Value, filter: Value, out: Numbers, flipped: boolean): void;
}

/** onto + rectified(cells + ofRow + ofColumn), where what is missing counts as zeros. */
export interface RectifiedSum {
  readonly cells: Value;
  /** A number for each row, or for each plane. */
  readonly ofRow: Value;
  readonly ofColumn?: Value;
  readonly onto?: Value;
  /** rectified(x) is x where it is positive, slope · x elsewhere. */
  readonly slope: number;
}
