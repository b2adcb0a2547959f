import { type Matrix, matrix } from "../../similarity/matrix.ts";
import { type Mix, mixture } from "./constants.ts";

/** The log-odds of every cell, from what a bullet says alone and what it says among the others. */
export function combined(ordered: Matrix, single: Matrix, mix: Omit<Mix, "bullets"> = mixFor(ordered.rows)): Matrix {
  const { rows, columns } = ordered;
  const made = matrix(rows, columns);
  for (let cell = 0; cell < made.values.length; cell++)
    made.values[cell] = mix.ordered * ordered.values[cell]! + mix.single * single.values[cell]! + mix.shift;
  return made;
}

/** Between two entries of the table, by the logarithm of the number of bullets. */
export function mixFor(bullets: number, table: readonly Mix[] = mixture): Omit<Mix, "bullets"> {
  const above = table.findIndex((entry) => entry.bullets >= bullets);
  const high = table[above < 0 ? table.length - 1 : above]!;
  const low = table[above <= 0 ? (above < 0 ? table.length - 1 : 0) : above - 1]!;
  if (high === low) return high;
  const share = Math.log(bullets / low.bullets) / Math.log(high.bullets / low.bullets);
  const between = (a: number, b: number) => a + share * (b - a);
  return {
    ordered: between(low.ordered, high.ordered),
    single: between(low.single, high.single),
    shift: between(low.shift, high.shift),
  };
}
