import type { Emitter } from "../emit.ts";
import { float, operation, type Tensor } from "../graph.ts";
import type { OnnxGraph } from "../onnx/model.ts";
import { expectShape, misfit, product, type Shape, showShape } from "../shape.ts";
import { reshape } from "./layout.ts";
import { matmul } from "./matmul.ts";

/**
 * The recurrent part of an LSTM; what does not depend on the step before (the input projection, the gradients of the
 * weights) is left outside, as single large products.
 *
 *   i, f, g, o = σ, σ, tanh, σ of (projected + h·W)      c' = present · (f·c + i·g)      h' = o · tanh c'
 *
 * projected: [T, N, 4H], the gates side by side in the order i, f, g, o; present: [T, N, 1], ones and zeros;
 * weight: [H, 4H]. A step that is not present clears the state, which equals packed sequences in both directions, and
 * lets several sequences share a row when an absent step stands between them.
 */
export function recurrence(projected: Tensor, present: Tensor, weight: Tensor, backwards: boolean): Tensor {
  const [steps, rows, hidden] = recurrenceShape(projected, present, weight);
  const state = float([steps, rows, hidden]);
  const [h] = operation("lstm", [projected, present, weight], {
    makes: [state, state, state, state, state, state, state, state],
    onnx: (to, [projected, present, weight]) =>
      forwardScan(to, { projected, present, weight, backwards, shape: [rows, hidden] }),
    gradient: ([dh], saved) => {
      if (dh === undefined) return [undefined, undefined, undefined];
      const dz = recurrenceGradient(dh, present, weight, saved, backwards);
      const flat = product([steps, rows]);
      const before = reshape(saved[1], [flat, hidden]);
      return [dz, undefined, matmul(before, reshape(dz, [flat, 4 * hidden]), { first: true })];
    },
  });
  return h;
}

/** h, the h before, c, i, f, g, o, tanh c: what the way back needs from each step of the way there. */
type Saved = readonly [Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor];

/** The gradient of the projected input: the same loop, run the other way. */
function recurrenceGradient(dh: Tensor, present: Tensor, weight: Tensor, saved: Saved, backwards: boolean): Tensor {
  const [h, , c, i, f, g, o, tanhC] = saved;
  const [steps = 1, rows = 1, hidden] = h.shape;
  const [dz] = operation("lstmGradient", [dh, present, weight, h, c, i, f, g, o, tanhC], {
    makes: [float([steps, rows, 4 * Number(hidden)])],
    onnx: (to, [dh, present, weight, ...steps]) => [
      backwardScan(to, { dh, present, weight, steps, backwards, shape: [rows, Number(hidden)] }),
    ],
  });
  return dz;
}

interface Loop {
  readonly present: string;
  readonly weight: string;
  readonly backwards: boolean;
  readonly shape: readonly [Shape[number], number];
}

type Eight = readonly [string, string, string, string, string, string, string, string];

function forwardScan(
  to: Emitter,
  { projected, present, weight, backwards, shape }: Loop & { projected: string },
): Eight {
  const [rows, hidden] = shape;
  const body = new Body(to, "lstm");
  const [h, c] = [body.input(shape), body.input(shape)];
  const [isPresent, z] = [body.input([rows, 1]), body.input([rows, 4 * hidden])];
  const [zi, zf, zg, zo] = body.split(body.op("Gemm", h, weight, z));
  const [i, f, o] = [body.op("Sigmoid", zi), body.op("Sigmoid", zf), body.op("Sigmoid", zo)];
  const g = body.op("Tanh", zg);
  const next = body.mul(body.op("Add", body.mul(f, c), body.mul(i, g)), isPresent);
  const tanhC = body.op("Tanh", next);
  const output = body.mul(o, tanhC);
  for (const value of [output, next]) body.output(value, shape);
  for (const value of [body.copy(output), body.copy(h), body.copy(next), i, f, g, o, tanhC]) body.output(value, shape);
  const start = startingState(to, shape);
  const [, , ...saved] = to.ops("Scan", [start, start, present, projected], 10, {
    body: body.graph,
    num_scan_inputs: 2,
    scan_input_directions: Array(2).fill(Number(backwards)),
    scan_output_directions: Array(8).fill(Number(backwards)),
  });
  return saved as unknown as Eight;
}

