import type { Provider } from "../emit.ts";
import { executionOrder } from "../graph.ts";
import { evaluationProgram, type Model, type Program, trainingProgram } from "../model.ts";
import type { Value, Values } from "../session.ts";
import { elements, type Shape, type Sizes } from "../shape.ts";

export type Purpose = "training" | "evaluation";

/** The compiled forms of a model: one of each for every batch, or, where the LSTM is unrolled, one for each length. */
export interface Programs {
  readonly provider: Provider;
  /** A batch as the programs take it. */
  fitted(batch: Values): { readonly values: Values; readonly sizes: Sizes; readonly steps: Sizes };
  program(purpose: Purpose, sizes: Sizes): Program;
}

/** One program with named sizes serves every batch. Plain data, so that it can be sent to a worker thread. */
export interface AnySize {
  readonly training: Program;
  readonly evaluation: Program;
}

export function anySize(model: Model): AnySize {
  return {
    training: trainingProgram(model, { provider: "cpu" }),
    evaluation: evaluationProgram(model, { provider: "cpu" }),
  };
}

export function processorPrograms(programs: AnySize): Programs {
  return {
    provider: "cpu",
    fitted: (values) => ({ values, sizes: {}, steps: {} }),
    program: (purpose) => programs[purpose],
  };
}

/** WebGPU unrolls the steps: batches are padded with absent steps to a few lengths, each with a program of its own. */
export function cardPrograms(model: Model): Programs {
  const inputs = executionOrder(Object.values(model.outputs)).feeds.flatMap(({ source, shape }) =>
    "feed" in source && source.feed === "data" ? [{ name: source.name, shape }] : [],
  );
  const looked = executionOrder(Object.values(model.outputs)).feeds.flatMap(({ source, shape }) =>
    "feed" in source && source.feed === "rows" ? [{ name: source.ids, shape: shape.slice(0, -1) }] : [],
  );
  const unrolled = unrolledSteps(model);
  return {
    provider: "webgpu",
    fitted: (batch) => fitted(batch, [...inputs, ...looked], unrolled),
    program: (purpose, sizes) => {
      const write = purpose === "training" ? trainingProgram : evaluationProgram;
      return write(model, { provider: "webgpu", sizes });
    },
  };
}

/** The names of the sizes that LSTMs walk along. */
function unrolledSteps(model: Model): ReadonlySet<string> {
  const walked = executionOrder(Object.values(model.outputs)).steps.flatMap(({ operation, results }) =>
    operation === "lstm" ? [results[0]?.shape[0]] : [],
  );
  return new Set(walked.filter((size) => typeof size === "string"));
}

function fitted(
  batch: Values,
  inputs: readonly { readonly name: string; readonly shape: Shape }[],
  unrolled: ReadonlySet<string>,
): ReturnType<Programs["fitted"]> {
  const [values, sizes, steps]: [Record<string, Value>, Record<string, number>, Record<string, number>] = [
    { ...batch },
    {},
    {},
  ];
  for (const { name, shape } of inputs) {
    const [walked] = shape;
    const value = batch[name];
    if (typeof walked !== "string" || !unrolled.has(walked) || value === undefined) continue;
    steps[walked] = value.shape[0] as number;
    sizes[walked] = rung(value.shape[0] as number);
    values[name] = padded(value, sizes[walked]);
  }
  return { values, sizes, steps };
}

/** A ladder of lengths: fine where steps are few, coarse where they are many; sixteen rungs up to 256. */
export function rung(steps: number): number {
  const width = steps <= 16 ? 4 : steps <= 64 ? 8 : 32;
  return Math.ceil(steps / width) * width;
}

/** Zeros after the last step: absent steps, whose numbers nothing reads. */
function padded({ shape, data }: Value, steps: number): Value {
  const larger = [steps, ...shape.slice(1)];
  const whole = data instanceof Int32Array ? new Int32Array(elements(larger)) : new Float32Array(elements(larger));
  whole.set(data);
  return { shape: larger, data: whole };
}
