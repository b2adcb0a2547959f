import { logistic } from "@plotline/base";
import type { RowLoop } from "../backends/portable/calculator.ts";
import { expectType, float, operation, type Tensor } from "../graph.ts";
import { broadcast, type Shape, sameShape } from "../shape.ts";
import { reshape } from "./layout.ts";
import { sum } from "./reduce.ts";

type Operand = Tensor | number;

/** left + right. */
export function add(left: Operand, right: Operand): Tensor {
  return binary("add", "Add", addRows, [left, right], (dy) => [dy, dy]);
}

/** left − right. */
export function subtract(left: Operand, right: Operand): Tensor {
  return binary("subtract", "Sub", subtractRows, [left, right], (dy) => [dy, negate(dy)]);
}

/** left · right, element by element. */
export function multiply(left: Operand, right: Operand): Tensor {
  return binary("multiply", "Mul", multiplyRows, [left, right], (dy, _, [a, b]) => [multiply(dy, b), multiply(dy, a)]);
}

/** left ÷ right, element by element. */
export function divide(left: Operand, right: Operand): Tensor {
  const gradient: Gradient = (dy, y, [, b]) => [divide(dy, b), negate(divide(multiply(dy, y), b))];
  return binary("divide", "Div", divideRows, [left, right], gradient);
}

/** −x. */
export function negate(x: Tensor): Tensor {
  return unary("negate", "Neg", (x) => -x, x, negate);
}

/** eˣ. */
export function exp(x: Tensor): Tensor {
  return unary("exp", "Exp", Math.exp, x, (dy, y) => multiply(dy, y));
}

/** The natural logarithm. */
export function log(x: Tensor): Tensor {
  return unary("log", "Log", Math.log, x, (dy) => divide(dy, x));
}

/** √x. */
export function sqrt(x: Tensor): Tensor {
  return unary("sqrt", "Sqrt", Math.sqrt, x, (dy, y) => divide(multiply(dy, 0.5), y));
}

/** x². */
export function square(x: Tensor): Tensor {
  return multiply(x, x);
}

/** 1 ÷ (1 + e⁻ˣ). */
export function sigmoid(x: Tensor): Tensor {
  return unary("sigmoid", "Sigmoid", logistic, x, (dy, y) => multiply(dy, multiply(y, subtract(1, y))));
}

/** The hyperbolic tangent. */
export function tanh(x: Tensor): Tensor {
  return unary("tanh", "Tanh", Math.tanh, x, (dy, y) => multiply(dy, subtract(1, multiply(y, y))));
}

/** x where it is positive, else 0. */
export function relu(x: Tensor): Tensor {
  expectType("relu", "operand", x, "float32");
  const [y] = operation("relu", [x], {
    makes: [float(x.shape)],
    onnx: (to, [x]) => [to.op("Relu", [x])],
    compute: (on, [x]) => [on.leakyWherePositive(x, x, 0)],
    gradient: ([dy], [y]) => [dy && wherePositive(y, dy)],
  });
  return y;
}

/** `x` where it is positive, `slope · x` elsewhere. */
export function leakyRelu(x: Tensor, slope: number): Tensor {
  return leakyWherePositive(x, x, slope);
}

/** `x` where the sign is positive, `slope · x` elsewhere. */
export function leakyWherePositive(sign: Tensor, x: Tensor, slope: number): Tensor {
  expectType("leakyRelu", "operand", x, "float32");
  const [y] = operation("leakyRelu", [sign, x], {
    makes: [float(x.shape)],
    onnx: (to, [sign, x]) => [
      to.op("Where", [to.op("Greater", [sign, to.float(0)]), x, to.op("Mul", [x, to.float(slope)])]),
    ],
    compute: (on, [sign, x]) => [on.leakyWherePositive(sign, x, slope)],
    gradient: ([dy]) => [undefined, dy && leakyWherePositive(sign, dy, slope)],
  });
  return y;
}

/** ln(1 + eˣ), whatever the size of x. */
export function softplus(x: Tensor): Tensor {
  return unary(
    "softplus",
    "Softplus",
    (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))),
    x,
    (dy) => multiply(dy, sigmoid(x)),
  );
}

/** `x` where the sign is positive, 0 elsewhere. */
export function wherePositive(sign: Tensor, x: Tensor): Tensor {
  const [y] = operation("wherePositive", [sign, x], {
    makes: [float(x.shape)],
    onnx: (to, [sign, x]) => [to.op("Where", [to.op("Greater", [sign, to.float(0)]), x, to.float(0)])],
    compute: (on, [sign, x]) => [on.leakyWherePositive(sign, x, 0)],
    gradient: ([dy]) => [undefined, dy && wherePositive(sign, dy)],
  });
  return y;
}

