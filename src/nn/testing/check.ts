import { random } from "../../random.ts";
import { emit } from "../emit.ts";
import { gradients } from "../gradients.ts";
import { input, type Tensor } from "../graph.ts";
import { multiply, sum } from "../index.ts";
import { Session, type Value, type Values } from "../session.ts";
import { elements } from "../shape.ts";

/** Computes a few tensors of a graph, in double unless told. */
export async function evaluate(outputs: readonly Tensor[], values: Values, double = true): Promise<Value[]> {
  const model = emit(outputs, { provider: "cpu", double });
  const session = await Session.open(model, "cpu");
  try {
    const results = await session.run(values);
    return model.outputs.map((name) => results[name] as Value);
  } finally {
    await session.close();
  }
}

/** An operand of a checked operation: its shape, and how its numbers are drawn. */
export interface Operand {
  readonly shape: readonly number[];
  readonly draw?: (next: () => number) => number;
}

/**
 * The largest relative difference between an operation's gradients and central differences, in double, for a random
 * weighting of its results.
 */
export async function gradientError(
  build: (...operands: Tensor[]) => Tensor,
  operands: readonly Operand[],
  others: Values = {},
  seed = 1,
): Promise<number> {
  const next = random("gradient check", seed);
  const tensors = operands.map(({ shape }, place) => input(`x${place}`, shape));
  const result = build(...tensors);
  const weights = input("weights", result.shape);
  const loss = sum(multiply(result, weights));
  const values: Record<string, Value> = { ...others };
  operands.forEach(({ shape, draw = (next) => 2 * next() - 1 }, place) => {
    values[`x${place}`] = { shape, data: Float64Array.from({ length: elements(shape) }, () => draw(next)) };
  });
  const shape = result.shape.map(Number);
  values["weights"] = { shape, data: Float64Array.from({ length: elements(shape) }, () => 2 * next() - 1) };
  const model = emit([loss, ...gradients(loss, tensors)], { provider: "cpu", double: true });
  const session = await Session.open(model, "cpu");
  const lossName = model.outputs[0] as string;
  const lossAt = async () => Number((await session.run(values))[lossName]?.data[0]);
  const analytic = await session.run(values);
  let worst = 0;
  for (const place of tensors.keys()) {
    const { data } = values[`x${place}`] as Value;
    const gradient = (analytic[model.outputs[place + 1] as string] as Value).data;
    for (const element of data.keys()) {
      const at = data[element] as number;
      data[element] = at + step;
      const above = await lossAt();
      data[element] = at - step;
      const below = await lossAt();
      data[element] = at;
      const numeric = (above - below) / (2 * step);
      worst = Math.max(worst, Math.abs(numeric - Number(gradient[element])) / Math.max(1, Math.abs(numeric)));
    }
  }
  await session.close();
  return worst;
}

const step = 1e-5;
