import fc from "fast-check";
import { expect, test } from "vitest";
import { matrix } from "../../similarity/matrix.ts";
import { posterior } from "../posterior.ts";
import { staircase } from "./staircase.ts";

test("equals the posterior without skips", () => {
  const score = fc.oneof(fc.double({ min: -3, max: 3, noNaN: true }), fc.constantFrom(-6, 6));
  const shape = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 90 }));
  const chapter = shape.chain(([rows, columns]) =>
    fc
      .array(score, { minLength: rows * columns, maxLength: rows * columns })
      .map((values) => matrix(rows, columns, Float64Array.from(values))),
  );
  fc.assert(
    fc.property(chapter, fc.constantFrom(0.5, 1, 4), (g, temperature) => {
      const [fast, slow] = [staircase(g, temperature).values, posterior(g, { temperature }).values];
      for (let cell = 0; cell < slow.length; cell++) expect(fast[cell]).toBeCloseTo(slow[cell]!, 5);
    }),
  );
});

test("stays a probability, however steep the scores", () => {
  const steep = fc.array(fc.constantFrom(-1e9, -40, 0, 40, 1e9), { minLength: 4 * 150, maxLength: 4 * 150 });
  fc.assert(
    fc.property(steep, (values) => {
      const likely = Array.from(staircase(matrix(4, 150, Float64Array.from(values))).values);
      for (const p of likely) expect(p >= 0 && p <= 1).toBe(true);
      for (const row of [0, 1, 2, 3])
        expect(likely.slice(row * 150, (row + 1) * 150).reduce((sum, p) => sum + p, 0)).toBeGreaterThan(0.999);
    }),
  );
});

test("sums to at least one link a row and column, however long the chapter", () => {
  const likely = staircase(matrix(120, 900));
  for (let row = 0; row < 120; row++) {
    let sum = 0;
    for (let column = 0; column < 900; column++) sum += likely.values[row * 900 + column]!;
    expect(sum).toBeGreaterThan(0.999);
  }
  expect(likely.values.every((p) => p >= 0 && p <= 1)).toBe(true);
});
