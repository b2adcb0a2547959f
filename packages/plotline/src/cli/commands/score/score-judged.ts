import { type Corpus, defaultMethod, type Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { CostEstimate, inParallel } from "@plotline/judge";
import {
  type AnswerScore,
  type Ask,
  hitsOf,
  type ModelHit,
  type QuestionAsk,
  questionAsks,
  saveAnswers,
} from "@plotline/judge/node";
import { figure } from "@plotline/runs";
import { contextSource } from "@plotline/runs/node";
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
  const asks = () => questionAsks(corpus, works, source, { model, context: options.context, counter });
  const { total, ...cost } = await costOf(asks(), asking);
  if (total === 0) throw new Problem("These works have no questions to score on.");
  if (asking.endsWithCost(cost)) return;
  const hits = await asking.ask((ask) => answered(asks(), ask, total, options));
  if (hits === undefined) return;
  if (hits.length === 0) throw new Problem("No question has an answer, so there is nothing to score.");
  const scores = await saveAnswers(corpus, works, hits, { model, alignment, address: session.address?.name });
  if (session.unanswered.size > 0)
    warn(`${counted(session.unanswered.size, "request")} had no answer and did not count.`, options);
  if (options.json) printJson({ model, alignment, scores, usage: session.usage });
  else print(scoreText(model, alignment, scores));
}

async function costOf(asks: AsyncIterable<QuestionAsk>, { session, counter }: Asking) {
  const estimate = new CostEstimate(session.known, counter);
  let total = 0;
  for await (const { request, questions } of asks) {
    total++;
    await estimate.add(request, 12 + 14 * questions.length);
  }
  return { total, answered: estimate.answered, usage: estimate.usage };
}

async function answered(
  asks: AsyncIterable<QuestionAsk>,
  ask: Ask,
  total: number,
  { parallel, quiet }: JudgedScoring,
): Promise<ModelHit[]> {
  const progress = new Progress("Asking questions", total, quiet);
  const hits = await inParallel(asks, parallel, async (asked) => {
    const own = await hitsOf(asked, ask);
    progress.advance(1, asked.work);
    return own ?? [];
  });
  progress.end();
  return hits.flat();
}

function scoreText(model: string, alignment: string, scores: readonly AnswerScore[]): string {
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
