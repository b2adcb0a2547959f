import { expect, test } from "vitest";
import { passagesOf, segmentsOf } from "./passages.ts";

const sentence = (k: number) => `Sentence ${k} of this paragraph has exactly ten words in it. `;
const story = [
  Array.from({ length: 30 }, (_, k) => sentence(k))
    .join("")
    .trim(),
  "A short one.",
  "Another short one.",
];

test("long paragraphs are cut between sentences, and nothing is lost", () => {
  const segments = segmentsOf(story);
  expect(segments.length).toBeGreaterThan(story.length);
  expect(segments.every(({ words }) => words <= 80)).toBe(true);
  const whole = segments.map(({ paragraph, start, end }) => story[paragraph]!.slice(start, end)).join(" ");
  expect(whole).toBe(story.join(" "));
});

test("passages begin with what weighs most, do not overlap, and are not longer than allowed", () => {
  const segments = segmentsOf(story);
  const passages = passagesOf(segments, [0.1, 1, 0.5], { count: 3, words: 130 });
  const [first] = passages;
  expect(segments.slice(first!.from, first!.to).map(({ paragraph }) => paragraph)).toContain(1);
  const taken = passages.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, k) => from + k));
  expect(new Set(taken).size).toBe(taken.length);
  for (const { from, to } of passages)
    expect(segments.slice(from, to).reduce((sum, { words }) => sum + words, 0)).toBeLessThanOrEqual(130);
});

test("a chapter without text has no passages", () => {
  expect(passagesOf(segmentsOf([]), [], { count: 3, words: 130 })).toEqual([]);
});