/**
 * One step back, from dh and dc of the step after it. With u = i·g and v = f·c₋₁ = c − u:
 *   dc = present · (dc + dh·o·(1 − tanh²c))
 *   dz = dc·u(1−i), dc·v(1−f), dc·(i − u·g), dh·h(1−o)
 */
function backwardScan(to: Emitter, loop: Loop & { dh: string; steps: readonly string[] }): string {
  const { shape, weight } = loop;
  const [rows, hidden] = shape;
  const body = new Body(to, "lstmGradient");
  const [dhNext, dcNext, isPresent, dy] = [
    body.input(shape),
    body.input(shape),
    body.input([rows, 1]),
    body.input(shape),
  ];
  const [h, c, i, f] = [body.input(shape), body.input(shape), body.input(shape), body.input(shape)];
  const [g, o, tanhC] = [body.input(shape), body.input(shape), body.input(shape)];
  const dh = body.op("Add", dy, dhNext);
  const throughTanh = body.mul(dh, body.sub(o, body.mul(h, tanhC)));
  const dc = body.mul(body.op("Add", dcNext, throughTanh), isPresent);
  const u = body.mul(i, g);
  const v = body.sub(c, u);
  const dz = body.concat([
    body.mul(dc, body.sub(u, body.mul(u, i))),
    body.mul(dc, body.sub(v, body.mul(v, f))),
    body.mul(dc, body.sub(i, body.mul(u, g))),
    body.mul(dh, body.sub(h, body.mul(h, o))),
  ]);
  body.output(body.graph.op("Gemm", [dz, weight], { transB: 1 }), shape);
  body.output(body.mul(dc, f), shape);
  body.output(dz, [rows, 4 * hidden]);
  const start = startingState(to, shape);
  const other = Number(!loop.backwards);
  const [, , all] = to.ops("Scan", [start, start, loop.present, loop.dh, ...loop.steps], 3, {
    body: body.graph,
    num_scan_inputs: 9,
    scan_input_directions: Array(9).fill(other),
    scan_output_directions: [other],
  });
  return all as string;
}

/** The body of a Scan, in the few words that the formulas above use. */
class Body {
  readonly graph: OnnxGraph;

  constructor(
    private readonly to: Emitter,
    name: string,
  ) {
    this.graph = to.graph.body(name);
  }

  input(shape: Shape): string {
    return this.graph.input(this.to.floatType, this.to.known(shape));
  }

  output(value: string, shape: Shape): void {
    this.graph.output(value, this.to.floatType, this.to.known(shape));
  }

  op(kind: string, ...inputs: readonly string[]): string {
    return this.graph.op(kind, inputs);
  }

  mul(a: string, b: string): string {
    return this.op("Mul", a, b);
  }

  sub(a: string, b: string): string {
    return this.op("Sub", a, b);
  }

  copy(value: string): string {
    return this.op("Identity", value);
  }

  split(gates: string): readonly [string, string, string, string] {
    return this.graph.ops("Split", [gates], 4, { axis: 1, num_outputs: 4 }) as [string, string, string, string];
  }

  concat(gates: readonly string[]): string {
    return this.graph.op("Concat", gates, { axis: 1 });
  }
}

function startingState(to: Emitter, shape: Shape): string {
  return to.once(`zero state ${shape}`, () => to.op("Expand", [to.float(0), to.shape(shape)]));
}

function recurrenceShape(projected: Tensor, present: Tensor, weight: Tensor) {
  const [hidden, gates] = weight.shape;
  if (typeof hidden !== "number" || gates !== 4 * hidden) {
    throw misfit("lstm", "third operand (weight)", "[H, 4H]", showShape(weight.shape));
  }
  const [steps, rows] = projected.shape;
  if (projected.shape.length !== 3 || projected.shape[2] !== gates || steps === undefined || rows === undefined) {
    throw misfit("lstm", "first operand (projected)", `[T, N, ${gates}]`, showShape(projected.shape));
  }
  expectShape("lstm", "second operand (present)", present.shape, [steps, rows, 1]);
  return [steps, rows, hidden] as const;
}
