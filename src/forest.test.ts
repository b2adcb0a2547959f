import { expect, test } from "vitest";
import { type List, trainForest } from "../training/completion/forest.ts";
import { scoreRow } from "./forest.ts";
import { random } from "./random.ts";
import { choose } from "./tasks/choose.ts";

/** Lists in which the candidate with the larger product of the first two columns is right: no single column tells. */
function lists(count: number, seed: number): List[] {
  const next = random(seed);
  return Array.from({ length: count }, () => {
    const rows = Array.from({ length: 5 }, () => Float32Array.from([next(), next(), next()]));
    const scores = rows.map((row) => row[0]! * row[1]!);
    return { rows, answer: scores.indexOf(Math.max(...scores)) };
  });
}

const options = { trees: 60, levels: 4, rate: 0.15, bins: 24, ridge: 1 };

test("trees learn what no single column tells, the same each time", () => {
  const forest = trainForest(lists(800, 1), options);
  const tested = lists(400, 2);
  const right = tested.filter(
    ({ rows, answer }) =>
      choose(
        rows.map((row) => scoreRow(forest, row)),
        1,
      ) === answer,
  );
  expect(right.length / tested.length).toBeGreaterThan(0.8);
  expect(trainForest(lists(50, 1), options)).toEqual(trainForest(lists(50, 1), options));
});