function unary(
  name: string,
  onnx: string,
  value: (x: number) => number,
  x: Tensor,
  gradient: (dy: Tensor, y: Tensor) => Tensor,
): Tensor {
  expectType(name, "operand", x, "float32");
  const [y] = operation(name, [x], {
    makes: [float(x.shape)],
    onnx: (to, [x]) => [to.op(onnx, [x])],
    compute: (on, [x]) => [on.each(x, value)],
    gradient: ([dy], [y]) => [dy && gradient(dy, y)],
  });
  return y;
}

/** The gradients of both operands, before they are summed over what was stretched. */
type Gradient = (dy: Tensor, y: Tensor, operands: readonly [Tensor, Tensor]) => readonly [Tensor, Tensor];

function binary(
  name: string,
  onnx: string,
  loop: RowLoop,
  operands: readonly [Operand, Operand],
  gradient: Gradient,
): Tensor {
  const [a, b] = [lifted(operands[0]), lifted(operands[1])];
  expectType(name, "first operand", a, "float32");
  expectType(name, "second operand", b, "float32");
  const shape = broadcast(name, a.shape, b.shape);
  const [y] = operation(name, [a, b], {
    makes: [float(shape)],
    onnx: (to, [a, b]) => [to.op(onnx, [a, b])],
    compute: (on, [a, b]) => [on.pairwise(a, b, on.known(shape), loop)],
    gradient: ([dy], [y]) => {
      if (dy === undefined) return [undefined, undefined];
      const [da, db] = gradient(dy, y, [a, b]);
      return [summedTo(da, a), summedTo(db, b)];
    },
  });
  return y;
}

/** The gradient of a stretched operand is summed over what was stretched. */
export function summedTo(gradient: Tensor, operand: Tensor): Tensor {
  const { shape } = operand;
  if (sameShape(gradient.shape, shape)) return gradient;
  return reshape(sum(gradient, stretchedAxes(gradient.shape, shape), { keep: true }), shape);
}

function stretchedAxes(from: Shape, to: Shape): number[] {
  const extra = from.length - to.length;
  return [...from.keys()].filter((axis) => axis < extra || (to[axis - extra] === 1 && from[axis] !== 1));
}

const addRows: RowLoop = (out, at, count, { data: a, at: left, step: ofA }, { data: b, at: right, step: ofB }) => {
  for (let k = 0; k < count; k++) out[at + k] = a[left + k * ofA]! + b[right + k * ofB]!;
};

const subtractRows: RowLoop = (out, at, count, { data: a, at: left, step: ofA }, { data: b, at: right, step: ofB }) => {
  for (let k = 0; k < count; k++) out[at + k] = a[left + k * ofA]! - b[right + k * ofB]!;
};

const multiplyRows: RowLoop = (out, at, count, { data: a, at: left, step: ofA }, { data: b, at: right, step: ofB }) => {
  for (let k = 0; k < count; k++) out[at + k] = a[left + k * ofA]! * b[right + k * ofB]!;
};

const divideRows: RowLoop = (out, at, count, { data: a, at: left, step: ofA }, { data: b, at: right, step: ofB }) => {
  for (let k = 0; k < count; k++) out[at + k] = a[left + k * ofA]! / b[right + k * ofB]!;
};

/** 1 where two lists of whole numbers agree, 0 elsewhere; shapes may broadcast. Nothing flows back. */
export function equal(a: Tensor, b: Tensor): Tensor {
  expectType("equal", "first operand", a, "int32");
  expectType("equal", "second operand", b, "int32");
  const shape = broadcast("equal", a.shape, b.shape);
  const [y] = operation("equal", [a, b], {
    makes: [float(shape)],
    onnx: (to, [a, b]) => [to.op("Cast", [to.op("Equal", [a, b])], { to: to.floatTypeNumber })],
    compute: (on, [x, y]) => [on.pairwise(x, y, on.known(shape), equalRows)],
    gradient: () => [undefined, undefined],
  });
  return y;
}

const equalRows: RowLoop = (out, at, count, a, b) => {
  for (let k = 0; k < count; k++) out[at + k] = Number(a.data[a.at + k * a.step] === b.data[b.at + k * b.step]);
};

/** One number, or a whole tensor of it. */
export function constant(value: number, shape: Shape = []): Tensor {
  const [made] = operation("constant", [], {
    makes: [float(shape)],
    onnx: (to) => [shape.length === 0 ? to.float(value) : to.op("Expand", [to.float(value), to.shape(shape)])],
    compute: (on) => [on.filled(on.known(shape), value)],
  });
  return made;
}

/** Operands may be written as plain numbers. */
export function lifted(operand: Tensor | number): Tensor {
  return typeof operand === "number" ? constant(operand) : operand;
}
