import { expect, test } from "vitest";
import { align, likelihoods } from "./align.ts";
import { at } from "./similarity/matrix.ts";
import { story, summary } from "./testing/anna.ts";

const prose = [summary.join(" ").repeat(3), "The rain goes on over the mill, and nobody is on the bridge."];

test.each([
  ["bullets", summary, {}],
  ["bullets in another order", [...summary].reverse(), {}],
  ["prose cut into sentences", prose, { points: "sentences" as const }],
  ["pinned bullets", summary, { pins: { linked: [{ summary: 0, story: 4 }], forbidden: [{ summary: 1, story: 2 }] } }],
])("a link has the likelihood of its cell: %s", (_, guide, options) => {
  const likely = likelihoods(guide, story, options);
  expect([likely.rows, likely.columns]).toEqual([guide.length, story.length]);
  expect(likely.values.every((value) => value >= 0 && value <= 1)).toBe(true);
  const links = align(guide, story, options);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(at(likely, link.summary, link.story)).toBeCloseTo(link.confidence, 5);
});

test("nothing is likely where one side is empty", () => {
  expect(likelihoods([], story).values.length).toBe(0);
  expect(likelihoods(summary, "").values.length).toBe(0);
});
