import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { random } from "../../random.ts";
import { emit } from "../backends/onnx/emit.ts";
import { OnnxGraph } from "../backends/onnx/file/model.ts";
import { onnxRuntime } from "../backends/onnx/runtime.ts";
import { gradients } from "../gradients.ts";
import { input, type Tensor } from "../graph.ts";
import { drawn, drawnPresence } from "../testing/check.ts";
import type { Value } from "../values.ts";
import { add, square } from "./arithmetic.ts";
import { gates, recurrence } from "./lstm.ts";
import { affine } from "./matmul.ts";
import { sum } from "./reduce.ts";

/** Both forms are ONNX, so the one for GPUs can be checked on a processor. */
test("the unrolled LSTM gives the numbers of the scanned one, there and back", async () => {
  const sizes = fc.tuple(
    fc.integer({ min: 1, max: 23 }),
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom(1, 2),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(sizes, async ([steps, rows, directions, backwards]) => {
      const hidden = 3;
      const present = input("present", ["T", "N", 1]);
      const inputs = Array.from({ length: directions }, (_, place) => ({
        x: input(`x${place}`, ["T", "N", 2]),
        input: input(`input${place}`, [2, 4 * hidden]),
        weight: input(`weight${place}`, [hidden, 4 * hidden]),
        backwards: place === 0 ? backwards : !backwards,
      }));
      const ways = inputs.map(({ x, input, weight, backwards }) => ({
        projected: affine(x, gates(input)),
        weight: gates(weight),
        backwards,
      }));
      const [first, second] = recurrence(ways, present) as [Tensor, Tensor | undefined];
      const loss = sum(square(second === undefined ? first : add(first, square(second))));
      const sources = inputs.flatMap(({ x, input, weight }) => [x, input, weight]);
      const outputs = [first, loss, ...gradients(loss, sources)];

      const next = random("unrolled", steps, rows);
      const values: Record<string, Value> = { present: drawnPresence(next, steps, rows) };
      for (const place of ways.keys()) {
        values[`x${place}`] = drawn(next, steps, rows, 2);
        values[`input${place}`] = drawn(next, 2, 4 * hidden);
        values[`weight${place}`] = drawn(next, hidden, 4 * hidden);
      }
      const [scanned, unrolled] = await Promise.all([
        results(emit(outputs, { provider: "cpu" }), values),
        results(emit(outputs, { provider: "webgpu", sizes: { T: steps } }), values),
      ]);
      scanned.forEach((value, place) => {
        for (const [at, number] of value.entries()) expect(unrolled[place]?.[at]).toBeCloseTo(number, 5);
      });
    }),
    { numRuns: 8, seed: 3 },
  );
});

test("however long the rows, no kernel of a GPU binds many buffers, and a step has few kernels", () => {
  const ops = vi.spyOn(OnnxGraph.prototype, "ops");
  const [steps, hidden] = [300, 3];
  const way = (backwards: boolean) => ({
    projected: input(`projected${backwards}`, [steps, "N", 4 * hidden]),
    weight: input(`weight${backwards}`, [hidden, 4 * hidden]),
    backwards,
  });
  const ways = [way(false), way(true)];
  const [first, second] = recurrence(ways, input("present", [steps, "N", 1])) as [Tensor, Tensor];
  const loss = sum(add(first, square(second)));
  emit(
    [
      loss,
      ...gradients(
        loss,
        ways.map(({ projected }) => projected),
      ),
    ],
    { provider: "webgpu" },
  );
  expect(ops.mock.calls.length / steps).toBeLessThan(19);
  const joinsAlongFirst = ([kind, , , options]: Parameters<OnnxGraph["ops"]>) =>
    kind === "Concat" && options?.["axis"] === 0;
  const bound = ops.mock.calls.filter((call) => !joinsAlongFirst(call)).map(([, inputs, made]) => inputs.length + made);
  expect(Math.max(...bound)).toBeLessThanOrEqual(11);
  ops.mockRestore();
});

/** What is written for a GPU is left as it is, here as there. */
async function results(model: ReturnType<typeof emit>, values: Record<string, Value>): Promise<Value["data"][]> {
  const { InferenceSession, Tensor: OrtTensor } = await onnxRuntime();
  const session = await InferenceSession.create(model.bytes, { graphOptimizationLevel: "disabled" });
  const feeds = Object.entries(values).map(([name, { data, shape }]) => [name, new OrtTensor("float32", data, shape)]);
  const found = await session.run(Object.fromEntries(feeds));
  await session.release();
  return model.outputs.map((name) => {
    const data = found[name]?.data;
    if (data instanceof Float32Array) return data;
    throw new Error(`${name} is no list of floats`);
  });
}
