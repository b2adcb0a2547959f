import { matrix } from "@plotline/align";
import { describe, expect, test } from "vitest";
import { type Window, windowsOf } from "./windows.ts";

/** Ten points, a hundred paragraphs, each point likely around its tenth of the chapter. */
function likelihoods() {
  const likely = matrix(10, 100);
  for (let i = 0; i < 10; i++)
    for (let j = 0; j < 100; j++) likely.values[i * 100 + j] = Math.exp(-Math.abs(j - 10 * i - 5) / 2) * 0.9;
  return likely;
}

const points = Array.from({ length: 10 }, (_, k) => k);
const atMost =
  (count: number) =>
  ({ paragraphs }: Window) =>
    paragraphs.length <= count;

describe("windows", () => {
  test("are one where the chapter fits", () => {
    const [only, ...more] = windowsOf(points, likelihoods(), () => true);
    expect(more).toEqual([]);
    expect(only?.points).toEqual(points);
    expect(only?.paragraphs).toHaveLength(100);
  });

  test.each([60, 35, 20, 9, 1])("fit a model that takes %i paragraphs, and cover every point once", (count) => {
    const likely = likelihoods();
    const windows = windowsOf(points, likely, atMost(count));
    expect(windows.flatMap((window) => window.points)).toEqual(points);
    for (const window of windows) {
      expect(window.paragraphs.length).toBeLessThanOrEqual(count);
      expect(window.paragraphs).toEqual([...window.paragraphs].sort((a, b) => a - b));
      for (const point of window.points) expect(window.paragraphs).toContain(10 * point + 5);
    }
  });

  test("overlap", () => {
    const windows = windowsOf(points, likelihoods(), atMost(60));
    expect(windows.length).toBeGreaterThan(1);
    const [first, second] = windows;
    expect(first!.paragraphs.filter((place) => second!.paragraphs.includes(place)).length).toBeGreaterThan(0);
  });

  test("of a chapter without points or paragraphs are none", () => {
    expect(windowsOf([], likelihoods(), () => true)).toEqual([]);
    expect(windowsOf(points, matrix(10, 0), () => true)).toEqual([]);
  });
});
