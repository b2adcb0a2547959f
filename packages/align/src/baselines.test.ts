import { random } from "@plotline/base";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomStaircase } from "./baselines.ts";

test("a random staircase goes from the first cell to the last, one step at a time", () => {
  const size = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(size, size, fc.integer(), (rows, columns, seed) => {
      const links = randomStaircase(rows, columns, random(seed));
      expect(links).toHaveLength(rows + columns - 1);
      expect(links[0]).toMatchObject({ summary: 0, story: 0 });
      expect(links.at(-1)).toMatchObject({ summary: rows - 1, story: columns - 1 });
      for (const [k, link] of links.slice(1).entries())
        expect(link.summary - links[k]!.summary + link.story - links[k]!.story).toBe(1);
    }),
  );
  expect(randomStaircase(0, 3, random(1))).toEqual([]);
  expect(randomStaircase(3, 0, random(1))).toEqual([]);
});

test("every order of its steps is equally likely", () => {
  const next = random("orders");
  const first = Array.from({ length: 3000 }, () => randomStaircase(4, 10, next)[1]!.summary);
  expect(first.reduce((sum, step) => sum + step, 0) / first.length).toBeCloseTo(3 / 12, 1);
});
