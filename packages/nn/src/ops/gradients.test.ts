import { needs } from "@plotline/base/testing";
import fc from "fast-check";
import { describe, expect, test as testAnywhere } from "vitest";
import * as nn from "../index.ts";
import { type Backend, gradientError, type Operand } from "../testing/check.ts";
import { wherePositive } from "./arithmetic.ts";
import { gates, recurrence } from "./lstm.ts";
import { affine } from "./matmul.ts";
import { rectifiedSum } from "./rectified-sum.ts";
import { moveRows } from "./rows.ts";
import { crossEntropyOfRows } from "./softmax.ts";

/** Central differences in double are good to about 1e-9; a wrong gradient is off by far more than this. */
const tolerance = 1e-7;

const size = fc.integer({ min: 1, max: 4 });
const seed = fc.integer({ min: 1, max: 1000 });
const positive = (next: () => number) => 0.5 + next();
const awayFromZero = (next: () => number) => (next() < 0.5 ? -1 : 1) * (0.2 + next());

async function holds<Case>(arbitrary: fc.Arbitrary<Case>, error: (drawn: Case) => Promise<number>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (drawn) => {
      expect(await error(drawn)).toBeLessThan(tolerance);
    }),
    { numRuns: 6, seed: 7 },
  );
}

const unary: Record<string, [(x: nn.Tensor) => nn.Tensor, Operand["draw"]]> = {
  negate: [nn.negate, undefined],
  exp: [nn.exp, undefined],
  log: [nn.log, positive],
  sqrt: [nn.sqrt, positive],
  square: [nn.square, undefined],
  sigmoid: [nn.sigmoid, undefined],
  tanh: [nn.tanh, undefined],
  relu: [nn.relu, awayFromZero],
  leakyRelu: [(x) => nn.leakyRelu(x, 0.1), awayFromZero],
  softplus: [nn.softplus, undefined],
  wherePositive: [(x) => wherePositive(x, nn.square(x)), awayFromZero],
  softmax: [(x) => nn.softmax(x, -1), undefined],
  "softmax over the first axis": [(x) => nn.softmax(x, 0), undefined],
  "sum over all": [(x) => nn.sum(x), undefined],
  "sum over an axis": [(x) => nn.sum(x, [0]), undefined],
  "sum that keeps its axis": [(x) => nn.sum(x, [-1], { keep: true }), undefined],
  mean: [(x) => nn.mean(x), undefined],
  transpose: [(x) => nn.transpose(x, [1, 0]), undefined],
  reshape: [(x) => nn.reshape(x, [-1]), undefined],
};

/** Where the tests of a backend run. */
const on: Record<Backend, Pick<ReturnType<typeof needs>, "describe" | "test">> = {
  onnx: needs("onnxruntime"),
  portable: { describe, test: testAnywhere },
};

describe.each<Backend>(["onnx", "portable"])("%s", (backend) => {
  const { test } = on[backend];
  const check = (
    build: Parameters<typeof gradientError>[0],
    operands: readonly Operand[],
    values: Parameters<typeof gradientError>[2] = {},
    seed = 1,
  ) => gradientError(build, operands, values, seed, backend);

  test.each(Object.entries(unary))("the gradient of %s", async (_, [operation, draw]) => {
    await holds(fc.tuple(size, size, seed), ([rows, columns, seed]) =>
      check(operation, [{ shape: [rows, columns], ...(draw && { draw }) }], {}, seed),
    );
  });

  const binary = { add: nn.add, subtract: nn.subtract, multiply: nn.multiply, divide: nn.divide };

  test.each(Object.entries(binary))("the gradient of %s, with every kind of broadcasting", async (_, operation) => {
    const stretched = fc.tuple(size, size, fc.boolean(), fc.boolean(), fc.boolean(), seed);
    await holds(stretched, ([rows, columns, thin, flat, short, seed]) => {
      const left = [thin ? 1 : rows, columns];
      const right = short ? [flat ? 1 : columns] : [rows, flat ? 1 : columns];
      return check(operation, [{ shape: left }, { shape: right, draw: positive }], {}, seed);
    });
  });

  test("the gradient of matmul, in every transposition, of matrices and stacks", async () => {
    const drawn = fc.tuple(size, size, size, fc.boolean(), fc.boolean(), fc.boolean(), seed);
    await holds(drawn, ([rows, inner, columns, first, second, stacked, seed]) => {
      const a = first ? [inner, rows] : [rows, inner];
      const b = second ? [columns, inner] : [inner, columns];
      const stack = stacked ? [3] : [];
      const shapes = [{ shape: [...stack, ...a] }, { shape: [...stack, ...b] }];
      return check((a, b) => nn.matmul(a, b, { first, second }), shapes, {}, seed);
    });
  });

  test("the gradient of affine", async () => {
    await holds(fc.tuple(size, size, size, fc.boolean(), seed), ([rows, width, made, biased, seed]) =>
      check(
        (x, weight, bias) => affine(x, weight, bias),
        [{ shape: [2, rows, width] }, { shape: [width, made] }, ...(biased ? [{ shape: [made] }] : [])],
        {},
        seed,
      ),
    );
  });

  test("the gradient of concat, split, slice and expand", async () => {
    await holds(fc.tuple(size, size, size, seed), ([rows, left, right, seed]) =>
      check(
        (a, b) => {
          const whole = nn.concat([a, b], 1);
          const [first, second] = nn.split(whole, [right, left], 1) as [nn.Tensor, nn.Tensor];
          const part = nn.slice(nn.multiply(whole, whole), 1, 1, left + right);
          return nn.add(nn.add(nn.sum(first), nn.sum(part)), nn.expand(nn.sum(second, [1], { keep: true }), [rows, 3]));
        },
        [{ shape: [rows, left] }, { shape: [rows, right] }],
        {},
        seed,
      ),
    );
  });

  test("the gradient of gatherRows and scatterRows, with repeated and missing rows", async () => {
    const drawn = fc.tuple(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 6 }), size, seed);
    await holds(drawn, ([numbers, width, seed]) => {
      const values = { numbers: { shape: [numbers.length], data: Int32Array.from(numbers) } };
      const index = nn.input("numbers", [numbers.length], "int32");
      return check(
        (x) => nn.scatterRows(nn.square(nn.gatherRows(x, index)), index, 5),
        [{ shape: [4, width] }],
        values,
        seed,
      );
    });
  });

  test("the gradient of a masked softmax; a row that sees nothing gives zero", async () => {
    const drawn = fc.tuple(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), size, seed);
    await holds(drawn, ([seen, rows, seed]) => {
      const mask = nn.input("mask", [1, 4]);
      const values = { mask: { shape: [1, 4], data: Float64Array.from(seen, Number) } };
      return check((x) => nn.maskedSoftmax(x, mask), [{ shape: [rows, 4] }], values, seed);
    });
  });

  test("the gradient of rows that move to other places", async () => {
    const [places, back] = [
      [2, 0, 3, 1],
      [1, 3, 0, 2],
    ];
    const values = {
      places: { shape: [2, 2], data: Int32Array.from(places) },
      back: { shape: [4], data: Int32Array.from(back) },
    };
    const [to, from] = [nn.input("places", [2, 2], "int32"), nn.input("back", [4], "int32")];
    const moved = (x: nn.Tensor) => nn.square(moveRows(x, to, from));
    expect(await check(moved, [{ shape: [4, 3] }], values)).toBeLessThan(tolerance);
  });
});

