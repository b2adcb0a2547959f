import { type Random, shuffled } from "../../random.ts";
import { chapterKey, type EncodedChapter, type EncodedWork, type WorkContexts } from "../encoding/examples.ts";

/** A chapter with its contexts, and which of its bullets are asked about: what a batch is made of. */
export interface Unit {
  readonly work: EncodedWork;
  readonly chapter: EncodedChapter;
  /** For each bullet the story paragraphs it may read. */
  readonly contexts: readonly (readonly number[])[];
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

/** The paragraphs that some of a chapter's bullets read, ascending; of very long ones a random part. */
export function paragraphsRead(
  { chapter: { story }, contexts }: Unit,
  bullets: readonly number[],
  { tokens, next }: { readonly tokens: number; readonly next: Random },
): number[] {
  const used = new Set(bullets.flatMap((bullet) => contexts[bullet] ?? []));
  const found = [...used].filter((place) => (story[place]?.length ?? 0) > 0).sort((a, b) => a - b);
  const length = (place: number) => story[place]?.length ?? 0;
  if (found.reduce((sum, place) => sum + length(place), 0) <= tokens) return found;
  let left = tokens;
  return shuffled(found, next)
    .filter((place) => (left -= length(place)) >= 0)
    .sort((a, b) => a - b);
}

/** How many story tokens a unit may have to read: what threads are balanced by. */
export function cost({ chapter, contexts }: Unit): number {
  const used = new Set(contexts.flat());
  return [...used].reduce((sum, place) => sum + (chapter.story[place]?.length ?? 0), 0);
}

/** Parts of about equal cost: the costliest unit first, each to the part that has least. */
export function balanced(units: readonly Unit[], parts: number, costOf: (unit: Unit) => number): Unit[][] {
  const made: Unit[][] = Array.from({ length: parts }, () => []);
  const loads = new Float64Array(parts);
  const costs = new Map(units.map((unit) => [unit, costOf(unit)]));
  const largestFirst = units.toSorted((a, b) => (costs.get(b) ?? 0) - (costs.get(a) ?? 0));
  for (const unit of largestFirst) {
    const least = loads.indexOf(Math.min(...loads));
    made[least]?.push(unit);
    loads[least] = (loads[least] ?? 0) + (costs.get(unit) ?? 0);
  }
  return made.filter((part) => part.length > 0);
}
