import { random } from "@plotline/base";
import { emit } from "../backends/onnx/emit.ts";
import { Session } from "../backends/onnx/session.ts";
import { PortableProgram } from "../backends/portable/program.ts";
import { gradients } from "../gradients.ts";
import { input, type Tensor } from "../graph.ts";
import { multiply } from "../ops/arithmetic.ts";
import { sum } from "../ops/reduce.ts";
import { elements, type Value, type Values } from "../shape.ts";
import { doubleMemory } from "./double-memory.ts";

/** Computes a few tensors of a graph, in double precision by default. */
export async function evaluate(outputs: readonly Tensor[], values: Values, double = true): Promise<Value[]> {
  const model = emit(outputs, { double });
  const session = await Session.open(model);
  try {
    const results = await session.run(values);
    return model.outputs.map((name) => results[name]!);
  } finally {
    await session.close();
  }
}

/** Numbers between −1 and 1. */
export function drawn(next: () => number, ...shape: readonly number[]): Value {
  return { shape, data: Float32Array.from({ length: elements(shape) }, () => 2 * next() - 1) };
}

/** An operand of a checked operation: its shape, and how its numbers are drawn. */
export interface Operand {
  readonly shape: readonly number[];
  readonly draw?: (next: () => number) => number;
}

/** The operands of an operation; no test has more of them. */
type Operands = [Tensor, Tensor, Tensor, Tensor, Tensor];

/** Computes named outputs of a graph, in double. */
type Computation = (values: Values) => Promise<Value[]>;

export type Backend = "onnx" | "portable";

/**
 * The largest relative difference between an operation's gradients and central differences, in double, for a random
 * weighting of its results.
 */
export async function gradientError(
  build: (...operands: Operands) => Tensor,
  operands: readonly Operand[],
  others: Values = {},
  seed = 1,
  backend: Backend = "onnx",
): Promise<number> {
  const next = random("gradient check", seed);
  const tensors = operands.map(({ shape }, place) => input(`x${place}`, shape));
  const result = build(...(tensors as Operands));
  const loss = sum(multiply(result, input("weights", result.shape)));
  const values: Record<string, Value> = { ...others };
  operands.forEach(({ shape, draw = (next) => 2 * next() - 1 }, place) => {
    values[`x${place}`] = { shape, data: Float64Array.from({ length: elements(shape) }, () => draw(next)) };
  });
  const shape = result.shape.map(Number);
  values["weights"] = { shape, data: Float64Array.from({ length: elements(shape) }, () => 2 * next() - 1) };
  const { run, close } = await open([loss, ...gradients(loss, tensors)], backend);
  const worst = await worstDifference(run, values, tensors.length);
  await close();
  return worst;
}

async function worstDifference(run: Computation, values: Values, operands: number): Promise<number> {
  const lossAt = async () => Number((await run(values))[0]?.data[0]);
  const analytic = await run(values);
  let worst = 0;
  for (let place = 0; place < operands; place++) {
    const { data } = values[`x${place}`]!;
    const gradient = analytic[place + 1]!.data;
    for (const element of data.keys()) {
      const at = data[element]!;
      data[element] = at + step;
      const above = await lossAt();
      data[element] = at - step;
      const below = await lossAt();
      data[element] = at;
      const numeric = (above - below) / (2 * step);
      worst = Math.max(worst, Math.abs(numeric - Number(gradient[element])) / Math.max(1, Math.abs(numeric)));
    }
  }
  return worst;
}

async function open(
  outputs: readonly Tensor[],
  backend: Backend,
): Promise<{ run: Computation; close: () => Promise<void> }> {
  if (backend === "portable") {
    const program = new PortableProgram(outputs, { memory: doubleMemory });
    return { run: async (values) => program.run(values), close: async () => {} };
  }
  const model = emit(outputs, { double: true });
  const session = await Session.open(model);
  const run: Computation = async (values) => {
    const results = await session.run(values);
    return model.outputs.map((name) => results[name]!);
  };
  return { run, close: () => session.close() };
}

const step = 1e-5;
