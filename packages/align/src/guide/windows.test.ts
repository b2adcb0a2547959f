import { expect, test } from "vitest";
import { align } from "../align.ts";
import { matrix } from "../similarity/similarity.ts";
import { joinWindows, windowsFor } from "./windows.ts";

const words = ["anchor", "bridge", "candle", "dagger", "engine", "falcon", "garden", "hammer", "island", "jacket"];
const story = Array.from({ length: 1000 }, (_, k) => `The ${words[Math.floor(k / 100)]} number${k} was there.`);

test("every point is scored with the part of a long story that it is about", () => {
  const summary = [50, 150, 455, 460, 850, 999].map((k) => `It tells of ${words[Math.floor(k / 100)]} number${k}.`);
  const windows = windowsFor({ summary, story });
  const scored = windows.map(({ passages: part }) => {
    const values = new Float32Array(part.summary.length * part.story.length).fill(1);
    const zeros = new Float32Array(part.summary.length);
    const sequence = [...part.summary.keys()];
    return {
      ...matrix(part.summary.length, part.story.length, values),
      ...{ sequence, order: "kept" as const, matched: zeros, gain: zeros },
    };
  });
  const odds = joinWindows({ summary, story }, windows, scored);
  expect(windows.every(({ passages }) => passages.story.length < 200)).toBe(true);
  [50, 150, 455, 460, 850, 999].forEach((place, row) => {
    expect(odds.values[row * story.length + place]).toBe(1);
    expect(odds.values[row * story.length + ((place + 500) % 1000)]).toBeLessThan(-10);
  });
  expect([...odds.sequence].sort((a, b) => a - b)).toEqual([...summary.keys()]);
});

test("more points and paragraphs than fit into memory are a sentence, before anything is scored", () => {
  const many = (count: number) => Array.from({ length: count }, (_, k) => `Word ${k}.`);
  for (const summary of [many(20_000), many(20_000).fill("Again.")])
    expect(() => align(summary, many(9_000))).toThrow(
      "20000 points and 9000 paragraphs are too many for one chapter; divide it.",
    );
});
