import { random } from "@plotline/base";
import { describe, expect, test } from "vitest";
import { alignGuide } from "../align.ts";
import type { Link } from "../chapter/types.ts";
import { noPins } from "../method.ts";
import { matrix } from "../similarity/similarity.ts";
import { calibrationOf } from "./calibrate.ts";
import { whole } from "./constants.ts";
import { decideGuide } from "./decide.ts";
import type { GuideOdds } from "./similarity.ts";
import { areWhole, wholeLikelihoods } from "./whole.ts";

function oddsOf(rows: number, columns: number, seed: string): GuideOdds {
  const next = random(seed);
  const values = Float64Array.from({ length: rows * columns }, () => 12 * next() - 6);
  return {
    ...matrix(rows, columns, values),
    sequence: [...Array(rows).keys()],
    order: "kept",
    matched: new Float32Array(rows),
    gain: new Float32Array(rows),
  };
}

/** Every way to give each paragraph to a point, in order. */
function* divisions(rows: number, columns: number, from = 0): Generator<number[]> {
  if (columns === 0) yield [];
  else
    for (let point = from; point < rows; point++)
      for (const rest of divisions(rows, columns - 1, point)) yield [point, ...rest];
}

function goldOf(division: readonly number[]): Link[] {
  return division.map((summary, story) => ({ summary, story, confidence: 1 }));
}

describe("a guide that covers its story whole", () => {
  test("is as likely as the sum of all divisions says", () => {
    const odds = oddsOf(3, 7, "sum");
    const sums = new Float64Array(odds.values.length);
    let all = 0;
    for (const division of divisions(3, 7)) {
      const cells = division.map((row, column) => row * 7 + column);
      const score = cells.reduce(
        (sum, cell) => sum + Math.max(-whole.furthest, Math.min(whole.furthest, odds.values[cell]!)),
        0,
      );
      const passedOver = 3 - new Set(division).size;
      const weight = Math.exp(score / whole.temperature - whole.skipSummary * passedOver);
      for (const cell of cells) sums[cell]! += weight;
      all += weight;
    }
    const likely = wholeLikelihoods(odds, noPins);
    for (let cell = 0; cell < sums.length; cell++)
      expect(likely.values[cell]).toBeCloseTo((whole.surest * sums[cell]!) / all, 6);
  });

  test("gives every paragraph to a point, around what is pinned, and says which point has none", () => {
    const odds = oddsOf(4, 12, "pins");
    const pins = { linked: [{ summary: 2, story: 3 }], forbidden: [{ summary: 3, story: 11 }] };
    for (const chosen of [noPins, pins]) {
      const { links, unmatched, density } = decideGuide(odds, chosen, { density: "whole" });
      const linked = new Set(links.map(({ summary }) => summary));
      expect(unmatched).toEqual([...Array(odds.rows).keys()].filter((point) => !linked.has(point)));
      expect(density.covered).toBe(1);
      expect(new Set(links.map(({ story }) => story)).size).toBeGreaterThan(9);
    }
    const { links } = decideGuide(odds, pins, { density: "whole" });
    expect(links).toContainEqual({ summary: 2, story: 3, confidence: 1 });
    expect(links.some(({ summary, story }) => (summary === 3 && story === 11) || (summary > 2 && story < 3))).toBe(
      false,
    );
  });

  test("may have more points than its story has paragraphs", () => {
    const { links } = decideGuide(oddsOf(5, 2, "more"), noPins, { density: "whole" });
    expect(new Set(links.map(({ story }) => story))).toEqual(new Set([0, 1]));
  });

  test("is recognised by its gold, and then used for all chapters", () => {
    const chapters = [
      [0, 0, 1, 2, 2, 2, 3],
      [0, 1, 1, 1, 1],
      [0, 0, 0],
    ].map((division, k) => ({
      work: "A",
      odds: oddsOf(Math.max(...division) + 1, division.length, `calibrate ${k}`),
      gold: goldOf(division),
    }));
    const calibration = calibrationOf(chapters);
    expect(calibration.whole).toBe(true);
    const odds = oddsOf(3, 9, "used");
    const asked = decideGuide(odds, noPins, { density: "whole" });
    expect(decideGuide(odds, noPins, { calibration })).toEqual(asked);
    expect(decideGuide(odds, noPins, { calibration, density: "normal" }).density.setting).toBe("normal");
    const sparse = chapters.map((chapter) => ({
      ...chapter,
      gold: chapter.gold.filter(({ story }) => story % 2 === 0),
    }));
    expect(calibrationOf(sparse).whole).toBeUndefined();
  });

  test.each<[string, number[][], boolean]>([
    ["each paragraph in one point", [[0], [0], [1]], true],
    ["half of the paragraphs in none", [[0], [], [1], []], false],
    ["paragraphs in several points", [[0, 1], [0, 1], [1]], false],
    ["points in another order", [[1], [1], [0], [0]], false],
    ["nothing", [], false],
  ])("%s: %j", (_, points, expected) => {
    const gold = points.flatMap((row, story) => row.map((summary) => ({ summary, story, confidence: 1 })));
    expect(areWhole([{ gold, paragraphs: points.length }])).toBe(expected);
  });

  test("is aligned by alignGuide", () => {
    const story = [
      "The harbour froze.",
      "Ice lay on the nets.",
      "Ada skated home.",
      "She fell twice.",
      "Her mother cooked soup.",
    ];
    const { links, density } = alignGuide(["The harbour freezes.", "Ada skates.", "Soup."], story, {
      density: "whole",
    });
    expect(density.setting).toBe("whole");
    expect(new Set(links.map((link) => link.story)).size).toBe(5);
  });
});
