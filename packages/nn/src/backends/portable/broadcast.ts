import { elements, type Value } from "../../shape.ts";

/** One row of an operand: where it begins, and the step along it, which is 0 where the operand is stretched along it. */
export interface Operand {
  readonly data: Value["data"];
  at: number;
  readonly step: number;
}

/** Counts through the rows of a shape, with the place of each in memory. */
export class Odometer {
  at = 0;
  private readonly counts: number[];

  constructor(
    private readonly sizes: readonly number[],
    private readonly steps: readonly number[],
  ) {
    this.counts = sizes.map(() => 0);
  }

  next(): void {
    for (let axis = this.sizes.length - 1; axis >= 0; axis--) {
      this.at += this.steps[axis]!;
      if (++this.counts[axis]! < this.sizes[axis]!) return;
      this.at -= this.steps[axis]! * this.sizes[axis]!;
      this.counts[axis] = 0;
    }
  }
}

/** The rows of an operand that is stretched to a larger shape, by NumPy's rule. */
export class Broadcast {
  readonly row: Operand;
  private readonly rows: Odometer;

  constructor({ shape, data }: Value, to: readonly number[]) {
    const own = [...Array<number>(to.length - shape.length).fill(1), ...shape];
    const steps = own.map((size, axis) => (size === 1 ? 0 : elements(own.slice(axis + 1))));
    this.row = { data, at: 0, step: steps.at(-1) ?? 0 };
    this.rows = new Odometer(to.slice(0, -1), steps.slice(0, -1));
  }

  next(): void {
    this.rows.next();
    this.row.at = this.rows.at;
  }
}
