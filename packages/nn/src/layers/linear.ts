import type { Tensor } from "../graph.ts";
import { affine } from "../ops/matmul.ts";
import type { Parameters } from "../parameters.ts";
import { misfit, showShape } from "../shape.ts";

/** A weight and a bias over the last axis. */
export function linear(p: Parameters, name: string, x: Tensor, made: number, { bias = true } = {}): Tensor {
  const width = x.shape.at(-1);
  if (typeof width !== "number") throw misfit(`linear ${name}`, "input", "of known width", showShape(x.shape));
  return affine(
    x,
    p.weight(`${name}.weight`, [width, made]),
    bias ? p.weight(`${name}.bias`, [made], { value: 0 }) : undefined,
  );
}
