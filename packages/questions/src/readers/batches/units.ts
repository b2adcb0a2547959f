import { type Random, shuffled, sumOf } from "@plotline/base";
import { chapterKey, type EncodedChapter, type EncodedWork, type WorkContexts } from "../encoding/examples.ts";
import type { WordList } from "../encoding/words.ts";

/** A chapter with its contexts, and which of its points are asked about: what a batch is made of. */
export interface Unit {
  readonly work: EncodedWork;
  readonly chapter: EncodedChapter;
  /** For each point the story paragraphs it may read. */
  readonly contexts: readonly (readonly number[])[];
}

/** How texts are put into a batch. */
export interface BatchOptions {
  readonly words: WordList;
  readonly longestParagraph: number;
  readonly longestBullet: number;
  /** The most story tokens of a chapter. */
  readonly tokens: number;
  readonly next: Random;
}

/** The chapters that have contexts. */
export function unitsOf(works: readonly EncodedWork[], contexts: WorkContexts): Unit[] {
  return works.flatMap((work) =>
    work.chapters.flatMap((chapter) => {
      const own = contexts.get(chapterKey(work.title, chapter.number));
      return own === undefined ? [] : { work, chapter, contexts: own };
    }),
  );
}

/** Several, or all where there are few; in their own order. */
export function someOf<T>(all: readonly T[], most: number, next: Random): readonly T[] {
  if (all.length <= most) return all;
  const chosen = shuffled([...all.keys()], next).slice(0, most);
  return chosen.sort((a, b) => a - b).map((place) => all[place] as T);
}

/** The paragraphs that some of a chapter's points read, by their places, and how each begins. */
export function paragraphsRead(unit: Unit, points: readonly number[], options: BatchOptions) {
  const places = placesRead(unit, points, options);
  const { story } = unit.chapter;
  return { places, paragraphs: places.map((place) => story[place]!.subarray(0, options.longestParagraph)) };
}

/** Ascending; where they are too long together, a random part of them. */
function placesRead(
  { chapter: { story }, contexts }: Unit,
  points: readonly number[],
  { tokens, next }: Pick<BatchOptions, "tokens" | "next">,
): number[] {
  const used = new Set(points.flatMap((point) => contexts[point] ?? []));
  const length = (place: number) => story[place]?.length ?? 0;
  const found = [...used].filter((place) => length(place) > 0).sort((a, b) => a - b);
  if (sumOf(found, length) <= tokens) return found;
  let left = tokens;
  return shuffled(found, next)
    .filter((place) => (left -= length(place)) >= 0)
    .sort((a, b) => a - b);
}

/** How many story tokens a unit may have to read: what threads are balanced by. */
export function cost({ chapter, contexts }: Unit): number {
  return sumOf(new Set(contexts.flat()), (place) => chapter.story[place]?.length ?? 0);
}
