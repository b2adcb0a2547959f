import { expect, test } from "vitest";
import { align, alignGuide, explain, likelihoods } from "./align.ts";
import { withEvidence } from "./evidence/of-links.ts";
import { at } from "./similarity/similarity.ts";
import { story, summary } from "./testing/anna.ts";

const prose = [summary.join(" ").repeat(3), "The rain goes on over the mill, and nobody is on the bridge."];

test.each([
  ["points", summary, {}],
  ["points in another order", [...summary].reverse(), {}],
  ["prose cut into sentences", prose, { points: "sentences" as const }],
  ["pinned points", summary, { pins: { linked: [{ summary: 0, story: 4 }], forbidden: [{ summary: 1, story: 2 }] } }],
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

test("a density that is none, and a link that is not there, are refused with a sentence", () => {
  const [summary, story] = [["The miser counts his gold."], ["All night the miser counted.", "A storm came up."]];
  for (const density of ["nope", Number.NaN, 0, 1.5, -1] as never[])
    expect(() => alignGuide(summary, story, { density })).toThrow(/is not a density: give strict, normal/);
  for (const link of [{ summary: 1, story: 0 }, { summary: 0, story: 2 }, { summary: -1, story: 0 }, { summary: 0.5, story: 0 }]) // biome-ignore format: short
    expect(() => explain(summary, story, link)).toThrow("the summary has 1 paragraphs and the story 2");
  expect(() => withEvidence({ summary, story }, [{ summary: 0, story: 9, confidence: 1 }])).toThrow("no link from");
});

test("a point without a link is not matched, and a point that is not matched has at most guesses", () => {
  const story = ["All night the miser counted his gold.", "Then a storm came up, and the ship was a wreck."];
  const summary = ["The miser counts his gold.", "A dentist buys a bicycle in Copenhagen.", "A storm wrecks the ship."];
  for (const density of ["strict", "normal", "generous", "whole", 0.5] as const) {
    const { links, unmatched } = alignGuide(summary, story, { density });
    const linked = new Set(links.map((link) => link.summary));
    expect(unmatched).toEqual(expect.arrayContaining([0, 1, 2].filter((point) => !linked.has(point))));
  }
});
