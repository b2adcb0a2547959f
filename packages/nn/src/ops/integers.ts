import type { RowLoop } from "../backends/portable/calculator.ts";
import { expectType, float, operation, type Tensor } from "../graph.ts";
import { broadcast } from "../shape.ts";

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
