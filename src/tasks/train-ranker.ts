import type { Corpus, Work } from "../corpus/types.ts";
import { Problem } from "../problem.ts";
import { below, type Random, random, shuffled } from "../random.ts";
import { type ClozeQuestion, clozeQuestions } from "./cloze.ts";
import { askedOf, featureRows } from "./cloze-features.ts";
import { type CompletionItem, completionItems } from "./completion.ts";
import { completionRows, WorkBags } from "./completion-features.ts";
import { trainLogistic } from "./logistic.ts";
import { candidateSets, completionDefaults, type Protocol, protocols } from "./options.ts";
import { type Rankers, rankerRows } from "./ranker.ts";
import type { ContextSource, Wanted } from "./sources.ts";
import { WorkWords } from "./story-words.ts";
import { type List, trainForest } from "./trees.ts";
import { byChapter, type NamedChapter, type NamedWork, namedWork, workText } from "./work.ts";

export interface RankerOptions {
  /** Chapters of each work, at most, and questions of each chapter. */
  readonly chapters: number;
  readonly questions: number;
  readonly seed: number;
}

export const rankerDefaults: RankerOptions = { chapters: 8, questions: 10, seed: 1 };

/** Trains the rankers on the works that are not for validation: each question with one context, drawn by lot. */
export async function trainRankers(
  corpus: Corpus,
  sources: readonly ContextSource[],
  options: RankerOptions,
  onWork: (work: Work) => void = () => {},
): Promise<Rankers> {
  const lists = { chapter: [] as List[], context: [] as List[], paper: [] as List[], blind: [] as List[] };
  const works = corpus.works.filter((work) => work.split === "train" && work.summarised.length > 0);
  if (works.length === 0) throw new Problem(`${corpus.folder} has no summarised works outside validation to train on.`);
  for (const work of works) {
    const named = namedWork(await workText(corpus, work));
    const next = random("ranker", options.seed, work.title);
    await collectCloze(named, sources, options, next, lists);
    await collectCompletion(named, sources, options, next, lists);
    onWork(work);
  }
  return {
    about: `Trained by \`plotline train ranker\` on ${works.length} works of corpus ${await corpus.hash()}, seed ${options.seed}: ${lists.chapter.length} cloze and ${lists.paper.length} completion questions.`,
    chapter: trainForest(lists.chapter),
    context: trainForest(lists.context),
    completion: { paper: trainLogistic(lists.paper), blind: trainLogistic(lists.blind) },
  };
}

async function collectCloze(
  work: NamedWork,
  sources: readonly ContextSource[],
  options: RankerOptions,
  next: Random,
  lists: { chapter: List[]; context: List[] },
): Promise<void> {
  const asked = byChapter(clozeQuestions(work, { seed: options.seed }));
  const chapters = drawn(work.chapters, options.chapters, next).filter(({ chapter }) => asked.has(chapter.number));
  if (chapters.length === 0) return;
  const words = new WorkWords(work);
  for (const chapter of chapters) {
    const questions = asked.get(chapter.chapter.number) as ClozeQuestion[];
    for (const question of drawn(questions, options.questions, next)) {
      const protocol = oneOf(protocols, next);
      const wanted: Wanted = protocol === "paper" ? { protocol } : { protocol, task: "cloze", questions };
      const context = await contextOf(oneOf(sources, next), chapter, wanted, question.paragraph);
      const { entities, answer } = question.options[oneOf(candidateSets, next)];
      const rows = featureRows(askedOf(question, chapter, words), context, entities, work, words);
      lists.chapter.push({ rows: rankerRows(rows, "chapter"), answer });
      lists.context.push({ rows: rankerRows(rows, "context"), answer });
    }
  }
}

async function collectCompletion(
  work: NamedWork,
  sources: readonly ContextSource[],
  options: RankerOptions,
  next: Random,
  lists: Record<Protocol, List[]>,
): Promise<void> {
  const chapters = work.chapters.map(({ chapter }) => chapter);
  const itemsOf = byChapter(completionItems({ title: work.title, chapters }));
  const bags = new WorkBags(work);
  for (const chapter of drawn(work.chapters, options.chapters, next)) {
    const items: readonly CompletionItem[] = itemsOf.get(chapter.chapter.number) ?? [];
    for (const item of drawn(items, options.questions, next))
      for (const protocol of protocols) {
        const wanted: Wanted =
          protocol === "paper" ? { protocol } : { protocol, task: "completion", given: completionDefaults.given };
        const context = await contextOf(oneOf(sources, next), chapter, wanted, item.paragraph);
        lists[protocol].push({ rows: completionRows(item, chapter, context, bags), answer: item.answer });
      }
  }
}

async function contextOf(
  source: ContextSource,
  { chapter }: NamedChapter,
  wanted: Wanted,
  paragraph: number,
): Promise<readonly number[]> {
  return (await source.contexts(chapter, wanted))?.[paragraph] ?? [];
}

function drawn<T>(items: readonly T[], count: number, next: Random): T[] {
  return shuffled(items, next).slice(0, count);
}

function oneOf<T>(items: readonly T[], next: Random): T {
  return items[below(items.length, next)] as T;
}
