import { digestOf } from "@plotline/base/node";
import { executionOrder, isStep, type Tensor } from "./graph.ts";
import type { Model } from "./model.ts";

/**
 * A hash of what a network computes: its operations with the shapes they make, in order, its inputs and parameters.
 * Where a file is and how a function is called does not matter; another operation, size or initial value does.
 */
export function graphHash({ outputs, declarations }: Model): string {
  const { feeds, steps } = executionOrder(Object.values(outputs));
  const numbers = new Map<Tensor, number>();
  for (const tensor of [...feeds, ...steps.flatMap(({ results }) => results)]) numbers.set(tensor, numbers.size);
  return digestOf(
    [
      feeds.map(({ source, shape, type }) => [isStep(source) ? "" : source, shape, type]),
      steps.map(({ operation, inputs, results }) => [
        operation,
        inputs.map((input) => numbers.get(input)),
        results.map(({ shape, type }) => [shape, type]),
      ]),
      declarations,
      Object.entries(outputs).map(([name, tensor]) => [name, numbers.get(tensor)]),
    ],
    12,
  );
}
