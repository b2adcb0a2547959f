import { type EmitOptions, type EmittedModel, emit } from "./emit.ts";
import { gradients } from "./gradients.ts";
import { executionOrder, type Tensor } from "./graph.ts";
import type { Model } from "./model.ts";
import type { Shape } from "./shape.ts";

/** An emitted model and what its outputs are: plain data, so that it can be sent to a worker thread. */
export interface Program extends EmittedModel {
  /** Results by the names that the model gave them: where they come out, and their shapes. */
  readonly results: Readonly<Record<string, { readonly output: string; readonly shape: Shape }>>;
  /** The output that holds the gradient of each weight. */
  readonly weightGradients: Readonly<Record<string, string>>;
  /** The outputs that hold the gradients of looked-up rows. */
  readonly rowGradients: readonly { readonly table: string; readonly ids: string; readonly output: string }[];
}

/** Loss and gradients in one graph. */
export function trainingProgram(model: Model, options: EmitOptions): Program {
  const needed = new Set(executionOrder([model.loss]).feeds);
  const weights = model.weights.filter((weight) => needed.has(weight));
  const rows = [...needed].filter(({ source }) => "feed" in source && source.feed === "rows");
  const emitted = emit([model.loss, ...gradients(model.loss, [...weights, ...rows])], options);
  const output = (place: number) => emitted.outputs[place] as string;
  return {
    ...emitted,
    results: { loss: { output: output(0), shape: [] } },
    weightGradients: Object.fromEntries(weights.map((weight, place) => [nameOf(weight), output(place + 1)])),
    rowGradients: rows.flatMap(({ source }, place) =>
      "feed" in source && source.feed === "rows"
        ? [{ table: source.table, ids: source.ids, output: output(place + 1 + weights.length) }]
        : [],
    ),
  };
}

/** The model's outputs alone, without dropout. */
export function evaluationProgram(model: Model, options: EmitOptions): Program {
  const outputs = Object.entries(model.outputs);
  const emitted = emit(
    outputs.map(([, tensor]) => tensor),
    { ...options, evaluating: true },
  );
  const results = Object.fromEntries(
    outputs.map(([name, { shape }], place) => [name, { output: emitted.outputs[place] as string, shape }]),
  );
  return { ...emitted, results, weightGradients: {}, rowGradients: [] };
}

function nameOf({ source }: Tensor): string {
  if ("feed" in source && source.feed === "parameter") return source.name;
  throw new Error("not a parameter");
}
