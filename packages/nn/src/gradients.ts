import { Problem } from "@plotline/base";
import { executionOrder, type Step, type Tensor } from "./graph.ts";
import { add, constant } from "./ops/arithmetic.ts";
import { showShape } from "./shape.ts";

/**
 * Reverse mode: one sweep from the loss to its sources. Where a value is used twice, its gradients add up.
 * The result is more graph, so it is compiled together with the forward pass.
 */
export function gradients(loss: Tensor, sources: readonly Tensor[]): Tensor[] {
  if (loss.shape.length > 0) {
    throw new Problem(`gradients: the loss should be a single number, but its shape is ${showShape(loss.shape)}.`);
  }
  const steps = stepsBetween(loss, sources);
  const flow = new Map<Tensor, Tensor>([[loss, constant(1)]]);
  for (const { inputs, results, gradient, operation } of steps.reverse()) {
    const upstream = results.map((result) => flow.get(result));
    if (upstream.every((each) => each === undefined)) continue;
    if (gradient === undefined) throw new Problem(`${operation} has no gradient, but the loss depends on it.`);
    gradient(upstream).forEach((each, place) => {
      const input = inputs[place]!;
      if (each === undefined) return;
      const before = flow.get(input);
      flow.set(input, before === undefined ? each : add(before, each));
    });
  }
  return sources.map((source) => flow.get(source) ?? zeroLike(source));
}

/** The steps on a path from a source to the loss, each after those it needs. */
function stepsBetween(loss: Tensor, sources: readonly Tensor[]): Step[] {
  const reached = new Set(sources);
  return executionOrder([loss]).steps.filter(({ inputs, results }) => {
    const leads = inputs.some((tensor) => reached.has(tensor));
    if (leads) for (const result of results) reached.add(result);
    return leads;
  });
}

function zeroLike(source: Tensor): Tensor {
  return constant(0, source.shape);
}
