import { describe, expect, it } from "vitest";
import { findMethod } from "../align/registry.ts";
import { corpusView } from "../align/view.ts";
import { openCorpus } from "../corpus/open.ts";
import type { Corpus } from "../corpus/types.ts";
import { random } from "../random.ts";
import { clozeFeatures } from "./cloze-features.ts";
import { trainLogistic } from "./logistic.ts";
import { quiz } from "./quiz.ts";
import { quizBaselines } from "./quiz-score.ts";
import { choose, forestScores, linearScores, rankerRows, shippedRankers } from "./ranker.ts";
import { methodSources } from "./sources.ts";
import { trainRankers } from "./train-ranker.ts";
import { forestDefaults, type List, scoreRow, trainForest } from "./trees.ts";

/** Lists in which the candidate with the larger product of the first two columns is right: no single column tells. */
function lists(count: number, seed: number): List[] {
  const next = random(seed);
  return Array.from({ length: count }, () => {
    const rows = Array.from({ length: 5 }, () => Float32Array.from([next(), next(), next()]));
    const scores = rows.map((row) => row[0]! * row[1]!);
    return { rows, answer: scores.indexOf(Math.max(...scores)) };
  });
}

const accuracy = (test: readonly List[], score: (row: Float32Array) => number) =>
  test.filter(({ rows, answer }) => choose(rows.map(score), 1) === answer).length / test.length;

describe("the rankers", () => {
  it("learn, trees what no line can", () => {
    const forest = trainForest(lists(800, 1), { ...forestDefaults, trees: 60, ridge: 1 });
    expect(accuracy(lists(400, 2), (row) => scoreRow(forest, row))).toBeGreaterThan(0.8);
    expect(trainForest(lists(50, 1))).toEqual(trainForest(lists(50, 1)));
    const weights = trainLogistic(lists(800, 1));
    expect(accuracy(lists(400, 2), (row) => weights.reduce((sum, w, k) => sum + w * row[k]!, 0))).toBeGreaterThan(0.7);
    expect(Math.abs(weights[2]!)).toBeLessThan(Math.abs(weights[0]!) / 5);
  });

  it("ship in the size of their features, under 50 KB", () => {
    const row = new Float32Array(clozeFeatures.length);
    for (const view of ["context", "chapter"] as const) {
      const width = rankerRows([row], view)[0]?.length ?? 0;
      for (const { columns } of shippedRankers[view].trees) expect(Math.max(...columns)).toBeLessThan(width);
      expect(forestScores(shippedRankers[view], [row, row], view)).toHaveLength(2);
    }
    expect(linearScores(shippedRankers.completion.blind, [Float32Array.of(1, 0, 1, 0, 0, 2, -7)])).toHaveLength(1);
    expect(JSON.stringify(shippedRankers).length).toBeLessThan(50_000);
  });

  it("let chance decide among equals, the same chance each time", () => {
    const picks = Array.from({ length: 300 }, (_, k) => choose([1, 2, 2, 0], k));
    expect(picks.every((pick) => pick === 1 || pick === 2)).toBe(true);
    expect(picks.filter((pick) => pick === 1).length).toBeGreaterThan(100);
    expect(picks).toEqual(Array.from({ length: 300 }, (_, k) => choose([1, 2, 2, 0], k)));
  });

  it("are trained on works outside validation", async () => {
    const corpus = await openCorpus("corpora/sample");
    const works = corpus.works.map((work) => ({ ...work, split: "train" as const })).slice(2);
    const train: Corpus = {
      folder: "x",
      works,
      chapter: corpus.chapter.bind(corpus),
      chapters: corpus.chapters.bind(corpus),
      hash: async () => "abc",
    };
    const sources = await methodSources([findMethod("Diagonal-5")], corpusView(corpus), {});
    const rankers = await trainRankers(train, sources, { chapters: 1, questions: 5, seed: 1 });
    expect(rankers.about).toContain("1 works of corpus abc");
    expect([rankers.chapter.trees.length, rankers.completion.blind.length]).toEqual([forestDefaults.trees, 7]);
  });
});

describe("the quiz", () => {
  it("asks as many questions as wanted, with passages and what the rules answer", async () => {
    const corpus = await openCorpus("corpora/sample");
    const [source] = await methodSources([findMethod("Posterior-BM25")], corpusView(corpus), {});
    const options = { task: "both", count: 10, set: "story", seed: 4 } as const;
    const questions = await quiz(corpus, corpus.works, source!, options);
    expect(questions).toHaveLength(10);
    expect(await quiz(corpus, corpus.works, source!, options)).toEqual(questions);
    for (const { task, text, options: list, answer, rules, passage } of questions) {
      expect(list[answer]).toBeTypeOf("string");
      expect(rules).toHaveProperty("ranker");
      expect(text).toContain(task === "cloze" ? "_____" : "…");
      expect(passage.every((paragraph) => paragraph.length > 0)).toBe(true);
    }
    const { chance, rules } = quizBaselines(questions);
    expect(chance).toBeGreaterThan(0.9);
    expect([...rules.values()].every(({ right, asked }) => right <= asked)).toBe(true);
  });
});
