import type { Tensor } from "../graph.ts";
import { add, multiply, sigmoid, tanh } from "../ops/arithmetic.ts";
import { concat, split } from "../ops/layout.ts";
import { type Direction, gates, recurrence } from "../ops/lstm.ts";
import { affine } from "../ops/matmul.ts";
import { gatherRows } from "../ops/rows.ts";
import type { Initial, Parameters } from "../parameters.ts";
import { misfit, showShape } from "../shape.ts";

/** Whether each step of each row has a token: [T, N, 1], ones and zeros. `Sequences.present` is one. */
interface Present {
  readonly present: Tensor;
}

/**
 * What an LSTM reads: a vector for every step, [T, N, width]; or the vectors of distinct words, [U, width], and which of
 * them each step has, [T, N]. A story uses few words often, and each is then multiplied with the weights only once.
 */
export type LstmInput = Tensor | { readonly vectors: Tensor; readonly at: Tensor };

/** An LSTM over [T, N, width]: the states [T, N, hidden]; zero where no token is. One bias per gate. */
export function lstm(
  p: Parameters,
  name: string,
  x: LstmInput,
  { present }: Present,
  hidden: number,
  { backwards = false }: { backwards?: boolean } = {},
): Tensor {
  const [states] = recurrence([direction(p, name, x, hidden, backwards)], present);
  return states as Tensor;
}

/** Both directions side by side: [T, N, 2·hidden]. */
export function bilstm(p: Parameters, name: string, x: LstmInput, { present }: Present, hidden: number): Tensor {
  const directions = [
    direction(p, `${name}.forwards`, x, hidden, false),
    direction(p, `${name}.backwards`, x, hidden, true),
  ];
  return concat(recurrence(directions, present), 2);
}

/** One step, from the sum of what goes into its gates, […, 4·hidden]; an absent one clears the state. */
export function lstmCell(sums: Tensor, before: Tensor, present: Tensor): { state: Tensor; cell: Tensor } {
  const hidden = Number(before.shape.at(-1));
  const [open, raw] = split(sums, [3 * hidden, hidden], -1) as [Tensor, Tensor];
  const [i, f, o] = split(multiply(sigmoid(open), present), [hidden, hidden, hidden], -1) as [Tensor, Tensor, Tensor];
  const cell = add(multiply(f, before), multiply(i, tanh(raw)));
  return { state: multiply(o, tanh(cell)), cell };
}

function direction(p: Parameters, name: string, x: LstmInput, hidden: number, backwards: boolean): Direction {
  const vectors = "vectors" in x ? x.vectors : x;
  const width = vectors.shape.at(-1);
  if (vectors.shape.length !== ("vectors" in x ? 2 : 3) || typeof width !== "number") {
    const expected = "vectors" in x ? "[U, width]" : "[T, N, width]";
    throw misfit(`lstm ${name}`, "input", expected, showShape(vectors.shape));
  }
  const initial: Initial = { uniform: 1 / Math.sqrt(hidden) };
  const weight = p.weight(`${name}.input`, [width, 4 * hidden], initial);
  const bias = p.weight(`${name}.bias`, [4 * hidden], initial);
  const products = affine(vectors, gates(weight), gates(bias));
  const projected = "vectors" in x ? gatherRows(products, x.at) : products;
  return { projected, weight: gates(p.weight(`${name}.hidden`, [hidden, 4 * hidden], initial)), backwards };
}
