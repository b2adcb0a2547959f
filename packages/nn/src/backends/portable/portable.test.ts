import { random } from "@plotline/base";
import { needs } from "@plotline/base/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { float, operation } from "../../graph.ts";
import * as nn from "../../index.ts";
import { rectifiedSum } from "../../ops/rectified-sum.ts";
import { drawn, evaluate } from "../../testing/check.ts";
import { doubleMemory } from "../../testing/double-memory.ts";
import { inKernelMemory, type KernelMemory } from "./kernel-memory.ts";
import { PortableProgram } from "./program.ts";

const withRuntime = needs("onnxruntime");

/** A network with every kind of operation that the product's synchronous networks use. */
function network(channels: number, seed: number) {
  const x = nn.input("x", [channels, "rows", "columns"]);
  const next = random("portable", seed);
  const draw = (shape: readonly number[]) => drawn(next, ...shape);
  const flat = nn.reshape(x, [channels, -1]);
  const mixed = nn.reshape(nn.matmul(nn.input("mix", [3, channels]), flat), [3, "rows", "columns"]);
  const cells = nn.leakyRelu(nn.depthwise(mixed, nn.input("filter", [3, 3, 5])), 0.1);
  const ofRows = nn.reshape(nn.largest(cells, 2), [3, "rows", 1]);
  const ofColumns = nn.reshape(nn.largest(cells, 1), [3, 1, "columns"]);
  const together = nn.add(nn.add(cells, ofRows), nn.multiply(ofColumns, nn.softplus(ofColumns)));
  const result = nn.softmax(nn.transpose(nn.concat([together, nn.tanh(mixed)], 0), [1, 0, 2]), 1);
  return { result, draw };
}

