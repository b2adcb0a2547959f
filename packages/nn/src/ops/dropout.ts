import { Problem } from "@plotline/base";
import { float, operation, Tensor } from "../graph.ts";

/**
 * Sets each value to 0 with probability `rate` and scales the others up, so that the expectation stays. The host draws
 * the mask from the run's seed and the step: a resumed run draws the same.
 */
export function dropout(x: Tensor, rate: number): Tensor {
  if (!(rate >= 0 && rate < 1)) throw new Problem(`dropout: the rate should be from 0 to below 1, but it is ${rate}.`);
  return rate === 0 ? x : masked(x, new Tensor(x.shape, "bool", { feed: "keep", rate }), 1 / (1 - rate));
}

function masked(x: Tensor, kept: Tensor, scale: number): Tensor {
  const [y] = operation("dropout", [x, kept], {
    makes: [float(x.shape)],
    onnx: (to, [x, kept]) =>
      to.training ? [to.op("Where", [kept, to.op("Mul", [x, to.float(scale)]), to.float(0)])] : [x],
    compute: (on, [x, kept]) => {
      if (!on.training) return [x];
      const made = on.empty(x.shape);
      for (let k = 0; k < made.data.length; k++) made.data[k] = kept.data[k] === 0 ? 0 : x.data[k]! * scale;
      return [made];
    },
    gradient: ([dy]) => [dy && masked(dy, kept, scale), undefined],
  });
  return y;
}
