import { type EmittedModel, emit } from "./backends/onnx/emit.ts";
import type { ModelInput } from "./feeds.ts";
import { gradients } from "./gradients.ts";
import { executionOrder, type Tensor } from "./graph.ts";
import type { Model } from "./model.ts";
import type { Shape } from "./shape.ts";

/** A compiled graph: what must be fed, and the names of the outputs in the order they were asked for. */
export interface Compiled {
  readonly inputs: readonly ModelInput[];
  readonly outputs: readonly string[];
}

/** The meaning of a compiled model's outputs. */
export interface Meaning {
  /** Results by the names that the model gave them: where they come out, and their shapes. */
  readonly results: Readonly<Record<string, { readonly output: string; readonly shape: Shape }>>;
  /** The output that holds the gradient of each weight. */
  readonly weightGradients: Readonly<Record<string, string>>;
  /** The outputs that hold the gradients of looked-up rows. */
  readonly rowGradients: readonly { readonly table: string; readonly ids: string; readonly output: string }[];
}

/** An ONNX model and the meaning of its outputs: plain data, so that it can be sent to a worker thread. */
export type Program = EmittedModel & Meaning;

/** Loss and gradients in one graph. */
export function trainingProgram(model: Model): Program {
  return compileTraining(model, (outputs) => emit(outputs));
}

/** The model's outputs alone, without dropout. */
export function evaluationProgram(model: Model): Program {
  return compileEvaluation(model, (outputs) => emit(outputs, { evaluating: true }));
}

export function compileTraining<Made extends Compiled>(
  model: Model,
  compile: (outputs: readonly Tensor[]) => Made,
): Made & Meaning {
  const needed = new Set(executionOrder([model.loss]).feeds);
  const weights = model.weights.filter((weight) => needed.has(weight));
  const rows = [...needed].filter(({ source }) => "feed" in source && source.feed === "rows");
  const compiled = compile([model.loss, ...gradients(model.loss, [...weights, ...rows])]);
  const output = (place: number) => compiled.outputs[place]!;
  return Object.assign(compiled, {
    results: { loss: { output: output(0), shape: [] } },
    weightGradients: Object.fromEntries(weights.map((weight, place) => [nameOf(weight), output(place + 1)])),
    rowGradients: rows.flatMap(({ source }, place) =>
      "feed" in source && source.feed === "rows"
        ? [{ table: source.table, ids: source.ids, output: output(place + 1 + weights.length) }]
        : [],
    ),
  });
}

export function compileEvaluation<Made extends Compiled>(
  model: Model,
  compile: (outputs: readonly Tensor[]) => Made,
): Made & Meaning {
  const outputs = Object.entries(model.outputs);
  const compiled = compile(outputs.map(([, tensor]) => tensor));
  const results = Object.fromEntries(
    outputs.map(([name, { shape }], place) => [name, { output: compiled.outputs[place]!, shape }]),
  );
  return Object.assign(compiled, { results, weightGradients: {}, rowGradients: [] });
}

function nameOf({ source }: Tensor): string {
  if ("feed" in source && source.feed === "parameter") return source.name;
  throw new Error("not a parameter");
}
