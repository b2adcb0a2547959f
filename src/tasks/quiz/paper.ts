import { type Random, shuffled } from "../../random.ts";
import { type ClozeQuestion, clozeQuestions, maskedText } from "../cloze.ts";
import { askedOf, clozeAnswers } from "../cloze-rules.ts";
import { type CompletionItem, completionItems } from "../completion.ts";
import { completionAnswers, WorkBags } from "../completion-rules.ts";
import type { CandidateSet } from "../options.ts";
import type { ContextSource } from "../sources.ts";
import { WorkWords } from "../story-words.ts";
import { byChapter, type NamedChapter, type NamedWork } from "../work.ts";
import {
  type MadeQuestion,
  type Opponents,
  type QuizCounts,
  type QuizOptions,
  type Turn,
  usualGap,
} from "./question.ts";

/** Questions of the benchmark, as readers are asked them, so that people and readers can be compared. */
export async function benchmarkQuestions(
  work: NamedWork,
  source: ContextSource,
  opponents: Opponents,
  { task, set, gap = usualGap }: QuizOptions,
  { wanted, half }: QuizCounts,
  next: Random,
): Promise<MadeQuestion[]> {
  const chapters = work.chapters.map(({ chapter }) => chapter);
  const asked = task === "completion" ? [] : clozeQuestions(work);
  const items = task === "cloze" ? [] : completionItems({ title: work.title, chapters });
  const first = shuffled(asked, next).slice(0, task === "both" ? Math.min(half, wanted) : wanted);
  const second = shuffled(items, next).slice(0, wanted - first.length);
  const cloze = await turnsOf(first, asked, work, source, set);
  const completion = await turnsOf(second, items, work, source, set);
  const questions = [
    ...(await clozeRound(cloze, work, opponents, gap)),
    ...(await completionRound(completion, work, opponents)),
  ];
  return shuffled(questions, next);
}

type DrawnTurn<Question> = Turn<Question> & { readonly benchmark: NonNullable<MadeQuestion["benchmark"]> };

async function turnsOf<Question extends ClozeQuestion | CompletionItem>(
  drawn: readonly Question[],
  all: readonly Question[],
  work: NamedWork,
  source: ContextSource,
  set: CandidateSet,
): Promise<DrawnTurn<Question>[]> {
  const questionsOf = byChapter(all);
  const turns = drawn.map(async (question) => {
    const chapter = work.chapters.find((each) => each.chapter.number === question.chapter) as NamedChapter;
    const contexts = await source.contexts(chapter.chapter, { protocol: "paper" });
    return {
      question,
      chapter,
      questions: questionsOf.get(question.chapter) ?? [],
      set,
      alignment: source.name,
      context: contexts?.[question.paragraph] ?? [],
      benchmark: { place: all.indexOf(question), of: all.length },
    };
  });
  return Promise.all(turns);
}

async function clozeRound(
  turns: readonly DrawnTurn<ClozeQuestion>[],
  work: NamedWork,
  { cloze: opponent }: Opponents,
  gap: string,
): Promise<MadeQuestion[]> {
  if (turns.length === 0) return [];
  const words = new WorkWords(work);
  const play = opponent.read(work);
  const made = turns.map(async (turn): Promise<MadeQuestion> => {
    const { question, chapter, context, set } = turn;
    const rules = clozeAnswers(askedOf(question, chapter, words), context, set, work);
    const { names: options, answer } = question.options[set];
    return {
      ...shown(turn),
      task: "cloze",
      text: maskedText(question, gap),
      options,
      answer,
      rules: { ...rules, [opponent.name]: await play(turn) },
    };
  });
  return Promise.all(made);
}

async function completionRound(
  turns: readonly DrawnTurn<CompletionItem>[],
  work: NamedWork,
  { completion: opponent }: Opponents,
): Promise<MadeQuestion[]> {
  if (turns.length === 0) return [];
  const bags = new WorkBags(work);
  const play = opponent.read(work);
  const made = turns.map(async (turn): Promise<MadeQuestion> => {
    const { question, chapter, context } = turn;
    const rules = completionAnswers(question, chapter, context, bags);
    return {
      ...shown(turn),
      task: "completion",
      text: `${question.prefix} …`,
      options: question.options.map(({ text }) => text),
      answer: question.answer,
      rules: { ...rules, [opponent.name]: await play(turn) },
    };
  });
  return Promise.all(made);
}

function shown({ question, chapter, context, benchmark }: DrawnTurn<ClozeQuestion | CompletionItem>) {
  const { id, work, chapter: number, paragraph: bullet } = question;
  const passage = context.map((paragraph) => chapter.chapter.story[paragraph] ?? "");
  return { id, work, chapter: number, bullet, benchmark, passage };
}
