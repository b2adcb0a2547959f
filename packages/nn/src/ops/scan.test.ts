import { random } from "@plotline/base";
import { needs } from "@plotline/base/testing";
import fc from "fast-check";
import { expect, test as testWithoutRuntime } from "vitest";
import { graphHash } from "../graph-hash.ts";
import * as nn from "../index.ts";
import { drawn, evaluate } from "../testing/check.ts";
import { gradientError } from "../testing/index.ts";
import { gates, recurrence } from "./lstm.ts";

const { test } = needs("onnxruntime");

const side = fc.integer({ min: 1, max: 3 });

/** s' = tanh(s·W + x·m), and what is kept is s'·given. */
function loop(backwards: boolean) {
  return (start: nn.Tensor, x: nn.Tensor, weight: nn.Tensor, given: nn.Tensor, mark: nn.Tensor) => {
    const { states, outputs } = nn.scan(
      { states: [start], steps: [x], marks: [mark], given: [given, weight] },
      ({ states: [state], steps: [step], marks: [counts], given: [factor, by] }) => {
        const next = nn.tanh(nn.add(nn.matmul(state!, by!), nn.multiply(step!, counts!)));
        return { states: [next], outputs: [nn.multiply(next, factor!)] };
      },
      { backwards },
    );
    return nn.add(nn.sum(outputs[0]!, [0]), nn.multiply(states[0]!, 3));
  };
}

test("the gradient of a loop, to its states, its steps and what is the same at each, both ways", async () => {
  await fc.assert(
    fc.asyncProperty(side, side, side, fc.boolean(), fc.nat(99), async (steps, rows, width, backwards, seed) => {
      const mark = nn.input("mark", [steps, rows, 1]);
      const error = await gradientError(
        (start, x, weight, given) => loop(backwards)(start, x, weight, given, mark),
        [
          [rows, width],
          [steps, rows, width],
          [width, width],
          [rows, width],
        ].map((shape) => ({ shape })),
        { mark: { shape: [steps, rows, 1], data: Float64Array.from({ length: steps * rows }, (_, k) => k % 2) } },
        seed,
      );
      expect(error).toBeLessThan(1e-6);
    }),
    { numRuns: 12 },
  );
});

/** Of three: a stack of matrices that products alone read, one that is also added, and a weight that is not handed in. */
test("the gradient of what the products of a loop read", async () => {
  const build = (start: nn.Tensor, x: nn.Tensor, read: nn.Tensor, both: nn.Tensor, weight: nn.Tensor) => {
    const { outputs } = nn.scan(
      { states: [start], steps: [x], given: [read, both] },
      ({ states: [state], steps: [step], given: [pages, square] }) => {
        const asked = nn.matmul(nn.add(state!, step!), pages!, { second: true });
        const found = nn.affine(nn.matmul(nn.sigmoid(asked), pages!), weight);
        const next = nn.tanh(nn.add(nn.matmul(found, square!), nn.sum(square!, [1], { keep: true })));
        return { states: [next], outputs: [next] };
      },
    );
    return nn.sum(outputs[0]!, [0]);
  };
  await fc.assert(
    fc.asyncProperty(side, side, side, side, fc.nat(99), async (steps, stacks, rows, width, seed) => {
      const state = [stacks, rows, width];
      const shapes = [state, [steps, ...state], [stacks, 3, width], [stacks, width, width], [width, width]];
      const operands = shapes.map((shape) => ({ shape }));
      expect(await gradientError(build, operands, {}, seed)).toBeLessThan(1e-6);
    }),
    { numRuns: 8 },
  );
});

test("an LSTM that is written as a loop is the LSTM", async () => {
  const [steps, rows, hidden] = [5, 3, 2];
  const projected = nn.input("x", [steps, rows, 4 * hidden]);
  const weight = nn.input("w", [hidden, 4 * hidden]);
  const present = nn.input("present", [steps, rows, 1]);
  const [known] = recurrence([{ projected: gates(projected), weight: gates(weight), backwards: false }], present);
  const zero = nn.constant(0, [rows, hidden]);
  const { outputs } = nn.scan(
    { states: [zero, zero], steps: [projected], marks: [present], given: [weight] },
    ({ states: [h, c], steps: [x], marks: [isThere], given: [w] }) => {
      const { state, cell } = nn.lstmCell(nn.add(x!, nn.matmul(h!, w!)), c!, isThere!);
      return { states: [state, cell], outputs: [state] };
    },
  );
  const next = random("loop");
  const is = { shape: [steps, rows, 1], data: Float64Array.from({ length: steps * rows }, (_, k) => Number(k !== 4)) };
  const double = ({ shape, data }: nn.Value) => ({ shape, data: Float64Array.from(data) });
  const values = {
    x: double(drawn(next, steps, rows, 4 * hidden)),
    w: double(drawn(next, hidden, 4 * hidden)),
    present: is,
  };
  const loss = (states: nn.Tensor) => nn.sum(nn.square(states));
  const asked = [outputs[0]!, known as nn.Tensor].flatMap((states) => [
    states,
    ...nn.gradients(loss(states), [projected, weight]),
  ]);
  const found = await evaluate(asked, values);
  for (const [k, { data }] of found.slice(0, 3).entries())
    data.forEach((value, at) => void expect(value).toBeCloseTo(found[k + 3]!.data[at]!, 10));
});

testWithoutRuntime("another body is another graph, and a state that changes its shape is refused", () => {
  const built = (body: (state: nn.Tensor) => nn.Tensor) =>
    nn.model((_, batch) => {
      const x = batch.floats("x", ["T", 2]);
      const { outputs } = nn.scan(
        { states: [nn.constant(0, [2])], steps: [x] },
        ({ states: [state], steps: [step] }) => {
          const next = body(nn.add(state!, step!));
          return { states: [next], outputs: [next] };
        },
      );
      return nn.sum(outputs[0]!);
    });
  expect(graphHash(built(nn.tanh))).toBe(graphHash(built(nn.tanh)));
  expect(graphHash(built(nn.tanh))).not.toBe(graphHash(built(nn.sigmoid)));
  expect(() => built((state) => nn.reshape(state, [1, 2]))).toThrow(
    "scan: the state 1 should be [2], but it is [1, 2].",
  );
});
