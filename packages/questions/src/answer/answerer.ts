import { type AnsweredScore, scoresBy } from "@plotline/align";
import { groupedBy } from "@plotline/base";
import type { AskedChapter, Joined } from "../asked-work.ts";
import type { ClozeQuestion } from "../cloze.ts";
import type { CompletionItem } from "../completion.ts";
import type { Protocol } from "../contexts.ts";
import type { NamedChapter, NamedWork } from "../work.ts";
import { choose } from "./choose.ts";

/** The questions of a chapter for one task, with the paragraphs that one alignment gives each under one protocol. */
interface SittingOf<Task extends string, Question> extends Joined {
  readonly task: Task;
  readonly work: NamedWork;
  readonly chapter: NamedChapter;
  readonly questions: readonly Question[];
}
export type ClozeSitting = SittingOf<"cloze", ClozeQuestion>;
export type CompletionSitting = SittingOf<"completion", CompletionItem>;
/** Questions of one task about a chapter, with the contexts that are read for them. */
export type Sitting = ClozeSitting | CompletionSitting;

/** A number for each option of a question, the higher the likelier; undefined where there is no answer. */
export type Scores = readonly number[] | undefined;

interface AnswererOf<Own extends Sitting> {
  readonly name: string;
  readonly task: Own["task"];
  /** One after the other for all questions of these sittings. The right options are in them, and are not to be read. */
  answer(sittings: readonly Own[]): Promise<readonly Scores[]>;
}

/** Whoever answers questions: chance, a rule, the paper's reader or decoder, a language model. */
export type Answerer = AnswererOf<ClozeSitting> | AnswererOf<CompletionSitting>;

/** One answer to one question. */
export interface Hit {
  readonly answerer: string;
  readonly task: Sitting["task"];
  readonly alignment: string;
  readonly protocol: Protocol;
  readonly work: string;
  readonly id: string;
  readonly options: number;
  readonly right: boolean;
}

/** How one answerer did on one task with the contexts of one alignment. */
export type AnswererScore = Pick<Hit, "answerer" | "task" | "alignment" | "protocol"> & AnsweredScore;

/** What is asked about a chapter: each task once for every alignment and protocol, and once without any context. */
export function sittingsOf(work: NamedWork, asked: AskedChapter): Sitting[] {
  const { chapter, items, contexts } = asked;
  const none: Joined = { alignment: noContext, protocol: "blind", contexts: [] };
  const questions = asked.questions.filter(({ kind }) => kind === "entity");
  return [
    ...[...contexts.cloze, none].map((line): Sitting => ({ ...line, task: "cloze", work, chapter, questions })),
    ...[...contexts.completion, none].map(
      (line): Sitting => ({ ...line, task: "completion", work, chapter, questions: items }),
    ),
  ].filter((sitting) => sitting.questions.length > 0);
}

/** The name of the line of a table that reads nothing. */
export const noContext = "no context";

/** The story paragraphs that a question is given. */
export function contextOf(
  { contexts }: Pick<Joined, "contexts">,
  { paragraph }: { readonly paragraph: number },
): readonly number[] {
  return contexts[paragraph] ?? [];
}

/** Asks everybody; the option with the highest score is the answer, and chance decides among equals. */
export async function hitsOf(answerers: readonly Answerer[], sittings: readonly Sitting[]): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const answerer of answerers) {
    const own = sittings.filter(({ task }) => task === answerer.task);
    const scores =
      answerer.task === "cloze"
        ? await answerer.answer(own as ClozeSitting[])
        : await answerer.answer(own as CompletionSitting[]);
    let place = 0;
    for (const { task, alignment, protocol, questions } of own)
      for (const question of questions) {
        const given = scores[place++];
        const { id, work } = question;
        if (given === undefined) continue;
        const right = choose(given, id) === rightOption(question);
        hits.push({ answerer: answerer.name, task, alignment, protocol, work, id, options: given.length, right });
      }
  }
  return hits;
}

/** The one table: everybody's share of right answers by task, alignment and protocol, with intervals over works. */
export function scoresOf(hits: readonly Hit[]): AnswererScore[] {
  return scoresBy(hits, ["answerer", "task", "alignment", "protocol"]);
}

/** A line for whoever answered, a column for each alignment and protocol, blind first; the first line names them. */
export function answersTable(scores: readonly AnswererScore[], cell: (score: AnswererScore) => string): string[][] {
  const nameOf = ({ alignment, protocol }: AnswererScore) =>
    alignment === noContext ? noContext : `${alignment}, ${protocol}`;
  const columns = [...new Set(scores.toSorted((a, b) => a.protocol.localeCompare(b.protocol)).map(nameOf))];
  const lines = [...groupedBy(scores, ({ answerer }) => answerer)].map(([answerer, own]) => [
    answerer,
    ...columns.map((column) =>
      own
        .filter((score) => nameOf(score) === column)
        .map(cell)
        .join(),
    ),
  ]);
  return [["", ...columns], ...lines];
}

/** The place of the right one. */
export function rightOption(question: ClozeQuestion | CompletionItem): number {
  return "answer" in question ? question.answer : question.options.answer;
}
