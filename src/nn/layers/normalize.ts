import type { Tensor } from "../graph.ts";
import { layerNorm } from "../ops/layer-norm.ts";
import type { Parameters } from "../parameters.ts";
import { misfit, showShape } from "../shape.ts";

/** Layer normalisation over the last axis, with a scale and a shift of its own for each place of it. */
export function normalize(p: Parameters, name: string, x: Tensor): Tensor {
  const width = x.shape.at(-1);
  if (typeof width !== "number") throw misfit(`normalize ${name}`, "input", "of known width", showShape(x.shape));
  const scale = p.weight(`${name}.scale`, [width], { value: 1 });
  return layerNorm(x, scale, p.weight(`${name}.shift`, [width], { value: 0 }));
}
