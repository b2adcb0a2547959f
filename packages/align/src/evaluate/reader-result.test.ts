import { expect, test } from "vitest";
import { pooled, readerResultSchema } from "./reader-result.ts";

const result = (seed: number, right: Record<string, string>) => {
  const line = Object.values(right).join("");
  const accuracy = [...line].filter((mark) => mark === "1").length / line.length;
  return readerResultSchema.parse({
    task: "cloze",
    alignment: "TFIDF",
    seed,
    accuracy,
    interval: [0, 1],
    chance: 0.1,
    questions: line.length,
    right,
    trainedOn: { works: 1, chapters: 4, questions: 100 },
    seconds: 2,
  });
};

test("folds of one seed count together, question by question; seeds are averaged", () => {
  const folds = [result(1, { A: "1100" }), result(1, { B: "11" })];
  expect(pooled(folds)).toMatchObject({ accuracy: 4 / 6, questions: 6, seeds: [1], trainedOn: 100, seconds: 4 });
  const both = pooled([...folds, result(2, { A: "0000" }), result(2, { B: "11" })]);
  expect(both).toMatchObject({ accuracy: 0.5, questions: 6, seeds: [1, 2], spread: [2 / 6, 4 / 6] });
  expect(both?.interval[0]).toBeGreaterThan(0);
  expect(both?.interval[1]).toBeLessThan(1);
});

test("seeds that were asked other questions keep their own intervals; nothing gives nothing", () => {
  expect(pooled([result(1, { A: "10" }), result(2, { A: "100" })])?.interval).toEqual([0, 1]);
  expect(pooled([])).toBeUndefined();
});

test("a result with letters among its hits is refused", () => {
  expect(() => result(1, { A: "10x" })).toThrow(/consist of 0 and 1/);
});
