import { digestOf } from "@plotline/base/node";
import { executionOrder, isStep, type Tensor } from "./graph.ts";
import type { Model } from "./model.ts";

/**
 * A hash of what a network computes: its operations with the shapes they make, in order, its inputs and parameters.
 * Where a file is and how a function is called does not matter; another operation, size or initial value does.
 */
export function graphHash({ outputs, declarations }: Model): string {
  const { feeds, steps, numbers } = described(Object.values(outputs));
  const named = Object.entries(outputs).map(([name, tensor]) => [name, numbers.get(tensor)]);
  return digestOf([feeds, steps, declarations, named], 12);
}

function described(outputs: readonly Tensor[]) {
  const { feeds, steps } = executionOrder(outputs);
  const numbers = new Map<Tensor, number>();
  for (const tensor of [...feeds, ...steps.flatMap(({ results }) => results)]) numbers.set(tensor, numbers.size);
  return {
    numbers,
    feeds: feeds.map(({ source, shape, type }) => [isStep(source) ? "" : source, shape, type]),
    steps: steps.map(({ operation, inputs, results, inner }) => [
      operation,
      inputs.map((input) => numbers.get(input)),
      results.map(({ shape, type }) => [shape, type]),
      ...(inner === undefined ? [] : [bodyOf(inner)]),
    ]),
  };
}

function bodyOf(results: readonly Tensor[]): unknown {
  const { feeds, steps, numbers } = described(results);
  return [feeds, steps, results.map((tensor) => numbers.get(tensor))];
}
