import { float, operation, type Tensor } from "../graph.ts";
import type { Shape } from "../shape.ts";

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
