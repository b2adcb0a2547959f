import type { Replicas } from "./parallel/replicas.ts";
import { elements } from "./shape.ts";
import type { TrainingState } from "./training-state.ts";
import { viewOf } from "./training-state.ts";

/** The first broken parameter, in the order the model declares them: by its values, else by its gradient. */
export async function brokenParameter(replicas: Replicas): Promise<string> {
  const { declarations, memory } = replicas;
  const names = declarations.map(({ name }) => name);
  const values = names.find((name) => viewOf(memory, name).weights.some(isBroken));
  if (values !== undefined) return `the first parameter with such values is "${values}"`;
  const gradient = names.find((name) => gradientsOf(memory, name).some((each) => each.some(isBroken)));
  if (gradient !== undefined) return `the first parameter with such a gradient is "${gradient}"`;
  return "every parameter and gradient is finite, so look at the batch's own numbers";
}

function gradientsOf({ places, gradients, tables }: TrainingState, name: string): readonly Float32Array[] {
  const place = places[name];
  if (place === undefined) return tables.find((table) => table.name === name)?.gradients ?? [];
  return gradients.slice(0, 1).map((each) => each.subarray(place.start, place.start + elements(place.shape)));
}

function isBroken(value: number): boolean {
  return !Number.isFinite(value);
}
