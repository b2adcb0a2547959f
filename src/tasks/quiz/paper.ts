import type { Corpus, Work } from "../corpus/types.ts";
import { Problem } from "../problem.ts";
import { type Random, random, shuffled } from "../random.ts";
import { type ClozeQuestion, clozeQuestions, maskedText } from "./cloze.ts";
import { askedOf, clozeAnswers } from "./cloze-rules.ts";
import { type CompletionItem, completionItems } from "./completion.ts";
import { completionAnswers, WorkBags } from "./completion-rules.ts";
import type { CandidateSet } from "./options.ts";
import type { ContextSource } from "./sources.ts";
import { WorkWords } from "./story-words.ts";
import { byChapter, type NamedChapter, type NamedWork, namedWork, workText } from "./work.ts";

/**
 * A question as a person is asked it, with what simple rules and
 * plotline's own readers answer. The seed of a quiz draws questions but does not make
 * them: they are those that readers are asked, so that people and readers can be compared.
 */
export interface QuizQuestion {
  readonly id: string;
  readonly task: "cloze" | "completion";
  readonly work: string;
  readonly chapter: number;
  /** Which of the work's questions of this task it is, counted from 0, and how many there are. */
  readonly place: number;
  readonly of: number;
  readonly text: string;
  readonly options: readonly string[];
  readonly answer: number;
  /** The aligned paragraphs of the story. */
  readonly passage: readonly string[];
  /** Which option each rule and each opponent chooses, by its name. */
  readonly rules: Readonly<Record<string, number>>;
}

export interface QuizOptions {
  readonly task: "cloze" | "completion" | "both";
  readonly count: number;
  readonly set: CandidateSet;
  readonly seed: number;
  /** The gap of a cloze question. */
  readonly gap?: string;
}

/** Readers to play against: each reads a work once, then chooses an option of any of its questions. */
export interface Opponents {
  readonly cloze: Opponent<ClozeQuestion>;
  readonly completion: Opponent<CompletionItem>;
}

export interface Opponent<Question> {
  readonly name: string;
  read(work: NamedWork): (turn: Turn<Question>) => number;
}

interface Turn<Question> {
  readonly question: Question;
  readonly chapter: NamedChapter;
  /** All questions of the chapter. */
  readonly questions: readonly Question[];
  readonly set: CandidateSet;
  /** The paragraphs that an alignment gives the question's bullet. */
  readonly alignment: string;
  readonly context: readonly number[];
}

/** From how many works a quiz is drawn, at most: each must be read whole. */
const worksOfQuiz = 3;

export async function quiz(
  corpus: Corpus,
  works: readonly Work[],
  source: ContextSource,
  opponents: Opponents,
  options: QuizOptions,
): Promise<QuizQuestion[]> {
  const next = random("quiz", options.seed);
  const found: QuizQuestion[] = [];
  const drawn = shuffled(
    works.filter(({ summarised }) => summarised.length > 0),
    next,
  );
  const share = Math.ceil(options.count / Math.min(worksOfQuiz, Math.max(1, drawn.length)));
  for (const work of drawn) {
    const wanted = Math.min(share, options.count - found.length);
    if (wanted === 0) break;
    const named = namedWork(await workText(corpus, work));
    found.push(...(await questionsOf(named, source, opponents, options, wanted, next)));
  }
  if (found.length === 0)
    throw new Problem(`${corpus.folder} yields no questions: no summary names anybody of its story.`);
  return found;
}

async function questionsOf(
  work: NamedWork,
  source: ContextSource,
  opponents: Opponents,
  { task, set, gap = "_____" }: QuizOptions,
  wanted: number,
  next: Random,
): Promise<QuizQuestion[]> {
  const chapters = work.chapters.map(({ chapter }) => chapter);
  const asked = task === "completion" ? [] : clozeQuestions(work);
  const items = task === "cloze" ? [] : completionItems({ title: work.title, chapters });
  const half = task === "both" ? Math.ceil(wanted / 2) : wanted;
  const first = shuffled(asked, next).slice(0, half);
  const second = shuffled(items, next).slice(0, wanted - first.length);
  const cloze = await turnsOf(first, asked, work, source, set);
  const completion = await turnsOf(second, items, work, source, set);
  return shuffled([...clozeRound(cloze, work, opponents, gap), ...completionRound(completion, work, opponents)], next);
}

type DrawnTurn<Question> = Turn<Question> & Pick<QuizQuestion, "place" | "of">;

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
      place: all.indexOf(question),
      of: all.length,
    };
  });
  return Promise.all(turns);
}

function clozeRound(
  turns: readonly DrawnTurn<ClozeQuestion>[],
  work: NamedWork,
  { cloze: opponent }: Opponents,
  gap: string,
): QuizQuestion[] {
  if (turns.length === 0) return [];
  const words = new WorkWords(work);
  const play = opponent.read(work);
  return turns.map((turn) => {
    const { question, chapter, context, set } = turn;
    const rules = clozeAnswers(askedOf(question, chapter, words), context, set, work);
    const { names: options, answer } = question.options[set];
    return {
      ...shown(turn),
      task: "cloze",
      text: maskedText(question, gap),
      options,
      answer,
      rules: { ...rules, [opponent.name]: play(turn) },
    };
  });
}

function completionRound(
  turns: readonly DrawnTurn<CompletionItem>[],
  work: NamedWork,
  { completion: opponent }: Opponents,
): QuizQuestion[] {
  if (turns.length === 0) return [];
  const bags = new WorkBags(work);
  const play = opponent.read(work);
  return turns.map((turn) => {
    const { question, chapter, context } = turn;
    const rules = completionAnswers(question, chapter, context, bags);
    return {
      ...shown(turn),
      task: "completion",
      text: `${question.prefix} …`,
      options: question.options.map(({ text }) => text),
      answer: question.answer,
      rules: { ...rules, [opponent.name]: play(turn) },
    };
  });
}

function shown({ question, chapter, context, place, of }: DrawnTurn<ClozeQuestion | CompletionItem>) {
  const { id, work, chapter: number } = question;
  const passage = context.map((paragraph) => chapter.chapter.story[paragraph] ?? "");
  return { id, work, chapter: number, place, of, passage };
}
