import type { Chapter, Corpus, Work } from "@plotline/align";
import {
  type Mention,
  type NameIndex,
  nameIndex,
  type StoryMention,
  type ToldChapter,
  type ToldWork,
  tally,
} from "@plotline/text";

/** A work to make questions of: all its chapters in order, those without a summary too, for they name people. */
export interface WorkText {
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

/**
 * Reads a work when it is its turn, so that only one is in memory.
 *
 * @example
 * const corpus = await openCorpus("corpora/sample");
 * const { title, chapters } = await workText(corpus, corpus.works[0]);
 * [title, chapters.length]; // → ["Forty Guineas", 7]
 */
export async function workText(corpus: Corpus, work: Work): Promise<WorkText> {
  const chapters: Chapter[] = [];
  for await (const chapter of corpus.chapters({ works: [work], unsummarised: true })) chapters.push(chapter);
  return { title: work.title, chapters };
}

/** A chapter that has a summary, with the names in both found. */
export interface NamedChapter extends ToldChapter {
  readonly chapter: Chapter;
  /** How often the chapter's summary names each entity. */
  readonly told: ReadonlyMap<number, number>;
}

/** A work with the names in it found: what both tasks are made of. */
export interface NamedWork extends ToldWork {
  readonly title: string;
  /** The chapters that have a summary. */
  readonly chapters: readonly NamedChapter[];
}

/**
 * Finds the names in a work; cloze questions are made of the result.
 *
 * @example
 * const corpus = await openCorpus("corpora/sample");
 * const work = namedWork(await workText(corpus, corpus.works[0]));
 * work.index.entities[0].name; // → "Skeffle"
 * const { cloze, completion } = questionSets["paper-1"](work, false);
 * [cloze.length, completion.length]; // → [86, 101]
 * cloze[0].options.names[cloze[0].options.answer]; // → "Tarrowmouth"
 */
export function namedWork({ title, chapters }: WorkText): NamedWork {
  const summaries = chapters.flatMap(({ summary }) => summary);
  const index = nameIndex(
    chapters.flatMap(({ story }) => story),
    { about: summaries, title },
  );
  const named: NamedChapter[] = [];
  let first = 0;
  for (const chapter of chapters) {
    const story = index.story.slice(first, (first += chapter.story.length));
    if (chapter.summary.length > 0 && chapter.story.length > 0) named.push(namedChapter(chapter, index, story));
  }
  return { title, index, chapters: named, told: tally(entitiesIn(named.flatMap(({ points }) => points))) };
}

function namedChapter(chapter: Chapter, index: NameIndex, story: NamedChapter["story"]): NamedChapter {
  const inStory = (mention: Mention): mention is StoryMention =>
    mention.entity !== undefined && (index.entities[mention.entity]?.count ?? 0) > 0;
  const points = chapter.summary.map((point) => index.mentions(point).filter(inStory));
  return { chapter, points, told: tally(entitiesIn(points)), story, inStory: new Set(story.flat()) };
}

function entitiesIn(points: readonly (readonly StoryMention[])[]): number[] {
  return points.flat().map(({ entity }) => entity);
}
