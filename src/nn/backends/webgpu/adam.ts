import { type AdamOptions, adamStep, lazily } from "../../adam.ts";
import { input, type Tensor } from "../../graph.ts";
import { add, divide, multiply, sqrt, square, subtract } from "../../ops/arithmetic.ts";
import type { parts } from "../../training-state.ts";
import type { Value } from "../../values.ts";
import { type EmittedModel, emit } from "../onnx/emit.ts";

/** What Adam moves as one: all dense weights, or a table. */
export interface Moved {
  readonly name: string;
  readonly shape: readonly number[];
  /** Of a table only the rows of the batch move. */
  readonly lazy: boolean;
}

/** The name of a part of the state in the models that run on the GPU. */
export function stateName(name: string, part: (typeof parts)[number] | "gradient" | "touched"): string {
  return `${part} of ${name}`;
}

/**
 * `adam` of ../adam.ts as a model, for everything at once. It writes both averages as steps towards what they average,
 * m += (1−β₁)(g − m), so that a row that is not touched stays as it is when its step is multiplied by 0.
 */
export function adamModel(moved: readonly Moved[], { beta1, beta2 }: AdamOptions): EmittedModel {
  const number = (name: string) => input(name, []);
  const rate = number("rate");
  const correction = number("correction");
  const scale = number("scale");
  const outputs = moved.flatMap(({ name, shape, lazy }) => {
    const state = (part: Parameters<typeof stateName>[1]) => input(stateName(name, part), shape);
    const first = state("first");
    const second = state("second");
    const touched = input(stateName(name, "touched"), [shape[0] ?? 1, 1]);
    const moving = (step: Tensor) => (lazy ? multiply(step, touched) : step);
    const g = multiply(state("gradient"), scale);
    const m = add(first, moving(multiply(subtract(g, first), 1 - beta1)));
    const v = add(second, moving(multiply(subtract(square(g), second), 1 - beta2)));
    const length = add(multiply(sqrt(v), correction), number(lazy ? "lazy epsilon" : "epsilon"));
    return [subtract(state("weights"), moving(divide(multiply(m, rate), length))), m, v];
  });
  return emit(outputs, { provider: "webgpu" });
}

/** The numbers of one step, as the model takes them. */
export function adamNumbers(
  info: { readonly step: number; readonly scale: number },
  options: AdamOptions,
): Record<string, Value> {
  const step = adamStep(info, options);
  const { rate, correction, scale, epsilon } = step;
  const numbers = { rate, correction, scale, epsilon, "lazy epsilon": lazily(step).epsilon };
  return Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, { shape: [], data: Float32Array.of(value) }]),
  );
}
