import { random, scoreRow } from "@plotline/base";
import { choose } from "@plotline/questions";
import { expect, test } from "vitest";
import { type Example, fitOdds, fitRanking } from "./forest.ts";

/** Lists in which the candidate with the larger product of the first two columns is right, which no single column shows. */
function lists(count: number, seed: number): Example[][] {
  const next = random(seed);
  return Array.from({ length: count }, () => {
    const rows = Array.from({ length: 5 }, () => [next(), next(), next()]);
    const most = Math.max(...rows.map(product));
    return rows.map((features) => ({ features, right: product(features) === most }));
  });
}

function product(row: ArrayLike<number>): number {
  return row[0]! * row[1]!;
}

const options = { trees: 60, levels: 4, rate: 0.15, bins: 24, ridge: 1 };

test("a ranking learns what no single column shows, the same each time", () => {
  const forest = fitRanking(lists(800, 1), options);
  const tested = lists(400, 2);
  const right = tested.filter((list) => {
    const scores = list.map(({ features }) => scoreRow(forest, features));
    return list[choose(scores, 1)]?.right;
  });
  expect(right.length / tested.length).toBeGreaterThan(0.8);
  const some = { ...options, columns: 0.5, digits: 3 };
  expect(fitRanking(lists(50, 1), some)).toEqual(fitRanking(lists(50, 1), some));
});

test("odds are as high as the share that is right among examples like it", () => {
  const next = random("odds");
  const examples = Array.from({ length: 4000 }, () => {
    const likely = next() < 0.5;
    return { features: [Number(likely), 7], right: next() < (likely ? 0.8 : 0.1) };
  });
  const forest = fitOdds(examples, { trees: 100, levels: 1, rate: 0.2, bins: 4, ridge: 1 });
  const chance = (feature: number) => 1 / (1 + Math.exp(-scoreRow(forest, [feature, 7])));
  expect(chance(1)).toBeCloseTo(0.8, 1);
  expect(chance(0)).toBeCloseTo(0.1, 1);
});