withRuntime.test("computes what onnxruntime computes, for batches of any size, again and again", async () => {
  const sizes = fc.tuple(
    fc.integer({ min: 1, max: 7 }),
    fc.integer({ min: 1, max: 30 }),
    fc.integer({ min: 1, max: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(99), async ([rows, columns, channels], seed) => {
      const { result, draw } = network(channels, seed);
      const program = new PortableProgram([result]);
      for (const columnsNow of [columns, columns + 3, columns]) {
        const values = {
          x: draw([channels, rows, columnsNow]),
          mix: draw([3, channels]),
          filter: draw([3, 3, 5]),
        };
        const before = values.x.data.slice();
        const [ours] = program.run(values);
        const [theirs] = await evaluate([result], values, false);
        expect(ours?.shape).toEqual(theirs?.shape);
        ours?.data.forEach((value, k) => void expect(value).toBeCloseTo(theirs?.data[k] as number, 4));
        expect(values.x.data).toEqual(before);
      }
    }),
    { numRuns: 10, seed: 3 },
  );
});

/** The same numbers where compiled loops work on them, and in double, where the plain ones do. */
function inBoth(memory: KernelMemory, count: number, next: () => number): [Float32Array, Float64Array] {
  const drawn = Float64Array.from({ length: count }, () => Math.fround(2 * next() - 1));
  const single = memory.take(count);
  single.set(drawn);
  return [single, drawn];
}

function expectNear(single: ArrayLike<number>, double: ArrayLike<number>): void {
  const furthest = Math.max(...Array.from(single, (value, k) => Math.abs(value - double[k]!)));
  expect(furthest).toBeLessThan(1e-5 * Math.max(1, ...Array.from(double, Math.abs)));
}

test("compiled products are what the plain loop gives", () => {
  const sizes = fc.record({
    rows: fc.integer({ min: 1, max: 9 }),
    inner: fc.constantFrom(1, 7, 60, 400),
    columns: fc.constantFrom(1, 8, 13, 57, 505),
  });
  fc.assert(
    fc.property(sizes, fc.boolean(), fc.nat(99), (size, transposed, seed) => {
      const counts = [size.rows * size.inner, size.inner * size.columns, size.rows * size.columns] as const;
      inKernelMemory(counts, (memory) => {
        const [a, b, out] = counts.map((count) => inBoth(memory, count, random("products", seed))) as Three;
        memory.product(a[0], b[0], out[0], size, transposed);
        doubleMemory.product(a[1], b[1], out[1], size, transposed);
        expectNear(...out);
      });
    }),
    { numRuns: 25 },
  );
});

type Three = [[Float32Array, Float64Array], [Float32Array, Float64Array], [Float32Array, Float64Array]];

test("only one has the kernel's memory at a time", () => {
  expect(() => inKernelMemory([], () => inKernelMemory([], () => 1))).toThrow("in use");
  expect(inKernelMemory([], () => 1)).toBe(1);
});

test("compiled loops over planes are what the plain ones give, for planes of any size", () => {
  const odd = fc.constantFrom(1, 3, 5, 7);
  const shape = fc.tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 1, max: 37 }),
    fc.integer({ min: 1, max: 40 }),
  );
  fc.assert(
    fc.property(shape, odd, odd, fc.nat(99), ([channels, rows, columns], height, width, seed) => {
      const [x, filter] = [nn.input("x", [channels, rows, columns]), nn.input("filter", [channels, height, width])];
      const [ofRow, ofColumn] = [nn.largest(x, 2), nn.largest(x, 1)];
      const around = { ofRow: nn.reshape(ofRow, [channels, rows, 1]), onto: x };
      const below = nn.reshape(ofColumn, [channels, 1, columns]);
      const made = nn.depthwise(x, filter);
      const loss = nn.sum(nn.multiply(made, x));
      const outputs = [
        ...[ofRow, ofColumn, made, rectifiedSum(x, around, 0.1)],
        rectifiedSum(made, { ...around, ofColumn: below }, 0.1),
        ...nn.gradients(nn.sum([loss, nn.sum(ofRow), nn.sum(ofColumn)].reduce(nn.add)), [x, filter]),
      ];
      const next = random("planes", seed);
      const draw = (...shape: number[]) => ({
        shape,
        data: Float64Array.from({ length: shape.reduce((all, size) => all * size, 1) }, () =>
          Math.fround(2 * next() - 1),
        ),
      });
      const values = { x: draw(channels, rows, columns), filter: draw(channels, height, width) };
      const double = new PortableProgram(outputs, { memory: doubleMemory }).run(values);
      new PortableProgram(outputs).run(values).forEach(({ data }, k) => void expectNear(data, double[k]!.data));
    }),
    { numRuns: 25 },
  );
});

test("results stay as they are when the program runs again", () => {
  const x = nn.input("x", ["n"]);
  const program = new PortableProgram([nn.square(nn.add(x, 1)), nn.reshape(nn.add(x, 1), ["n", 1])]);
  const [first, second] = program.run({ x: { shape: [3], data: Float32Array.of(1, 2, 3) } });
  program.run({ x: { shape: [3], data: Float32Array.of(7, 8, 9) } });
  expect(first?.data).toEqual(Float32Array.of(4, 9, 16));
  expect(second?.data).toEqual(Float32Array.of(2, 3, 4));
});

test("a missing or misshapen input is named", () => {
  const program = new PortableProgram([nn.add(nn.input("x", ["n", 2]), 1)]);
  expect(() => program.run({})).toThrow('The input "x" is missing.');
  expect(() => program.run({ x: { shape: [3], data: new Float32Array(3) } })).toThrow(
    "should be [n, 2], but it is [3]",
  );
});

test("an operation without a portable form says so", () => {
  const [made] = operation("telepathy", [nn.input("x", [1])], { makes: [float([1])] });
  const values = { x: { shape: [1], data: new Float32Array(1) } };
  expect(() => new PortableProgram([made]).run(values)).toThrow(
    "telepathy cannot be computed by the portable backend.",
  );
});
