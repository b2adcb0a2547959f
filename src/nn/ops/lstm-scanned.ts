import type { Emitter } from "../emit.ts";
import type { OnnxGraph } from "../onnx/model.ts";
import type { Shape } from "../shape.ts";
import type { Form } from "./lstm-form.ts";

/** The LSTM as ONNX `Scan`s, one a direction: any number of steps, no step wasted on bookkeeping. */
export const scanned: Form = {
  forward(to, { present, projected, weights, backwards, shape: [, rows, hidden] }) {
    const walked = projected.map((each, place) =>
      scan(to, forwardBody(to, weights[place] as string, [rows, hidden]), {
        start: startingState(to, [rows, hidden]),
        inputs: [present, each],
        outputs: 8,
        backwards: backwards[place] as boolean,
      }),
    );
    const each = (place: number) => walked.map((names) => names[place] as string);
    return { states: each(0), before: each(1), left: walked.flatMap((names) => names.slice(2)) };
  },

  backward(to, { present, weights, backwards, shape: [, rows, hidden] }, { dh, states, left }) {
    return dh.flatMap((each, place) =>
      scan(to, backwardBody(to, weights[place] as string, [rows, hidden]), {
        start: startingState(to, [rows, hidden]),
        inputs: [present, each, states[place] as string, ...left.slice(6 * place, 6 * place + 6)],
        outputs: 1,
        backwards: !backwards[place],
      }),
    );
  },
};

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

/** h', h, c', i, f, o, g, tanh c' of one step. */
function forwardBody(to: Emitter, weight: string, shape: readonly [Shape[number], number]): OnnxGraph {
  const [rows, hidden] = shape;
  const { op, input, output, graph } = new Body(to, "lstm");
  const [h, c, present, projected] = [input(shape), input(shape), input([rows, 1]), input([rows, 4 * hidden])];
  const gates = graph.ops("Split", [op("Gemm", h, weight, projected)], 4, { axis: 1, num_outputs: 4 });
  const [i = "", f = "", o = "", g = ""] = gates.map((gate, place) => op(place < 3 ? "Sigmoid" : "Tanh", gate));
  const next = op("Mul", op("Add", op("Mul", f, c), op("Mul", i, g)), present);
  const tanhC = op("Tanh", next);
  const state = op("Mul", o, tanhC);
  for (const value of [state, next, op("Identity", state), op("Identity", h), op("Identity", next)])
    output(value, shape);
  for (const value of [i, f, o, g, tanhC]) output(value, shape);
  return graph;
}

/**
 * One step back, from dh and dc of the step after it. With u = i·g and v = f·c₋₁ = c − u:
 *   dc = present · (dc + dh·o·(1 − tanh²c))
 *   dz = dc·u(1−i), dc·v(1−f), dh·h(1−o), dc·(i − u·g)      dh₋₁ = dz·Wᵀ      dc₋₁ = dc·f
 */
function backwardBody(to: Emitter, weight: string, shape: readonly [Shape[number], number]): OnnxGraph {
  const [rows, hidden] = shape;
  const { op, input, output, graph } = new Body(to, "lstmGradient");
  const [dhNext, dcNext, present, dy] = [input(shape), input(shape), input([rows, 1]), input(shape)];
  const [h, c, i, f, o, g, tanhC] = [
    input(shape),
    input(shape),
    input(shape),
    input(shape),
    input(shape),
    input(shape),
    input(shape),
  ];
  const dh = op("Add", dy, dhNext);
  const dc = op("Mul", op("Add", dcNext, op("Mul", dh, op("Sub", o, op("Mul", h, tanhC)))), present);
  const u = op("Mul", i, g);
  const v = op("Sub", c, u);
  const dz = graph.op(
    "Concat",
    [
      op("Mul", dc, op("Sub", u, op("Mul", u, i))),
      op("Mul", dc, op("Sub", v, op("Mul", v, f))),
      op("Mul", dh, op("Sub", h, op("Mul", h, o))),
      op("Mul", dc, op("Sub", i, op("Mul", u, g))),
    ],
    { axis: 1 },
  );
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
  readonly input = (shape: Shape): string => this.graph.input(this.to.floatType, this.to.known(shape));
  readonly output = (value: string, shape: Shape): void =>
    this.graph.output(value, this.to.floatType, this.to.known(shape));
}

function startingState(to: Emitter, shape: Shape): string {
  return to.once(`zero state ${shape}`, () => to.op("Expand", [to.float(0), to.shape(shape)]));
}
