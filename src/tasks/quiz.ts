import type { Corpus, Work } from "../corpus/types.ts";
import { Problem } from "../problem.ts";
import { type Random, random, shuffled } from "../random.ts";
import { type ClozeQuestion, clozeQuestions, maskedText } from "./cloze.ts";
import { askedOf } from "./cloze-features.ts";
import { type CompletionItem, completionItems } from "./completion.ts";
import { WorkBags } from "./completion-features.ts";
import { clozeAnswers, completionAnswers } from "./controls.ts";
import type { CandidateSet } from "./options.ts";
import type { ContextSource } from "./sources.ts";
import { WorkWords } from "./story-words.ts";
import { type NamedChapter, type NamedWork, namedWork, workText } from "./work.ts";

/**
 * A question as a person is asked it, with what simple rules answer. The seed of a quiz draws questions but does not make
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
  /** Which option each baseline chooses. */
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

/** From how many works a quiz is drawn, at most: each must be read whole. */
const worksOfQuiz = 3;

export async function quiz(
  corpus: Corpus,
  works: readonly Work[],
  source: ContextSource,
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
    found.push(...(await questionsOf(named, source, options, wanted, next)));
  }
  if (found.length === 0)
    throw new Problem(`${corpus.folder} yields no questions: no summary names anybody of its story.`);
  return found;
}

async function questionsOf(
  work: NamedWork,
  source: ContextSource,
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
  const chapterOf = ({ chapter }: { chapter: number }) =>
    work.chapters.find((each) => each.chapter.number === chapter) as NamedChapter;
  const contextOf = async (at: ClozeQuestion | CompletionItem) =>
    (await source.contexts(chapterOf(at).chapter, { protocol: "paper" }))?.[at.paragraph] ?? [];
  const made: QuizQuestion[] = [];
  const words = first.length > 0 ? new WorkWords(work) : undefined;
  for (const question of first) {
    const [chapter, context] = [chapterOf(question), await contextOf(question)];
    const rules = words === undefined ? {} : clozeAnswers(askedOf(question, chapter, words), context, set, work, words);
    const { names, answer } = question.options[set];
    made.push({
      ...shown(question, chapter, context),
      ...placeIn(asked, question),
      task: "cloze",
      text: maskedText(question, gap),
      options: names,
      answer,
      rules,
    });
  }
  const bags = second.length > 0 ? new WorkBags(work) : undefined;
  for (const item of second) {
    const [chapter, context] = [chapterOf(item), await contextOf(item)];
    const rules = bags === undefined ? {} : completionAnswers(item, chapter, context, "paper", bags);
    const options = item.options.map(({ text }) => text);
    made.push({
      ...shown(item, chapter, context),
      ...placeIn(items, item),
      task: "completion",
      text: `${item.prefix} …`,
      options,
      answer: item.answer,
      rules,
    });
  }
  return shuffled(made, next);
}

function placeIn<T>(all: readonly T[], one: T): Pick<QuizQuestion, "place" | "of"> {
  return { place: all.indexOf(one), of: all.length };
}

function shown({ id, work, chapter }: ClozeQuestion | CompletionItem, named: NamedChapter, context: readonly number[]) {
  return { id, work, chapter, passage: context.map((paragraph) => named.chapter.story[paragraph] ?? "") };
}
