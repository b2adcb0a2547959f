import { random } from "@plotline/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chronological } from "./chronological.ts";
import { at, matrix } from "./similarity/similarity.ts";
import { pinnedMatrix, smallMatrix } from "./testing/arbitrary.ts";
import { chains, has, isInOrder, staircases, total } from "./testing/brute-force.ts";

describe("the chronological alignment", () => {
  test("is never out of order, links every point and every paragraph, and no staircase scores higher", () => {
    fc.assert(
      fc.property(smallMatrix(), (g) => {
        const links = chronological(g);
        expect(isInOrder(links)).toBe(true);
        expect(new Set(links.map((link) => link.summary)).size).toBe(g.rows);
        expect(new Set(links.map((link) => link.story)).size).toBe(g.columns);
        const best = Math.max(...staircases(g.rows, g.columns).map((path) => total(g, path)));
        expect(total(g, links)).toBeCloseTo(best, 9);
      }),
    );
  });

  test("with scores of at least 0, no set of links in chronological order scores higher", () => {
    fc.assert(
      fc.property(smallMatrix(3, 3), (g) => {
        const best = Math.max(...chains(g.rows, g.columns).map((chain) => total(g, chain)));
        expect(total(g, chronological(g))).toBeCloseTo(best, 9);
      }),
    );
  });

  test("respects pins: linked are in, forbidden are out, and the rest is the best that is left", () => {
    fc.assert(
      fc.property(pinnedMatrix(3, 4), ({ g, pins }) => {
        const links = chronological(g, pins);
        for (const cell of pins.linked) expect(has(links, cell)).toBe(true);
        for (const cell of pins.forbidden) expect(has(links, cell)).toBe(false);
        if (!isInOrder(pins.linked)) return;
        const allowed = chains(g.rows, g.columns).filter(
          (chain) => pins.linked.every((cell) => has(chain, cell)) && !pins.forbidden.some((cell) => has(chain, cell)),
        );
        expect(isInOrder(links)).toBe(true);
        expect(total(g, links)).toBeCloseTo(Math.max(...allowed.map((chain) => total(g, chain))), 9);
      }),
    );
  });

  test("keeps a pinned flashback outside the staircase", () => {
    const pin = (summary: number, story: number) => ({ summary, story });
    const pins = { linked: [pin(0, 2), pin(1, 0), pin(2, 1), pin(3, 2)], forbidden: [] };
    const cells = chronological(matrix(4, 3), pins).map(({ summary, story }) => `${summary}-${story}`);
    expect(cells).toEqual(["0-0", "0-2", "1-0", "2-1", "3-2"]);
  });

  test("breaks ties by the diagonal step, then by the next story paragraph", () => {
    const cells = (rows: number, columns: number) =>
      chronological(matrix(rows, columns)).map(({ summary, story }) => `${summary}-${story}`);
    expect(cells(2, 2)).toEqual(["0-0", "1-1"]);
    expect(cells(2, 4)).toEqual(["0-0", "0-1", "0-2", "1-3"]);
    expect(cells(3, 1)).toEqual(["0-0", "1-0", "2-0"]);
  });

  test("answers for empty sides, single paragraphs and very long ones", () => {
    expect(chronological(matrix(0, 5))).toEqual([]);
    expect(chronological(matrix(5, 0))).toEqual([]);
    expect(chronological(matrix(1, 1))).toEqual([{ summary: 0, story: 0, confidence: 1 }]);
    expect(chronological(matrix(1, 7))).toHaveLength(7);
    for (const [rows, columns] of [
      [10_000, 10],
      [10, 10_000],
    ] as const) {
      const next = random(rows);
      const g = matrix(rows, columns);
      for (let k = 0; k < g.values.length; k++) g.values[k] = next();
      const links = chronological(g);
      expect(links.length).toBeGreaterThanOrEqual(10_000);
      expect(links.every((link) => at(g, link.summary, link.story) >= 0)).toBe(true);
    }
  });

  test("names the pin that is outside the chapter", () => {
    const pins = { linked: [{ summary: 4, story: 0 }], forbidden: [] };
    expect(() => chronological(matrix(2, 2), pins)).toThrow(/point 4 and story paragraph 0 is outside/);
    const both = { linked: [{ summary: 0, story: 0 }], forbidden: [{ summary: 0, story: 0 }] };
    expect(() => chronological(matrix(2, 2), both)).toThrow(/linked and as forbidden/);
  });
});
