import { expectType, float, operation, type Tensor } from "../graph.ts";
import { expectShape, misfit, showShape } from "../shape.ts";
import { add, multiply, subtract } from "./arithmetic.ts";
import { mean } from "./reduce.ts";

/** Added to the variance, so that equal numbers give zeros. */
const epsilon = 1e-5;

/** (x − mean) / √(variance + ε) over the last axis, times `scale`, plus `shift` (Ba, Kiros and Hinton 2016). */
export function layerNorm(x: Tensor, scale: Tensor, shift: Tensor): Tensor {
  const width = x.shape.at(-1);
  if (width === undefined) throw misfit("layerNorm", "first operand", "at least of rank 1", showShape(x.shape));
  expectShape("layerNorm", "scale", scale.shape, [width]);
  expectShape("layerNorm", "shift", shift.shape, [width]);
  return add(multiply(standardized(x), scale), shift);
}

/**
 * x̂ = (x − mean) · r with r = 1 / √(variance + ε). Since mean and variance depend on x too,
 *   dx = r · (dx̂ − mean dx̂ − x̂ · mean(dx̂ · x̂))
 */
function standardized(x: Tensor): Tensor {
  expectType("layerNorm", "first operand", x, "float32");
  const [y] = operation("layerNorm", [x], {
    makes: [float(x.shape), float(x.shape.with(-1, 1))],
    onnx: (to, [x]) => {
      const meanOf = (name: string) => to.op("ReduceMean", [name, to.integers(-1)], { keepdims: 1 });
      const centred = to.op("Sub", [x, meanOf(x)]);
      const variance = meanOf(to.op("Mul", [centred, centred]));
      const deviation = to.op("Sqrt", [to.op("Add", [variance, to.float(epsilon)])]);
      const inverse = to.op("Div", [to.float(1), deviation]);
      return [to.op("Mul", [centred, inverse]), inverse];
    },
    compute: (on, [x]) => on.standardized(x, epsilon),
    gradient: ([dy], [y, inverse]) => {
      if (dy === undefined) return [undefined];
      const meanOf = (tensor: Tensor) => mean(tensor, [-1], { keep: true });
      return [multiply(inverse, subtract(subtract(dy, meanOf(dy)), multiply(y, meanOf(multiply(dy, y)))))];
    },
  });
  return y;
}
