import type { Tensor } from "../graph.ts";
import { concat } from "../ops/layout.ts";
import { recurrence } from "../ops/lstm.ts";
import { affine } from "../ops/matmul.ts";
import type { Initial, Parameters } from "../parameters.ts";
import { misfit, showShape } from "../shape.ts";

/** A step of a row: is there a token? [T, N, 1], ones and zeros. `Sequences.present` is one. */
export interface Present {
  readonly present: Tensor;
}

/** An LSTM over [T, N, width]: the states [T, N, hidden]; zero where no token is. One bias a gate. */
export function lstm(
  p: Parameters,
  name: string,
  x: Tensor,
  { present }: Present,
  hidden: number,
  { backwards = false }: { backwards?: boolean } = {},
): Tensor {
  const width = x.shape.at(-1);
  if (x.shape.length !== 3 || typeof width !== "number") {
    throw misfit(`lstm ${name}`, "input", "[T, N, width]", showShape(x.shape));
  }
  const initial: Initial = { uniform: 1 / Math.sqrt(hidden) };
  const projected = affine(
    x,
    p.weight(`${name}.input`, [width, 4 * hidden], initial),
    p.weight(`${name}.bias`, [4 * hidden], initial),
  );
  return recurrence(projected, present, p.weight(`${name}.hidden`, [hidden, 4 * hidden], initial), backwards);
}

/** Both directions side by side: [T, N, 2·hidden]. */
export function bilstm(p: Parameters, name: string, x: Tensor, present: Present, hidden: number): Tensor {
  return concat(
    [
      lstm(p, `${name}.forwards`, x, present, hidden),
      lstm(p, `${name}.backwards`, x, present, hidden, { backwards: true }),
    ],
    2,
  );
}
