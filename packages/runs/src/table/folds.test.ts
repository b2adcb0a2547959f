import type { Corpus, Split, Work } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { expect, test } from "vitest";
import { foldsOf } from "./folds.ts";
import { fullTable, quickTable } from "./settings.ts";

const work = (title: string, chapters: number, split: Split = "validation"): Work => {
  const numbers = Array.from({ length: chapters }, (_, k) => k);
  const texts = { chapters: numbers, summarised: numbers, annotated: [] };
  return { title, folder: title, kind: undefined, split, story: {}, summary: {}, ...texts };
};
const corpusOf = (...works: Work[]): Corpus => ({ ...nothing, works });
const nothing: Corpus = {
  folder: "corpus",
  works: [],
  chapter: () => Promise.reject(new Error("not read")),
  chapters: () => {
    throw new Error("not read");
  },
  hash: () => Promise.resolve("x"),
};
const titles = (works: readonly Work[]) => works.map(({ title }) => title).sort();

test("training works teach and validation works ask, all of them", () => {
  const folds = foldsOf(corpusOf(work("A", 9, "train"), work("B", 4, "train"), work("C", 3)), fullTable);
  expect(folds.map(({ train, asked }) => [titles(train), titles(asked)])).toEqual([[["A", "B"], ["C"]]]);
});

test("a quick table takes whole works up to its chapters, and one at least", () => {
  const train = [work("long", 90, "train"), work("a", 30, "train"), work("b", 25, "train"), work("c", 20, "train")];
  const [fold] = foldsOf(corpusOf(...train, work("huge", 96), work("vast", 99)), quickTable);
  const chapters = sumOf(fold?.train ?? [], ({ summarised }) => summarised.length);
  expect(chapters).toBeLessThanOrEqual(quickTable.trainChapters ?? 0);
  expect(fold?.train.length).toBe(2);
  expect(titles(fold?.asked ?? [])).toEqual(["huge"]);
});

test("works without a split of their own are asked in turn, each by readers of the others", () => {
  const folds = foldsOf(corpusOf(work("A", 7), work("B", 9), work("C", 1)), quickTable);
  expect(folds.map(({ train, asked }) => [titles(train), titles(asked)])).toEqual([
    [["A", "C"], ["B"]],
    [["B"], ["A", "C"]],
  ]);
  expect(() => foldsOf(corpusOf(work("A", 7)), quickTable)).toThrow(
    /corpus has one work with a summary.*at least two\./,
  );
});
