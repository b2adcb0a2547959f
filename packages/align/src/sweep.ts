import { once } from "@plotline/base";
import { Kernel } from "@plotline/nn";
import type { Rectangle } from "./pins.ts";
import type { Matrix } from "./similarity/similarity.ts";

/** What a way pays for a row or column that it leaves out, as a factor; 0: not allowed. */
export interface Skips {
  readonly summary: number;
  readonly story: number;
}

/** Whether ways may leave out what is before their first link, and after their last; else they begin or end in a corner. */
interface Ends {
  readonly openStart: boolean;
  readonly openEnd: boolean;
}

const kernel = once(() => new Kernel());

/**
 * All ways through a chapter, summed: forward–backward. A way is a chain of links that never steps back; a row or column
 * between two links costs its skip factor. With w = exp(score ÷ temperature), s and t the skip factors of a row and a
 * column, and F the sum of all ways that end with a link at (i, j), assembly/kernel.ts computes
 *
 *   along(i, j)  = Σ_{q<j} F(i, q) t^(j−q−1)             = F(i, j−1) + t · along(i, j−1)
 *   down(i, j)   = Σ_{p<i} F(p, j) s^(i−p−1)             = F(i−1, j) + s · down(i−1, j)
 *   across(i, j) = Σ_{p<i, q<j} F(p, q) s^(i−p−1) t^(j−q−1) = along(i−1, j) + s · across(i−1, j)
 *   F(i, j)      = w(i, j) · (along + down + across)
 *
 * Its numbers are in a kernel's memory, until the next one is made.
 */
export class Ways {
  private readonly on = kernel();
  private readonly columns: number;
  private readonly at: Readonly<
    Record<"weights" | "ways" | "exponents" | "back" | "backExponents" | "row" | "likely", number>
  >;
  /** How likely each cell is on a way, of the stretches that `pass` was called for. */
  readonly likely: Float64Array;

  /** Scores are divided by the temperature, and then none counts for more than `steepest`. */
  constructor({ rows, columns, values }: Matrix, temperature: number, steepest: number) {
    const cells = rows * columns;
    this.columns = columns;
    const [doubles, integers] = [8 * cells, 4 * cells];
    this.at = this.on.layOut({
      ...{ weights: doubles, ways: doubles, exponents: integers, back: doubles, backExponents: integers },
      ...{ row: 40 * (columns + 1), likely: doubles },
    });
    this.on.doubles(this.at.weights, cells).set(values);
    this.on.loops.exponentials(this.at.weights, cells, 1 / temperature, steepest);
    this.likely = this.on.doubles(this.at.likely, cells).fill(0);
  }

  /** P(i, j) = (all ways to the cell) × its weight × (all ways on) ÷ (all ways), for the cells of a rectangle. */
  pass({ from, to }: Rectangle, skips: Skips, { openStart, openEnd }: Ends): void {
    const { at, columns } = this;
    const [height, width] = [to.summary - from.summary + 1, to.story - from.story + 1];
    const [first, last] = [from, to].map(({ summary, story }) => 8 * (summary * columns + story)) as [number, number];
    const here = { height, width, skips, right: 8, down: 8 * columns };
    this.sweep(at.weights + last, { ...here, right: -8, down: -8 * columns }, openEnd, at.back, at.backExponents);
    this.sweep(at.weights + first, here, openStart, at.ways, at.exponents);
    const total = this.total(width, skips, openEnd);
    this.on.loops.passing(
      ...[at.weights + first, 8 * columns, at.ways, at.exponents, at.back, at.backExponents, height, width],
      ...[total.value, total.exponent, at.likely + first],
    );
  }

  /** ln of all ways from anywhere to anywhere. */
  logarithm(rows: number, skips: Skips): number {
    const { at, columns } = this;
    const whole = { height: rows, width: columns, skips, right: 8, down: 8 * columns };
    this.sweep(at.weights, whole, true, at.ways, at.exponents);
    const { value, exponent } = this.total(columns, skips, true);
    return Math.log(value) + exponent * 512 * Math.LN2;
  }

  private sweep(
    first: number,
    { height, width, skips, right, down }: Walk,
    isOpen: boolean,
    ways: number,
    exponents: number,
  ): void {
    const { summary, story } = skips;
    this.on.loops.sweep(first, down, right, height, width, summary, story, isOpen, this.at.row, ways, exponents);
  }

  /** All ways of the last sweep: those that may leave out what is left, or those that end with a link in the last cell. */
  private total(
    width: number,
    { summary }: Skips,
    openEnd: boolean,
  ): { readonly value: number; readonly exponent: number } {
    const address = this.at.row + 40 * (openEnd ? width : width - 1);
    const last = this.on.doubles(address, 4);
    return {
      value: openEnd ? last[1]! + summary * last[3]! : last[0]!,
      exponent: this.on.integers(address + 32, 1)[0]!,
    };
  }
}

/** A rectangle from one corner to the other: how far the next column and the next row are, in bytes. */
interface Walk {
  readonly height: number;
  readonly width: number;
  readonly skips: Skips;
  readonly right: number;
  readonly down: number;
}
