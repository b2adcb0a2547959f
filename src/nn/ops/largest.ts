import { expectType, float, operation, type Tensor } from "../graph.ts";
import { axisOf, type Dimension } from "../shape.ts";

/** The largest along an axis, which is removed. The gradient flows to the first of those that are the largest. */
export function largest(x: Tensor, along: number): Tensor {
  expectType("largest", "operand", x, "float32");
  const axis = axisOf("largest", x.shape, along);
  const shape = x.shape.filter((_, each) => each !== axis);
  const [y] = operation("largest", [x], {
    makes: [float(shape), { shape, type: "int32" }],
    onnx: (to, [x]) => [
      to.op("ReduceMax", [x, to.integers(axis)], { keepdims: 0 }),
      to.op("Cast", [to.op("ArgMax", [x], { axis, keepdims: 0 })], { to: int32 }),
    ],
    compute: (on, [x]) => on.largest(x, axis),
    gradient: ([dy], [, places]) => [dy && placed(dy, places, axis, x.shape[axis] ?? 1)],
  });
  return y;
}

/** Zeros along a new axis, but for each number at its place: the reverse of `largest`. */
function placed(x: Tensor, places: Tensor, axis: number, size: Dimension): Tensor {
  const shape = x.shape.toSpliced(axis, 0, size);
  const [y] = operation("placed", [x, places], {
    makes: [float(shape)],
    onnx: (to, [x, places]) => {
      const zeros = to.op("Expand", [to.float(0), to.shape(shape)]);
      const at = to.op("Unsqueeze", [to.op("Cast", [places], { to: int64 }), to.integers(axis)]);
      return [to.op("ScatterElements", [zeros, at, to.op("Unsqueeze", [x, to.integers(axis)])], { axis })];
    },
    compute: (on, [x, places]) => [on.placed(x, places, axis, on.known([size])[0] ?? 1)],
  });
  return y;
}

const [int32, int64] = [6, 7];
