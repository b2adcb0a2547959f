import { expect, test } from "vitest";
import { memoryCorpus } from "../chapter/memory.ts";
import type { Chapter } from "../chapter/types.ts";
import { corpusView } from "../method.ts";
import { findMethod } from "../registry.ts";
import { evaluate } from "./evaluate.ts";
import { score } from "./score.ts";

const gold = [0, 1].map((k) => ({ summary: k, story: k, confidence: 1 }));
const chapter: Chapter = {
  work: "Tales",
  number: 1,
  summary: ["The miser counts his gold.", "A storm wrecks the ship."],
  story: ["All night the miser counted his gold.", "Then a storm came up, and the ship was a wreck."],
  gold,
};

test("methods are judged by mean precision, recall and F, in the order given", async () => {
  const results = await evaluate([chapter, { ...chapter, number: 2, gold: gold.slice(1) }], ["No alignment", "TFIDF"]);
  expect(results.map(({ method, recall }) => [method, recall])).toEqual([
    ["No alignment", 1],
    ["TFIDF", 1],
  ]);
  expect(results[0]!.precision).toBeCloseTo((1 / 2 + 1 / 4) / 2);
  const [low, high] = results[1]!.interval;
  expect(low).toBeLessThanOrEqual(results[1]!.f);
  expect(high).toBeGreaterThanOrEqual(results[1]!.f);
});

test("a method that draws by chance is the mean of twenty seeds, and says so", async () => {
  const names = ["Random-1", "TFIDF", "Chronological-Random"];
  const [random, words, order] = await evaluate([chapter], names, { seed: 5 });
  expect([random?.seeds, words?.seeds, order?.seeds]).toEqual([20, undefined, 20]);
  const scores: number[] = [];
  for (let seed = 5; seed < 25; seed++) {
    const align = await findMethod("Random-1").prepare(corpusView(memoryCorpus([chapter])), { seed });
    scores.push(score(await align(chapter), gold).f);
  }
  expect(new Set(scores).size).toBeGreaterThan(1);
  expect(random?.f).toBeCloseTo(scores.reduce((sum, f) => sum + f) / 20, 12);
  expect(random?.reliability).toBeUndefined();
});

test("a method from outside sees no gold", async () => {
  const seen: object[] = [];
  const spy = {
    name: "spy",
    usesText: true,
    usesOrder: false,
    prepare: () => async (shown: object) => {
      seen.push(shown);
      return [];
    },
  };
  expect((await evaluate([chapter], [spy]))[0]).toMatchObject({ method: "spy", f: 0 });
  expect(seen).toEqual([{ work: "Tales", number: 1, summary: chapter.summary, story: chapter.story }]);
});

test("without gold there is nothing to evaluate on", async () => {
  const { gold: _, ...without } = chapter;
  await expect(evaluate([without], ["TFIDF"])).rejects.toThrow(/^No chapter has gold links/);
});

test("a corpus in memory is in order, and refuses a chapter given twice", async () => {
  const { gold: _, ...plain } = chapter;
  const corpus = memoryCorpus([chapter, { ...plain, number: 0 }, { ...plain, work: "Songs", number: 3, summary: [] }]);
  expect(
    corpus.works.map(({ title, chapters, summarised, annotated }) => [title, chapters, summarised, annotated]),
  ).toEqual([
    ["Tales", [0, 1], [0, 1], [1]],
    ["Songs", [3], [], []],
  ]);
  const numbers = async (work?: string) => {
    const found = [];
    for await (const { number } of corpusView(corpus).chapters(work)) found.push(number);
    return found;
  };
  expect(await numbers()).toEqual([0, 1]);
  expect(await numbers("Songs")).toEqual([]);
  expect(await corpus.hash()).not.toBe(await corpus.hash(corpus.works.slice(0, 1)));
  expect(() => memoryCorpus([chapter, chapter])).toThrow('"Tales" has two chapters 1.');
});
