import { fileURLToPath } from "node:url";
import { scoreLinks } from "@plotline/align";
import { openCorpus } from "@plotline/corpus/node";
import { expect, test } from "vitest";
import { isQuoted } from "./check.ts";
import { CorpusJudge } from "./corpus.ts";
import { upperBound } from "./model/cost.ts";
import { JudgeSession } from "./model/session.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The requests that `plotline align --batch` wrote for three chapters, answered by a careful reader. Whoever changes the
 * prompt or these texts asks another question: then the answers must be recorded again (docs/model.md).
 */
test("a recorded batch on the sample corpus: every answer holds, and the links are gold's", async () => {
  const corpus = await openCorpus(here("../../../corpora/sample"));
  const session = await JudgeSession.open({ counter: upperBound, answers: [here("fixtures/sample-answers.jsonl")] });
  const chosen = [
    { title: "Forty Guineas", numbers: [0, 1] },
    { title: "The Sea's Tithe", numbers: [0] },
  ].map(({ title, numbers }) => ({ work: corpus.works.find((work) => work.title === title)!, numbers }));
  const judge = await CorpusJudge.of(corpus, chosen, {
    model: "careful-reader",
    style: "evidence",
    context: 32_000,
    counter: upperBound,
    withExample: true,
    parallel: 2,
  });
  const judged = await judge.judge(session.ask);
  expect(session.unanswered.size).toBe(0);
  expect(judged.map(({ work, number, refused }) => [work, number, refused.size])).toEqual([
    ["Forty Guineas", 0, 0],
    ["Forty Guineas", 1, 0],
    ["The Sea's Tithe", 0, 0],
  ]);
  for (const { work, number, alignment } of judged) {
    const { story, gold } = await corpus.chapter(corpus.works.find(({ title }) => title === work)!, number);
    for (const { story: place, quote } of alignment) expect(isQuoted(quote ?? "", story[place]!)).toBe(true);
    expect(scoreLinks(alignment, gold ?? []).score.f).toBeGreaterThan(0.9);
  }
});

test("nothing is sent where no address was named", async () => {
  const session = await JudgeSession.open({ counter: upperBound });
  const request = { id: "x", model: "m", messages: [], form: { name: "f", schema: {} } };
  expect(await session.ask(request)).toBeUndefined();
  expect(session.usage.requests).toBe(0);
});
