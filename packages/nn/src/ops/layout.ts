import { sumOf } from "@plotline/base";
import { float, operation, type Tensor } from "../graph.ts";
import { axisOf, misfit, product, quotient, type Shape, sameShape, showShape } from "../shape.ts";
import { constant } from "./arithmetic.ts";
import { sum } from "./reduce.ts";

/** The same elements under another shape; `-1` is what is left. */
export function reshape(x: Tensor, shape: Shape): Tensor {
  const target = filledIn(x.shape, shape);
  if (sameShape(x.shape, target)) return x;
  if (product(x.shape) !== product(target)) {
    throw misfit("reshape", "shape", `one of ${product(x.shape)} elements for ${showShape(x.shape)}`, showShape(shape));
  }
  const [y] = operation("reshape", [x], {
    makes: [{ shape: target, type: x.type }],
    onnx: (to, [x]) => [to.reshape(x, target)],
    compute: (on, [x]) => [on.reshaped(x, on.known(target))],
    gradient: ([dy]) => [dy && reshape(dy, x.shape)],
  });
  return y;
}

/** Stretches sizes of 1. */
export function expand(x: Tensor, shape: Shape): Tensor {
  if (sameShape(x.shape, shape)) return x;
  if (x.shape.length !== shape.length || x.shape.some((size, axis) => size !== 1 && size !== shape[axis])) {
    throw misfit("expand", "operand", `a shape that stretches to ${showShape(shape)}`, showShape(x.shape));
  }
  const stretched = [...x.shape.keys()].filter((axis) => x.shape[axis] !== shape[axis]);
  const [y] = operation("expand", [x], {
    makes: [float(shape)],
    onnx: (to, [x]) => [to.op("Expand", [x, to.shape(shape)])],
    compute: (on, [x]) => [on.expand(x, on.known(shape))],
    gradient: ([dy]) => [dy && sum(dy, stretched, { keep: true })],
  });
  return y;
}

/** The axes in another order. */
export function transpose(x: Tensor, order: readonly number[]): Tensor {
  const sorted = [...order].sort((a, b) => a - b);
  if (order.length !== x.shape.length || sorted.some((axis, place) => axis !== place)) {
    throw misfit("transpose", "order", `every axis of ${showShape(x.shape)} once`, showShape(order));
  }
  const [y] = operation("transpose", [x], {
    makes: [{ shape: order.map((axis) => x.shape[axis] ?? 1), type: x.type }],
    onnx: (to, [x]) => [to.op("Transpose", [x], { perm: order })],
    compute: (on, [x]) => [on.transpose(x, order)],
    gradient: ([dy]) => [
      dy &&
        transpose(
          dy,
          sorted.map((axis) => order.indexOf(axis)),
        ),
    ],
  });
  return y;
}

/** Puts tensors side by side along an axis; their sizes there must be known numbers. */
export function concat(parts: readonly Tensor[], along: number): Tensor {
  const [first] = parts;
  if (first === undefined) throw misfit("concat", "list of parts", "at least one tensor", "empty");
  const axis = axisOf("concat", first.shape, along);
  const sizes = parts.map((part, place) => widthAt(part, axis, first.shape, `part ${place + 1}`));
  const whole = sumOf(sizes);
  const [y] = operation("concat", parts, {
    makes: [float(first.shape.with(axis, whole))],
    onnx: (to, names) => [to.concat(names, axis)],
    compute: (on, values) => [on.concat(values, axis)],
    gradient: ([dy]) => (dy === undefined ? parts.map(() => undefined) : split(dy, sizes, axis)),
  });
  return y;
}

/** The reverse of `concat`. */
export function split(x: Tensor, sizes: readonly number[], along: number): Tensor[] {
  const axis = axisOf("split", x.shape, along);
  const whole = sumOf(sizes);
  if (x.shape[axis] !== whole) throw misfit("split", "operand", `${whole} wide at axis ${axis}`, showShape(x.shape));
  const shapes = sizes.map((size) => x.shape.with(axis, size));
  const parts = operation("split", [x], {
    makes: shapes.map(float),
    onnx: (to, [x]) => to.split(x, sizes, axis),
    compute: (on, [x]) => on.split(x, sizes, axis),
    gradient: (upstream) => [
      concat(
        upstream.map((dy, place) => dy ?? constant(0, shapes[place])),
        axis,
      ),
    ],
  });
  return [...parts];
}

/** The part from `start` to before `end` along an axis whose size is a known number. */
export function slice(x: Tensor, along: number, start: number, end: number): Tensor {
  const axis = axisOf("slice", x.shape, along);
  const size = x.shape[axis];
  if (typeof size !== "number") throw misfit("slice", `size at axis ${axis}`, "a known number", `${size}`);
  if (start < 0 || end > size || start >= end) {
    throw misfit("slice", "range", `inside 0 to ${size}`, `${start} to ${end}`);
  }
  const sizes = [start, end - start, size - end].filter((part) => part > 0);
  return sizes.length === 1 ? x : split(x, sizes, axis)[start > 0 ? 1 : 0]!;
}

function filledIn(from: Shape, shape: Shape): Shape {
  const open = shape.indexOf(-1);
  if (open < 0) return shape;
  const rest = shape.filter((_, axis) => axis !== open);
  return shape.with(open, quotient(from, rest) ?? -1);
}

function widthAt(part: Tensor, axis: number, first: Shape, name: string): number {
  const size = part.shape[axis];
  if (typeof size !== "number") throw misfit("concat", name, `of known size at axis ${axis}`, showShape(part.shape));
  if (!sameShape(part.shape.with(axis, 1), first.with(axis, 1))) {
    throw misfit("concat", name, `like ${showShape(first)} but for axis ${axis}`, showShape(part.shape));
  }
  return size;
}
