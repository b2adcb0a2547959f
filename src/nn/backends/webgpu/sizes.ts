import { executionOrder } from "../../graph.ts";
import type { Model } from "../../model.ts";
import { elements, type Sizes } from "../../shape.ts";
import type { Value, Values } from "../../values.ts";

/** A batch as the models of a GPU take it, with the sizes that they are compiled for, and what its own sizes were. */
interface Fitted {
  readonly values: Values;
  readonly sizes: Sizes;
  readonly steps: Sizes;
}

/** A GPU unrolls the steps: batches are padded with absent steps to a few lengths, each with a model of its own. */
export function fitter(model: Model): (batch: Values) => Fitted {
  const { feeds, steps } = executionOrder(Object.values(model.outputs));
  const inputs = feeds.flatMap(({ source, shape }) => {
    if (!("feed" in source)) return [];
    if (source.feed === "data") return [{ name: source.name, walked: shape[0] }];
    return source.feed === "rows" ? [{ name: source.ids, walked: shape[0] }] : [];
  });
  const unrolled = new Set(
    steps.flatMap(({ operation, results }) => (operation === "lstm" ? results[0]?.shape[0] : [])),
  );
  const padding = inputs.filter(({ walked }) => typeof walked === "string" && unrolled.has(walked));
  return (batch) => {
    const values: Record<string, Value> = { ...batch };
    const sizes: Record<string, number> = {};
    const lengths: Record<string, number> = {};
    for (const { name, walked } of padding) {
      const value = batch[name];
      if (value === undefined || typeof walked !== "string") continue;
      const steps = value.shape[0]!;
      lengths[walked] = steps;
      sizes[walked] = paddedSteps(steps);
      values[name] = padded(value, sizes[walked]);
    }
    return { values, sizes, steps: lengths };
  };
}

/** One of a few lengths: fine where steps are few, coarse where they are many; sixteen lengths up to 256. */
export function paddedSteps(steps: number): number {
  const width = steps <= 16 ? 4 : steps <= 64 ? 8 : 32;
  return Math.ceil(steps / width) * width;
}

/** Zeros after the last step: absent steps, whose numbers nothing reads. */
function padded(value: Value, steps: number): Value {
  const { shape, data } = value;
  if (shape[0] === steps) return value;
  const larger = [steps, ...shape.slice(1)];
  const whole = data instanceof Int32Array ? new Int32Array(elements(larger)) : new Float32Array(elements(larger));
  whole.set(data);
  return { shape: larger, data: whole };
}

/** Removes the padding steps of a batch from a result. */
export function cutTo(value: Value, steps: number): Value {
  const shape = [steps, ...value.shape.slice(1)];
  return { shape, data: value.data.subarray(0, elements(shape)) };
}
