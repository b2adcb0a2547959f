import type { Emitter } from "../backends/onnx/emit.ts";
import { expectType, float, operation, type Tensor } from "../graph.ts";
import { axisOf, type Dimension, product, type Shape } from "../shape.ts";
import { divide } from "./arithmetic.ts";
import { expand, reshape } from "./layout.ts";
import { partsOf } from "./matmul.ts";

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
    onnx: (to, [name]) => [
      to.provider === "webgpu" ? stagedSum(to, name, x, over, keep) : reduceSum(to, name, over, keep),
    ],
    compute: (on, [x]) => [on.reshaped(on.sum(x, over), on.known(made))],
    gradient: ([dy]) => [dy && expand(reshape(dy, kept), x.shape)],
  });
  return y;
}

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
      const [known] = to.known([size]);
      if (typeof known === "number") return [to.float(known)];
      if (to.provider === "webgpu") return [counted(to, size)];
      const asFloat = to.op("Cast", [to.shape([size])], { to: to.floatTypeNumber });
      return [to.op("Squeeze", [asFloat, to.integers(0)])];
    },
    compute: (on) => [on.filled([], on.known([size])[0] ?? 1)],
  });
  return y;
}

/** On a GPU a size is computed there by summing ones: a number that comes from the host would stall every step. */
function counted(to: Emitter, size: Dimension): string {
  return reduceSum(to, to.op("Expand", [to.float(1), to.shape([size])]), [0], false);
}

function reduceSum(to: Emitter, name: string, axes: readonly number[], keep: boolean): string {
  return to.op("ReduceSum", [name, to.integers(...axes)], { keepdims: Number(keep) });
}

/** A GPU sums one long axis with few of its cores: the last axes first, and a long first axis in parts. */
function stagedSum(to: Emitter, name: string, x: Tensor, over: readonly number[], keep: boolean): string {
  const parts = over.length === 1 && over[0] === 0 && x.shape.length === 2 ? partsOf(to.known(x.shape)[0]) : 1;
  const width = x.shape[1];
  if (parts > 1 && typeof width === "number") {
    const cut = to.reshapeTo(name, parts, -1, width);
    return reduceSum(to, reduceSum(to, cut, [1], false), [0], keep);
  }
  return over.toSorted((a, b) => b - a).reduce((sum, axis) => reduceSum(to, sum, [axis], keep), name);
}
