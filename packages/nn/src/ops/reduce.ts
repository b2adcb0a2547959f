import { expectType, float, operation, type Tensor } from "../graph.ts";
import { axisOf, type Dimension, product, type Shape } from "../shape.ts";
import { divide } from "./arithmetic.ts";
import { expand, reshape } from "./layout.ts";

/** The sum over some axes (by default, all); `keep` leaves them as sizes of 1. */
export function sum(
  x: Tensor,
  axes: readonly number[] = [...x.shape.keys()],
  { keep = false }: { keep?: boolean } = {},
): Tensor {
  expectType("sum", "operand", x, "float32");
  const over = axes.map((axis) => axisOf("sum", x.shape, axis));
  if (over.length === 0) return x;
  const kept: Shape = x.shape.map((size, axis) => (over.includes(axis) ? 1 : size));
  const made = keep ? kept : x.shape.filter((_, axis) => !over.includes(axis));
  const [y] = operation("sum", [x], {
    makes: [float(made)],
    onnx: (to, [name]) => [to.op("ReduceSum", [name, to.integers(...over)], { keepdims: Number(keep) })],
    compute: (on, [x]) => [on.reshaped(on.sum(x, over), on.known(made))],
    gradient: ([dy]) => [dy && expand(reshape(dy, kept), x.shape)],
  });
  return y;
}

/** The mean over some axes, or over all. */
export function mean(
  x: Tensor,
  axes: readonly number[] = [...x.shape.keys()],
  options: { keep?: boolean } = {},
): Tensor {
  const over = axes.map((axis) => x.shape[axisOf("mean", x.shape, axis)] ?? 1);
  return divide(sum(x, axes, options), sizeAsTensor(product(over)));
}

/** A size as a number of the graph, also when only the batch knows it. */
function sizeAsTensor(size: Dimension): Tensor {
  const [y] = operation("size", [], {
    makes: [float([])],
    onnx: (to) => {
      if (typeof size === "number") return [to.float(size)];
      const asFloat = to.op("Cast", [to.shape([size])], { to: to.floatTypeNumber });
      return [to.op("Squeeze", [asFloat, to.integers(0)])];
    },
    compute: (on) => [on.filled([], on.known([size])[0] ?? 1)],
  });
  return y;
}
