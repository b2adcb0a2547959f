import { expect, test } from "vitest";
import { choose } from "./choose.ts";

test("chance decides among equals, the same chance each time", () => {
  const picks = Array.from({ length: 300 }, (_, k) => choose([1, 2, 2, 0], k));
  expect(picks.every((pick) => pick === 1 || pick === 2)).toBe(true);
  expect(picks.filter((pick) => pick === 1).length).toBeGreaterThan(100);
  expect(picks).toEqual(Array.from({ length: 300 }, (_, k) => choose([1, 2, 2, 0], k)));
});
