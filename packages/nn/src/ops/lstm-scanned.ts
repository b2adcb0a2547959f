import type { Emitter } from "../backends/onnx/emit.ts";
import type { OnnxGraph } from "../backends/onnx/file/model.ts";
import type { Dimension, Shape } from "../shape.ts";

/** The inputs of the LSTM's loop: names of values, in lists one per direction. */
interface Loop {
  readonly weights: readonly string[];
  readonly backwards: readonly boolean[];
  /** Steps, rows, hidden size. */
  readonly shape: readonly [Dimension, Dimension, number];
}

interface ForwardLoop extends Loop {
  readonly present: string;
  readonly projected: readonly string[];
}

/**
 * The LSTM as ONNX `Scan`s, one per direction: any number of steps, no step wasted on bookkeeping. The states, the state
 * before each step, and what only the backward pass reads, four names per direction.
 */
export function scanForward(
  to: Emitter,
  { present, projected, weights, backwards, shape: [, rows, hidden] }: ForwardLoop,
) {
  const walked = projected.map((each, place) =>
    scan(to, forwardBody(to, weights[place]!, [rows, hidden]), {
      start: startingState(to, [rows, hidden]),
      inputs: [present, each],
      outputs: 6,
      backwards: backwards[place]!,
    }),
  );
  const each = (place: number) => walked.map((names) => names[place]!);
  return { states: each(0), before: each(1), left: walked.flatMap((names) => names.slice(2)) };
}

/** The gradients of the projected inputs, one per direction. */
export function scanBackward(
  to: Emitter,
  { weights, backwards, shape: [, rows, hidden] }: Loop,
  { dh, left }: { readonly dh: readonly string[]; readonly left: readonly string[] },
): string[] {
  return dh.flatMap((each, place) =>
    scan(to, backwardBody(to, weights[place]!, [rows, hidden]), {
      start: startingState(to, [rows, hidden]),
      inputs: [each, ...left.slice(4 * place, 4 * place + 4)],
      outputs: 1,
      backwards: !backwards[place],
    }),
  );
}

/** A loop over the steps with two states, both starting at zero; the results of every step. */
function scan(
  to: Emitter,
  body: OnnxGraph,
  {
    start,
    inputs,
    outputs,
    backwards,
  }: { start: string; inputs: readonly string[]; outputs: number; backwards: boolean },
): string[] {
  const [, , ...results] = to.ops("Scan", [start, start, ...inputs], 2 + outputs, {
    body,
    num_scan_inputs: inputs.length,
    scan_input_directions: inputs.map(() => Number(backwards)),
    scan_output_directions: Array(outputs).fill(Number(backwards)),
  });
  return results;
}

/**
 * h', h and what the backward pass multiplies by, for one step: slope = o(1 − tanh²c'), f, and the factors of the
 * gates, u(1−i), v(1−f), h'(1−o) side by side and i − u·g, with u = i·g and v = f·c. They are computed here, while
 * their operands are at hand. Gates are shut where a step is absent: then all of it is zero.
 */
function forwardBody(to: Emitter, weight: string, shape: readonly [Shape[number], number]): OnnxGraph {
  const [rows, hidden] = shape;
  const { op, split, beside, input, output, graph } = new Body(to, "lstm");
  const h = input(shape);
  const c = input(shape);
  const present = input([rows, 1]);
  const projected = input([rows, 4 * hidden]);
  const [open = "", raw = ""] = split(op("Gemm", h, weight, projected), 3 * hidden, hidden);
  const gates = op("Mul", op("Sigmoid", open), present);
  const [i = "", f = "", o = ""] = split(gates, hidden, hidden, hidden);
  const g = op("Tanh", raw);
  const u = op("Mul", i, g);
  const v = op("Mul", f, c);
  const next = op("Add", u, v);
  const tanhC = op("Tanh", next);
  const state = op("Mul", o, tanhC);
  const weighed = beside(u, v, state);
  const slope = op("Sub", o, op("Mul", state, tanhC));
  const factors = op("Sub", weighed, op("Mul", weighed, gates));
  for (const value of [state, next, op("Identity", state), op("Identity", h), slope, f]) output(value, shape);
  output(factors, [rows, 3 * hidden]);
  output(op("Sub", i, op("Mul", u, g)), shape);
  return graph;
}

/**
 * One step back, from dh and dc of the step after it:
 *   dc += dh · slope      dz = [dc, dc, dh, dc] · factors      dh₋₁ = dz·Wᵀ      dc₋₁ = dc·f
 */
function backwardBody(to: Emitter, weight: string, shape: readonly [Shape[number], number]): OnnxGraph {
  const [rows, hidden] = shape;
  const { op, beside, input, output, graph } = new Body(to, "lstmGradient");
  const dhNext = input(shape);
  const dcNext = input(shape);
  const dy = input(shape);
  const slope = input(shape);
  const f = input(shape);
  const factors = input([rows, 3 * hidden]);
  const factorOfG = input(shape);
  const dh = op("Add", dy, dhNext);
  const dc = op("Add", dcNext, op("Mul", dh, slope));
  const dz = beside(op("Mul", beside(dc, dc, dh), factors), op("Mul", dc, factorOfG));
  output(graph.op("Gemm", [dz, weight], { transB: 1 }), shape);
  output(op("Mul", dc, f), shape);
  output(dz, [rows, 4 * hidden]);
  return graph;
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

  readonly op = (kind: string, ...inputs: readonly string[]): string => this.graph.op(kind, inputs);
  readonly beside = (...parts: readonly string[]): string => this.graph.op("Concat", parts, { axis: 1 });
  readonly split = (value: string, ...widths: readonly number[]): string[] =>
    this.graph.ops("Split", [value, this.to.integers(...widths)], widths.length, { axis: 1 });
  readonly input = (shape: Shape): string => this.graph.input(this.to.floatType, shape);
  readonly output = (value: string, shape: Shape): void => this.graph.output(value, this.to.floatType, shape);
}

function startingState(to: Emitter, shape: Shape): string {
  return to.once(`zero state ${shape}`, () => to.op("Expand", [to.float(0), to.shape(shape)]));
}
