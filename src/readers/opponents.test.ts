import { expect, test } from "vitest";
import { findMethod } from "../align/registry.ts";
import { corpusView } from "../align/view.ts";
import { openCorpus } from "../corpus/open.ts";
import { clozeQuestions } from "../tasks/cloze.ts";
import { quiz } from "../tasks/quiz/quiz.ts";
import { quizBaselines } from "../tasks/quiz/score.ts";
import { methodSources } from "../tasks/sources.ts";
import { namedWork } from "../tasks/work.ts";
import type { Blend } from "./blend.ts";
import { type PassageReader, shippedOpponents } from "./opponents.ts";

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

test("an opponent with an encoder has its name, and is asked one question at a time", async () => {
  const story = [
    "Anna Pavlova met Boris Volkov and Henry Lang in Moscow.",
    "Clara Weiss took the ferry with Henry, and Boris wept for Clara and Anna.",
  ];
  const chapter = {
    work: "Made up",
    number: 1,
    story,
    summary: [
      "Boris weeps bitter tears beside the frozen river.",
      "Clara takes the last ferry before the storm breaks.",
    ],
  };
  const work = namedWork({ title: "Made up", chapters: [chapter] });
  const questions = clozeQuestions(work);
  const blend = { scores: (rows: readonly (readonly number[])[]) => rows.map((row) => row[1]!) } as Blend;
  const points: string[] = [];
  const wanted = questions[1]!.options.story.entities[0]!;
  const cloze: PassageReader["cloze"] = {
    name: "stub",
    about: "",
    blends: { paper: blend, blind: blend },
    read: async (point, _, { candidates }) => {
      points.push(point("[MASK]"));
      return { named: [], listed: candidates.map(({ entity }) => ({ entity, score: Number(entity === wanted) })) };
    },
  };
  const opponents = await shippedOpponents({ cloze } as PassageReader);
  const turn = { question: questions[1]!, chapter: work.chapters[0]!, questions, set: "story" } as const;
  expect(await opponents.cloze.read(work)({ ...turn, alignment: "any", context: [] })).toBe(0);
  expect(opponents.cloze.name).toBe("pointer with stub");
  expect(points).toEqual(["[MASK] takes the last ferry before the storm breaks."]);
});
