import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { random } from "../random.ts";
import { agreement } from "./agreement.ts";
import { bootstrapInterval } from "./bootstrap.ts";
import { reliability } from "./calibration.ts";
import { missing } from "./missing.ts";
import { kendallTau, orderStatistics, pooled } from "./order.ts";
import { meanScore, score } from "./score.ts";

const link = (summary: number, story: number, confidence = 1) => ({ summary, story, confidence });

describe("scores", () => {
  test("count links that gold has", () => {
    const gold = [link(0, 0), link(0, 1), link(1, 2), link(2, 4)];
    expect(score([link(0, 0), link(1, 1)], gold)).toEqual({ precision: 0.5, recall: 0.25, f: 1 / 3 });
    expect(score(gold, gold)).toEqual({ precision: 1, recall: 1, f: 1 });
    expect(score([], gold)).toEqual({ precision: 0, recall: 0, f: 0 });
  });

  test("are averaged over chapters, F too", () => {
    const scores = [
      { precision: 1, recall: 0.5, f: 2 / 3 },
      { precision: 0, recall: 0, f: 0 },
    ];
    expect(meanScore(scores)).toEqual({ precision: 0.5, recall: 0.25, f: 1 / 3 });
  });
});

describe("the bootstrap", () => {
  test("is the same for the same seed, holds the mean, and is near the normal interval", () => {
    const next = random(5);
    const values = Array.from({ length: 400 }, () => next());
    const [low, high] = bootstrapInterval(values, 7);
    expect(bootstrapInterval(values, 7)).toEqual([low, high]);
    expect(bootstrapInterval(values, 8)).not.toEqual([low, high]);
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const halfWidth = (1.96 * Math.sqrt(1 / 12)) / 20;
    expect(low).toBeCloseTo(mean - halfWidth, 2);
    expect(high).toBeCloseTo(mean + halfWidth, 2);
  });

  test("answers for nothing and for one", () => {
    expect(bootstrapInterval([])).toEqual([0, 0]);
    expect(bootstrapInterval([0.4])).toEqual([0.4, 0.4]);
  });
});

describe("reliability", () => {
  test("is perfect when confidence is the share that is right", () => {
    const links = Array.from({ length: 1000 }, (_, k) => ({
      confidence: k < 500 ? 0.2 : 0.8,
      right: k % 5 < (k < 500 ? 1 : 4),
    }));
    const { bins, expectedCalibrationError } = reliability(links);
    expect(bins).toHaveLength(10);
    expect(bins.every((bin) => bin.links === 100)).toBe(true);
    expect(expectedCalibrationError).toBeCloseTo(0, 9);
  });

  test("is the gap when every link claims too much", () => {
    const links = Array.from({ length: 50 }, (_, k) => ({ confidence: 1, right: k % 2 === 0 }));
    expect(reliability(links).expectedCalibrationError).toBeCloseTo(0.5, 9);
    expect(reliability([])).toEqual({ bins: [], expectedCalibrationError: 0 });
  });
});

describe("order", () => {
  test("τ is 1 in order, −1 reversed, and equals its definition between", () => {
    expect(
      kendallTau([
        [0, 1],
        [1, 2],
        [2, 5],
      ]),
    ).toBe(1);
    expect(
      kendallTau([
        [0, 5],
        [1, 2],
        [2, 1],
      ]),
    ).toBe(-1);
    // scipy.stats.kendalltau([0,1,2,3,4,5], [1,3,2,2,6,5])
    expect(
      kendallTau([
        [0, 1],
        [1, 3],
        [2, 2],
        [3, 2],
        [4, 6],
        [5, 5],
      ]),
    ).toBeCloseTo(0.5520524474738833, 12);
    expect(kendallTau([[0, 1]])).toBeUndefined();
  });

  test("counts rows that begin before an earlier row ended, as the paper does", () => {
    const links = [link(0, 0), link(0, 3), link(1, 2), link(3, 4)];
    expect(orderStatistics(links, 4, 10)).toMatchObject({
      outOfOrder: 1,
      homeless: 1,
      told: 4,
      bullets: 4,
      paragraphs: 10,
    });
  });

  test("evenness is 1 when each tenth has as much, 0 when one has all", () => {
    const even = Array.from({ length: 10 }, (_, k) => link(k, k * 2));
    expect(orderStatistics(even, 10, 20).evenness).toBeCloseTo(1, 12);
    expect(orderStatistics([link(0, 0), link(1, 1)], 2, 20).evenness).toBe(0);
    expect(orderStatistics([], 2, 0).evenness).toBeUndefined();
  });

  test("of a work adds the counts and averages the rest", () => {
    const all = pooled([
      orderStatistics([link(0, 0), link(1, 1)], 2, 2),
      orderStatistics([link(0, 1), link(1, 0)], 2, 3),
    ]);
    expect(all).toMatchObject({ bullets: 4, paragraphs: 5, told: 4, outOfOrder: 1, tau: 0 });
  });
});

describe("agreement", () => {
  test("is 1 with oneself and symmetric", () => {
    const cells = fc
      .uniqueArray(fc.integer({ min: 0, max: 19 }), { minLength: 1 })
      .map((all) => all.map((k) => link(Math.floor(k / 5), k % 5)));
    fc.assert(
      fc.property(cells, cells, (first, second) => {
        const pair = { bullets: 4, paragraphs: 5, first, second };
        const one = agreement([pair]);
        const other = agreement([{ ...pair, first: second, second: first }]);
        expect(one.f).toBe(other.f);
        expect(one.kappa).toBeCloseTo(other.kappa, 12);
        expect(agreement([{ ...pair, second: first }])).toMatchObject({ f: 1, kappa: 1 });
      }),
    );
  });

  test("κ of a worked example: 2 × 5 cells, both say yes to 2 of 3", () => {
    const first = [link(0, 0), link(0, 1), link(1, 2)];
    const second = [link(0, 0), link(0, 1), link(1, 4)];
    const { f, kappa } = agreement([{ bullets: 2, paragraphs: 5, first, second }]);
    expect(f).toBeCloseTo(2 / 3, 12);
    expect(kappa).toBeCloseTo((0.8 - 0.58) / 0.42, 12);
  });
});

test("what is missing: runs that no bullet tells, longest first, and bullets with no home", () => {
  const chapter = { summary: ["a", "b", "c"], story: ["one", "two words", "x", "y", "three more words", "z"] };
  expect(missing(chapter, [link(0, 0), link(2, 2)])).toEqual({
    untold: [
      { from: 3, to: 5, words: 5, after: 2, before: undefined },
      { from: 1, to: 1, words: 2, after: 0, before: 2 },
    ],
    homeless: [1],
  });
});
