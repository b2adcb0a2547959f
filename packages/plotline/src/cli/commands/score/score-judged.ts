import { type Corpus, defaultMethod, type Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { CostEstimate } from "@plotline/judge";
import { judgeAnswerers, judgeName, questionAsks, saveAnswers } from "@plotline/judge/node";
import { type AnswererScore, defaultSet, type Hit, hitsOf, noContext, type Sitting } from "@plotline/questions";
import { figure } from "@plotline/runs";
import { askedWorks, contextSource } from "@plotline/runs/node";
import { Asking } from "../../options/asking.ts";
import type { JudgeChoice } from "../../options/judge.ts";
import { counted, print, printJson, warn } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";
import { textTable } from "../../print/text-table.ts";

export interface JudgedScoring extends JudgeChoice {
  readonly alignment?: string;
}

/** `score CORPUS --judge`: a language model answers the questions that readers are asked. */
export async function scoreJudged(corpus: Corpus, works: readonly Work[], options: JudgedScoring): Promise<void> {
  const asking = await Asking.open(options, corpus);
  asking.maySend(works);
  const { model, counter, session } = asking;
  const alignment = options.alignment ?? defaultMethod;
  const source = await contextSource(corpus, alignment, 1);
  const settings = { model, context: options.context, counter };
  const asked = () => withContexts(askedWorks(corpus, works, { set: defaultSet, sources: [source] }));
  const estimate = new CostEstimate(session.known, counter);
  let total = 0;
  for await (const sittings of asked())
    for (const { request, options: counts } of sittings.flatMap((sitting) => questionAsks(sitting, settings))) {
      total++;
      await estimate.add(request, 12 + 14 * counts.length);
    }
  if (total === 0) throw new Problem("These works have no questions to score on.");
  if (asking.endsWithCost(estimate)) return;
  const hits = await asking.ask(async (ask) => {
    const progress = new Progress("Asking questions", total, options.quiet);
    const onAnswer = (work: string) => progress.advance(1, work);
    const answerers = judgeAnswerers(judgeName(model), settings, { ask, parallel: options.parallel, onAnswer });
    const found: Hit[] = [];
    for await (const sittings of asked()) found.push(...(await hitsOf(answerers, sittings)));
    progress.end();
    return found;
  });
  if (hits === undefined) return;
  if (hits.length === 0) throw new Problem("No question has an answer, so there is nothing to score.");
  const scores = await saveAnswers(corpus, works, hits, { model, alignment, address: session.address?.name });
  if (session.unanswered.size > 0)
    warn(`${counted(session.unanswered.size, "request")} had no answer and did not count.`, options);
  if (options.json) printJson({ model, alignment, scores, usage: session.usage });
  else print(scoreText(model, alignment, scores));
}

/** A model is shown the chapter whether or not a context is given, so it is not asked without one. */
async function* withContexts(works: AsyncIterable<Sitting[]>): AsyncGenerator<Sitting[]> {
  for await (const sittings of works) yield sittings.filter(({ alignment }) => alignment !== noContext);
}

function scoreText(model: string, alignment: string, scores: readonly AnswererScore[]): string {
  const header = ["task", "protocol", "questions", "right", "95 %", "95 % by work", "chance"];
  const rows = scores.map(({ task, protocol, questions, right, interval, byWork, chance }) => [
    task,
    protocol,
    String(questions),
    figure(right),
    interval.map(figure).join("–"),
    byWork.map(figure).join("–"),
    figure(chance),
  ]);
  return `${model}, with the contexts of ${alignment}:\n\n${textTable(header, rows)}`;
}
