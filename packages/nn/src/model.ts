import { Problem } from "@plotline/base";
import { Tensor } from "./graph.ts";
import { Inputs } from "./inputs.ts";
import { type Declaration, Parameters } from "./parameters.ts";

/** A model is a function from parameters and a batch to a loss and any other results. */
export type Build = (p: Parameters, batch: Inputs) => Tensor | Named;
type Named = { readonly loss: Tensor } & Readonly<Record<string, Tensor>>;

/** A built network: its parameters, its loss and its other results. */
export interface Model {
  readonly loss: Tensor;
  /** Everything that the function returned, including the loss. */
  readonly outputs: Readonly<Record<string, Tensor>>;
  readonly declarations: readonly Declaration[];
  readonly weights: readonly Tensor[];
}

/** Builds the graph of a model. Shapes that do not fit are reported here, before anything runs. */
export function model(build: Build): Model {
  const parameters = new Parameters();
  const built = build(parameters, new Inputs());
  const outputs: Named = built instanceof Tensor ? { loss: built } : built;
  if (!(outputs?.loss instanceof Tensor)) {
    throw new Problem(
      'The model\'s function should return its loss, or an object with the loss under the name "loss".',
    );
  }
  return {
    loss: outputs.loss,
    outputs,
    declarations: [...parameters.declared.values()],
    weights: parameters.weights(),
  };
}
