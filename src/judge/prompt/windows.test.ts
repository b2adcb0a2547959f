import { describe, expect, test } from "vitest";
import { sumOf } from "../../lists.ts";
import { random } from "../../random.ts";
import { matrix } from "../../similarity/matrix.ts";
import { ownReader } from "../own.ts";
import { Focus, worthFor } from "./focus.ts";
import { type Window, windowsOf } from "./windows.ts";

/** Ten points, a hundred paragraphs, each point likely around its tenth of the chapter. */
function likelihoods() {
  const likely = matrix(10, 100);
  for (let i = 0; i < 10; i++)
    for (let j = 0; j < 100; j++) likely.values[i * 100 + j] = Math.exp(-Math.abs(j - 10 * i - 5) / 2) * 0.9;
  return likely;
}

const bullets = Array.from({ length: 10 }, (_, k) => k);
const atMost =
  (count: number) =>
  ({ paragraphs }: Window) =>
    paragraphs.length <= count;

describe("windows", () => {
  test("are one where the chapter fits", () => {
    const [only, ...more] = windowsOf(bullets, likelihoods(), () => true);
    expect(more).toEqual([]);
    expect(only?.bullets).toEqual(bullets);
    expect(only?.paragraphs).toHaveLength(100);
  });

  test.each([60, 35, 20, 9, 1])("fit a model that takes %i paragraphs, and cover every point once", (count) => {
    const likely = likelihoods();
    const windows = windowsOf(bullets, likely, atMost(count));
    expect(windows.flatMap((window) => window.bullets)).toEqual(bullets);
    for (const window of windows) {
      expect(window.paragraphs.length).toBeLessThanOrEqual(count);
      expect(window.paragraphs).toEqual([...window.paragraphs].sort((a, b) => a - b));
      for (const bullet of window.bullets) expect(window.paragraphs).toContain(10 * bullet + 5);
    }
  });

  test("overlap", () => {
    const windows = windowsOf(bullets, likelihoods(), atMost(60));
    expect(windows.length).toBeGreaterThan(1);
    const [first, second] = windows;
    expect(first!.paragraphs.filter((place) => second!.paragraphs.includes(place)).length).toBeGreaterThan(0);
  });

  test("of a chapter without points or paragraphs are none", () => {
    expect(windowsOf([], likelihoods(), () => true)).toEqual([]);
    expect(windowsOf(bullets, matrix(10, 0), () => true)).toEqual([]);
  });
});

describe("what is worth asking about", async () => {
  const next = random("focus");
  const words = "anna door harbour rain captain sail letter garden mother king sword night horse river stone".split(
    " ",
  );
  const sentence = () => Array.from({ length: 60 }, () => words[Math.floor(next() * words.length)]!).join(" ");
  const chapters = Array.from({ length: 4 }, () => ({
    summary: Array.from({ length: 8 }, () => sentence().slice(0, 90)),
    story: Array.from({ length: 30 }, sentence),
  }));
  const read = await ownReader();
  const focuses = chapters.map((chapter) => new Focus(chapter, read(chapter)));

  test("grows with the share of the tokens, and stays within it", () => {
    const everything = 40_000;
    let before = 0;
    for (const share of [0.05, 0.1, 0.2, 0.4]) {
      const worth = worthFor(share, focuses, everything);
      const tokens = sumOf(focuses, (focus) => focus.tokens(worth));
      expect(tokens).toBeLessThanOrEqual(share * everything);
      expect(tokens).toBeGreaterThanOrEqual(before);
      before = tokens;
    }
    expect(before).toBeGreaterThan(0);
  });

  test("is shown in excerpts: long paragraphs are cut, and keep their numbers", () => {
    const [window] = focuses[0]!.windows([0, 3], () => true);
    expect(window?.bullets).toEqual([0, 3]);
    for (const place of window!.paragraphs) {
      const shown = window!.excerpts!.get(place)!;
      expect(shown.split(" ").length).toBeLessThan(60);
      for (const part of shown.split(" … ")) expect(chapters[0]!.story[place]).toContain(part.replace(/ …$/, ""));
    }
  });
});
