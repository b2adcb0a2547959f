import type { Corpus, Work } from "@plotline/align";
import { Problem, random, shuffled, sumOf } from "@plotline/base";
import { CostEstimate } from "@plotline/judge";
import { judgeAnswerers, judgeName, type ModelScore, questionAsks, saveAnswers } from "@plotline/judge/node";
import { defaultSet, goldNotes, type Hit, hitsOf, noContext, paperAlignment, type Sitting } from "@plotline/questions";
import { figure } from "@plotline/runs";
import { askedWorks, contextSource } from "@plotline/runs/node";
import { Asking } from "../../options/asking.ts";
import type { JudgeChoice } from "../../options/judge.ts";
import { counted, print, printJson, textTable, warn } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";

export interface JudgedScoring extends JudgeChoice {
  readonly alignment?: string;
  readonly limit?: number;
}

/** `score CORPUS --judge`: a language model answers the questions that readers are asked. */
export async function scoreJudged(corpus: Corpus, works: readonly Work[], options: JudgedScoring): Promise<void> {
  const asking = await Asking.open(options, corpus);
  asking.maySend(works);
  const { model, session } = asking;
  const alignment = options.alignment ?? paperAlignment;
  const source = await contextSource(corpus, alignment, 1);
  const settings = { model, context: options.context };
  const all = () => withContexts(askedWorks(corpus, works, { set: defaultSet, sources: [source] }));
  const chosen = options.limit === undefined ? undefined : await some(all(), options.limit);
  const asked = () => onlyThese(all(), chosen);
  const estimate = new CostEstimate(session.known);
  let total = 0;
  for await (const sittings of asked())
    for (const { request } of sittings.flatMap((sitting) => questionAsks(sitting, settings))) {
      total++;
      await estimate.add(request);
    }
  if (total === 0) throw new Problem("These works have no questions to score on.");
  if (asking.endsWithCost(estimate)) return;
  const unread = new Map<string, number>();
  const unreadable = ({ task, protocol }: Row) => unread.get(`${task} ${protocol}`) ?? 0;
  const hits = await asking.ask(async (ask) => {
    const progress = new Progress("Asking questions", total, options.quiet);
    const answerers = judgeAnswerers(judgeName(model), settings, {
      ask,
      parallel: options.parallel,
      onAnswer: (work) => progress.advance(1, work),
      onUnreadable: (row, count) => unread.set(`${row.task} ${row.protocol}`, unreadable(row) + count),
    });
    const found: Hit[] = [];
    for await (const sittings of asked()) found.push(...(await hitsOf(answerers, sittings)));
    progress.end();
    return found;
  });
  if (hits === undefined) return;
  const lost = sumOf([...unread.values()]);
  const none = `None of ${counted(lost, "answer")} could be read, so there is nothing to score.`;
  if (hits.length === 0) throw lost > 0 ? new Problem(none) : asking.noAnswers();
  const about = { model, alignment, address: session.address?.name, isWhole: chosen === undefined, unreadable };
  for (const sentence of goldNotes([source], works)) warn(sentence, options);
  const scores = await saveAnswers(corpus, works, hits, about);
  if (lost > 0)
    warn(`${counted(lost, "answer")} could not be read, asked twice: the shares are of those that could.`, options);
  if (session.unanswered.size > 0)
    warn(`${counted(session.unanswered.size, "request")} had no answer yet and did not count.`, options);
  if (options.json) printJson({ model, alignment, scores, usage: session.usage });
  else print(scoreText(model, alignment, scores));
}

type Row = Pick<Sitting, "task" | "protocol">;

/** As many questions of each task, drawn from all works: the same ones every time. */
async function some(works: AsyncIterable<Sitting[]>, limit: number): Promise<Set<string>> {
  const ids = new Map<string, Set<string>>();
  for await (const sittings of works)
    for (const { task, questions } of sittings)
      for (const { id } of questions) ids.set(task, (ids.get(task) ?? new Set()).add(id));
  return new Set([...ids.values()].flatMap((own) => shuffled([...own].sort(), random("limit")).slice(0, limit)));
}

async function* onlyThese(works: AsyncIterable<Sitting[]>, chosen: Set<string> | undefined): AsyncGenerator<Sitting[]> {
  const isChosen = ({ id }: { readonly id: string }) => chosen?.has(id) ?? true;
  for await (const sittings of works)
    yield sittings
      .map(
        (each): Sitting =>
          each.task === "cloze"
            ? { ...each, questions: each.questions.filter(isChosen) }
            : { ...each, questions: each.questions.filter(isChosen) },
      )
      .filter(({ questions }) => questions.length > 0);
}

/** A model is shown the chapter whether or not a context is given, so it is not asked without one. */
async function* withContexts(works: AsyncIterable<{ sittings: readonly Sitting[] }>): AsyncGenerator<Sitting[]> {
  for await (const { sittings } of works) yield sittings.filter(({ alignment }) => alignment !== noContext);
}

function scoreText(model: string, alignment: string, scores: readonly ModelScore[]): string {
  const header = ["task", "protocol", "n", "unreadable", "right", "95 %", "95 % by work", "chance"];
  const rows = scores.map(({ task, protocol, questions, unreadable, right, interval, byWork, chance }) => [
    task,
    protocol,
    String(questions),
    String(unreadable),
    figure(right),
    interval.map(figure).join("–"),
    byWork.map(figure).join("–"),
    figure(chance),
  ]);
  return `${model}, with the contexts of ${alignment}:\n\n${textTable(header, rows)}`;
}
