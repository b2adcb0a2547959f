import { expectType, float, operation, type Tensor } from "../graph.ts";
import { broadcast, type Shape, sameShape } from "../shape.ts";
import { lifted } from "./constant.ts";
import { reshape } from "./layout.ts";
import { sum } from "./reduce.ts";

type Operand = Tensor | number;

export function add(left: Operand, right: Operand): Tensor {
  const [a, b] = [lifted(left), lifted(right)];
  return binary("add", "Add", a, b, (dy) => [summedTo(dy, a), summedTo(dy, b)]);
}

export function subtract(left: Operand, right: Operand): Tensor {
  const [a, b] = [lifted(left), lifted(right)];
  return binary("subtract", "Sub", a, b, (dy) => [summedTo(dy, a), summedTo(negate(dy), b)]);
}

export function multiply(left: Operand, right: Operand): Tensor {
  const [a, b] = [lifted(left), lifted(right)];
  return binary("multiply", "Mul", a, b, (dy) => [summedTo(multiply(dy, b), a), summedTo(multiply(dy, a), b)]);
}

export function divide(left: Operand, right: Operand): Tensor {
  const [a, b] = [lifted(left), lifted(right)];
  return binary("divide", "Div", a, b, (dy, y) => [
    summedTo(divide(dy, b), a),
    summedTo(negate(divide(multiply(dy, y), b)), b),
  ]);
}

export function negate(x: Tensor): Tensor {
  return unary("negate", "Neg", x, (dy) => negate(dy));
}

export function exp(x: Tensor): Tensor {
  return unary("exp", "Exp", x, (dy, y) => multiply(dy, y));
}

export function log(x: Tensor): Tensor {
  return unary("log", "Log", x, (dy) => divide(dy, x));
}

export function sqrt(x: Tensor): Tensor {
  return unary("sqrt", "Sqrt", x, (dy, y) => divide(multiply(dy, 0.5), y));
}

export function square(x: Tensor): Tensor {
  return multiply(x, x);
}

export function sigmoid(x: Tensor): Tensor {
  return unary("sigmoid", "Sigmoid", x, (dy, y) => multiply(dy, multiply(y, subtract(1, y))));
}

export function tanh(x: Tensor): Tensor {
  return unary("tanh", "Tanh", x, (dy, y) => multiply(dy, subtract(1, multiply(y, y))));
}

export function relu(x: Tensor): Tensor {
  return unary("relu", "Relu", x, (dy, y) => wherePositive(y, dy));
}

/** `x` where the sign is positive, 0 elsewhere. */
export function wherePositive(sign: Tensor, x: Tensor): Tensor {
  const [y] = operation("wherePositive", [sign, x], {
    makes: [float(x.shape)],
    onnx: (to, [sign, x]) => [to.op("Where", [to.op("Greater", [sign, to.float(0)]), x, to.float(0)])],
    gradient: ([dy]) => [undefined, dy && wherePositive(sign, dy)],
  });
  return y;
}

function unary(name: string, onnx: string, x: Tensor, gradient: (dy: Tensor, y: Tensor) => Tensor): Tensor {
  expectType(name, "operand", x, "float32");
  const [y] = operation(name, [x], {
    makes: [float(x.shape)],
    onnx: (to, [x]) => [to.op(onnx, [x])],
    gradient: ([dy], [y]) => [dy && gradient(dy, y)],
  });
  return y;
}

function binary(
  name: string,
  onnx: string,
  a: Tensor,
  b: Tensor,
  gradient: (dy: Tensor, y: Tensor) => readonly [Tensor, Tensor],
): Tensor {
  expectType(name, "first operand", a, "float32");
  expectType(name, "second operand", b, "float32");
  const [y] = operation(name, [a, b], {
    makes: [float(broadcast(name, a.shape, b.shape))],
    onnx: (to, [a, b]) => [to.op(onnx, [a, b])],
    gradient: ([dy], [y]) => (dy === undefined ? [undefined, undefined] : gradient(dy, y)),
  });
  return y;
}

/** The gradient of a stretched operand is summed over what was stretched. */
function summedTo(gradient: Tensor, operand: Tensor): Tensor {
  const { shape } = operand;
  if (sameShape(gradient.shape, shape)) return gradient;
  return reshape(sum(gradient, stretchedAxes(gradient.shape, shape), { keep: true }), shape);
}

function stretchedAxes(from: Shape, to: Shape): number[] {
  const extra = from.length - to.length;
  return [...from.keys()].filter((axis) => axis < extra || (to[axis - extra] === 1 && from[axis] !== 1));
}
