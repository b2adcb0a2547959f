import { expectType, float, operation, type Tensor } from "../graph.ts";
import { axisOf } from "../shape.ts";

/** The largest along an axis, which is removed. The gradient flows to the first of those that are the largest. */
export function largest(x: Tensor, along: number): Tensor {
  expectType("largest", "operand", x, "float32");
  const axis = axisOf("largest", x.shape, along);
  const [y] = operation("largest", [x], {
    makes: [float(x.shape.filter((_, each) => each !== axis))],
    onnx: (to, [x]) => [to.op("ReduceMax", [x, to.integers(axis)], { keepdims: 0 })],
    compute: (on, [x]) => [on.largest(x, axis)],
    gradient: ([dy]) => [dy && atLargest(x, axis, dy)],
  });
  return y;
}

/** Zeros in the shape of `x`, but for each number of `y` where the first of the largest is: the reverse of `largest`. */
function atLargest(x: Tensor, axis: number, y: Tensor): Tensor {
  const { shape } = x;
  const [made] = operation("atLargest", [x, y], {
    makes: [float(shape)],
    onnx: (to, [x, y]) => {
      const zeros = to.op("Expand", [to.float(0), to.shape(shape)]);
      const places = to.op("ArgMax", [x], { axis, keepdims: 1 });
      return [to.op("ScatterElements", [zeros, places, to.op("Unsqueeze", [y, to.integers(axis)])], { axis })];
    },
    compute: (on, [x, y]) => [on.atLargest(x, axis, y)],
  });
  return made;
}