testAnywhere("the gradient of the largest along an axis", async () => {
  await holds(fc.tuple(size, size, fc.constantFrom(0, 1, -1), seed), ([rows, columns, axis, seed]) =>
    gradientError((x) => nn.largest(x, axis), [{ shape: [2, rows, columns] }], {}, seed, "portable"),
  );
});

testAnywhere("the gradient of a filter for each plane, by the plane and by the filter", async () => {
  await holds(fc.tuple(size, size, seed), ([rows, columns, seed]) =>
    gradientError(
      (x, filter) => nn.square(nn.depthwise(x, filter)),
      [{ shape: [2, rows, columns] }, { shape: [2, 3, 5] }],
      {},
      seed,
      "portable",
    ),
  );
});

describe.each<Backend>(["onnx", "portable"])("%s", (backend) => {
  on[backend].test("the gradient of a rectified sum", async () => {
    await holds(fc.tuple(size, size, seed), ([rows, columns, seed]) =>
      gradientError(
        (cells, ofRow, ofColumn, onto, bias) =>
          rectifiedSum(rectifiedSum(cells, { ofRow: bias }, 0.1), { ofRow, ofColumn, onto }, 0.1),
        [
          [2, rows, columns],
          [2, rows, 1],
          [2, 1, columns],
          [2, rows, columns],
          [2, 1, 1],
        ].map((shape) => ({ shape })),
        {},
        seed,
        backend,
      ),
    );
  });
});

on.onnx.test("the gradient of dropout, for what was kept", async () => {
  await holds(fc.tuple(size, seed), ([rows, seed]) => {
    const data = Uint8Array.from({ length: rows * 3 }, (_, place) => (place * seed) % 2);
    return gradientError(
      (x) => nn.dropout(x, 0.4),
      [{ shape: [rows, 3] }],
      { "kept 1": { shape: [rows, 3], data } },
      seed,
    );
  });
});

on.onnx.test("the gradient of the LSTM, both directions, any lengths, several sequences in a row", async () => {
  const drawn = fc.tuple(fc.integer({ min: 1, max: 5 }), size, fc.integer({ min: 1, max: 3 }), fc.boolean(), seed);
  await holds(drawn, ([steps, rows, hidden, backwards, seed]) => {
    const present = nn.input("present", [steps, rows, 1]);
    const data = Float64Array.from({ length: steps * rows }, (_, place) => Number((place * seed) % 5 > 0));
    return gradientError(
      (projected, weight, other, its) => {
        const first = { projected: gates(projected), weight: gates(weight), backwards };
        const second = { projected: gates(other), weight: gates(its), backwards: !backwards };
        const [one, two] = recurrence([first, second], present) as [nn.Tensor, nn.Tensor];
        return nn.add(one, nn.square(two));
      },
      [0, 1].flatMap(() => [{ shape: [steps, rows, 4 * hidden] }, { shape: [hidden, 4 * hidden] }]),
      { present: { shape: [steps, rows, 1], data } },
      seed,
    );
  });
});

on.onnx.test("the gradient of cross-entropy", async () => {
  const drawn = fc.tuple(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 }), seed);
  await holds(drawn, ([right, seed]) => {
    const targets = nn.input("targets", [right.length], "int32");
    const values = { targets: { shape: [right.length], data: Int32Array.from(right) } };
    return gradientError((x) => crossEntropyOfRows(x, targets), [{ shape: [right.length, 5] }], values, seed);
  });
});
