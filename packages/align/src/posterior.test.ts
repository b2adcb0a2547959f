import { random } from "@plotline/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cell } from "./chapter/cells.ts";
import type { Pins } from "./method.ts";
import { logPartition, type PosteriorOptions, posterior } from "./posterior.ts";
import { at, type Matrix, matrix } from "./similarity/similarity.ts";
import { pinnedMatrix, smallMatrix } from "./testing/arbitrary.ts";
import { chains, has, isInOrder, staircases, total } from "./testing/brute-force.ts";

/** The definition itself: draw a path with probability ∝ exp(its score) and count. */
function byEnumeration(g: Matrix, paths: readonly (readonly Cell[])[], weight: (path: readonly Cell[]) => number) {
  const weights = paths.map(weight);
  const sum = weights.reduce((a, b) => a + b, 0);
  const likely = new Float64Array(g.rows * g.columns);
  paths.forEach((path, k) => {
    for (const { summary, story } of path) likely[summary * g.columns + story]! += weights[k]! / sum;
  });
  return likely;
}

function expectClose(found: Matrix, expected: Float64Array): void {
  for (const [k, p] of expected.entries()) expect(found.values[k]).toBeCloseTo(p, 5);
}

/** Rows and columns that a chain leaves out are paid for. */
function chainWeight(g: Matrix, { temperature = 1, skipSummary = 0, skipStory = 0 }: PosteriorOptions) {
  return (chain: readonly Cell[]) => {
    const rows = g.rows - new Set(chain.map((cell) => cell.summary)).size;
    const columns = g.columns - new Set(chain.map((cell) => cell.story)).size;
    return Math.exp(total(g, chain) / temperature - rows * skipSummary - columns * skipStory);
  };
}

describe("the posterior", () => {
  test("equals the enumeration of all staircases", () => {
    fc.assert(
      fc.property(smallMatrix(), fc.double({ min: 0.3, max: 4, noNaN: true }), (g, temperature) => {
        const expected = byEnumeration(g, staircases(g.rows, g.columns), (path) =>
          Math.exp(total(g, path) / temperature),
        );
        expectClose(posterior(g, { temperature }), expected);
      }),
    );
  });

  test("with skips on both sides equals the enumeration of all chronological sets of links", () => {
    const price = fc.double({ min: 0, max: 4, noNaN: true });
    fc.assert(
      fc.property(smallMatrix(3, 3), price, price, (g, skipSummary, skipStory) => {
        const options = { temperature: 1.5, skipSummary, skipStory };
        const all = chains(g.rows, g.columns);
        expectClose(posterior(g, options), byEnumeration(g, all, chainWeight(g, options)));
        const sum = all.map(chainWeight(g, options)).reduce((a, b) => a + b, 0);
        expect(logPartition(g, options)).toBeCloseTo(Math.log(sum), 6);
      }),
    );
  });

  test("with pins equals the enumeration of what the pins leave", () => {
    fc.assert(
      fc.property(pinnedMatrix(3, 3), fc.boolean(), ({ g, pins }, skips) => {
        const options = skips ? { skipSummary: 1, skipStory: 0.5 } : {};
        const found = posterior(g, options, pins);
        for (const cell of pins.linked) expect(at(found, cell.summary, cell.story)).toBe(1);
        for (const cell of pins.forbidden) expect(at(found, cell.summary, cell.story)).toBe(0);
        if (!isInOrder(pins.linked)) return;
        const free = withForbiddenAtZero(g, pins);
        const paths = (skips ? chains : staircases)(g.rows, g.columns).filter((path) =>
          pins.linked.every((cell) => has(path, cell)),
        );
        const weight = skips ? chainWeight(free, options) : (path: readonly Cell[]) => Math.exp(total(free, path));
        const expected = byEnumeration(free, paths, weight);
        for (const { summary, story } of pins.forbidden) expected[summary * g.columns + story] = 0;
        expectClose(found, expected);
      }),
    );
  });

  test("neither overflows nor underflows on long chapters and steep scores", () => {
    const next = random(3);
    for (const scale of [0.01, 10, 1000]) {
      const g = matrix(60, 700);
      for (let k = 0; k < g.values.length; k++) g.values[k] = (next() - 0.3) * scale;
      for (const options of [{}, { skipSummary: 5, skipStory: 5 }, { skipSummary: 0.01, skipStory: 300 }]) {
        const found = posterior(g, options);
        expect(found.values.every((p) => p >= 0 && p <= 1)).toBe(true);
        if (options.skipStory !== undefined) continue;
        for (let column = 0; column < g.columns; column++) {
          let covered = 0;
          for (let row = 0; row < g.rows; row++) covered += at(found, row, column);
          expect(covered).toBeGreaterThan(0.999);
        }
      }
    }
  });

  test("answers for empty sides and single paragraphs", () => {
    expect(posterior(matrix(0, 3)).values).toHaveLength(0);
    expect([...posterior(matrix(1, 3)).values]).toEqual([1, 1, 1]);
    expect([...posterior(matrix(2, 1)).values]).toEqual([1, 1]);
  });
});

function withForbiddenAtZero(g: Matrix, pins: Pins): Matrix {
  const values = g.values.slice();
  for (const { summary, story } of pins.forbidden) values[summary * g.columns + story] = 0;
  return { ...g, values };
}
