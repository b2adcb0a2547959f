import { expect, test } from "vitest";
import { findMethod } from "../align/registry.ts";
import { corpusView } from "../align/view.ts";
import { openCorpus } from "../corpus/open.ts";
import { quiz } from "../tasks/quiz/quiz.ts";
import { quizBaselines } from "../tasks/quiz/score.ts";
import { methodSources } from "../tasks/sources.ts";
import { shippedOpponents } from "./opponents.ts";

test("a quiz of the benchmark asks as many questions as wanted, with passages and what rules and opponents answer", async () => {
  const corpus = await openCorpus("corpora/sample");
  const [source] = await methodSources([findMethod("Posterior-BM25")], corpusView(corpus), {});
  const options = { task: "both", count: 10, set: "story", seed: 4, benchmark: true } as const;
  const opponents = await shippedOpponents();
  const questions = await quiz(corpus, corpus.works, source!, opponents, options);
  expect(questions).toHaveLength(10);
  expect(await quiz(corpus, corpus.works, source!, opponents, options)).toEqual(questions);
  for (const { task, text, options: list, answer, rules, passage } of questions) {
    expect(list[answer]).toBeTypeOf("string");
    expect(list[rules[task === "cloze" ? "pointer" : "scorer"]!]).toBeTypeOf("string");
    expect(text).toContain(task === "cloze" ? "_____" : "…");
    expect(passage.every((paragraph) => paragraph.length > 0)).toBe(true);
  }
  const { chance, rules } = quizBaselines(questions);
  expect(chance).toBeGreaterThan(0.9);
  expect(rules.get("cloze: pointer")!.right).toBeGreaterThan(1);
  expect([...rules.values()].every(({ right, asked }) => right <= asked)).toBe(true);
});
