import { memo } from "@plotline/base";
import type { Words } from "@plotline/text";
import { type Bags, bags, chapterBags, indexByTerm } from "./bags.ts";
import { type ChapterTerms, translated } from "./chapter-words.ts";

/**
 * For n = 1 … `orders`: how many n-grams each pair of paragraphs shares, repetitions clipped to the rarer side. Orders
 * that were counted for a chapter are known when more are asked for.
 */
export function sharedNgrams(chapter: ChapterTerms, orders: number): readonly Int32Array[] {
  const known = counted(chapter);
  while (known.matches.length < orders) {
    const { size, ...grams } = lengthened(known.grams, chapter, known.matches.length);
    known.grams = grams;
    const [points, paragraphs] = [
      bagsOf(grams.summary, chapter.summary, size),
      bagsOf(grams.story, chapter.story, size),
    ];
    known.matches.push(clippedMatches(points, paragraphs, size));
  }
  return known.matches.slice(0, orders);
}

interface Counted {
  readonly matches: Int32Array[];
  /** The longest n-grams so far. */
  grams: Grams;
}

const counted = memo((chapter: ChapterTerms): Counted => {
  const { summary, story, terms } = chapterBags(chapter);
  return {
    matches: [clippedMatches(summary, story, terms)],
    grams: { summary: chapter.summary.ids, story: chapter.story.ids },
  };
});

/** By side and by word of it: the number of the n-gram that begins there; -1 where none does, or the summary lacks it. */
type Grams = Readonly<Record<"summary" | "story", Int32Array>>;

/** (n + 1)-grams from n-grams, and how many different ones there are: each is an n-gram and the word after it. */
function lengthened(grams: Grams, { summary, story, terms }: ChapterTerms, n: number): Grams & { size: number } {
  const numbers = new Map<number, number>();
  const longer = (before: Int32Array, { ids, starts }: Words, numberOf: (key: number) => number) => {
    const made = new Int32Array(before.length).fill(-1);
    for (let paragraph = 1; paragraph < starts.length; paragraph++)
      for (let k = starts[paragraph - 1]!; k + n < starts[paragraph]!; k++)
        if (before[k]! >= 0) made[k] = numberOf(before[k]! * terms + ids[k + n]!);
    return made;
  };
  return {
    summary: longer(grams.summary, summary, (key) => numbered(key, numbers)),
    story: longer(grams.story, story, (key) => numbers.get(key) ?? -1),
    size: numbers.size,
  };
}

/** The n-grams of some paragraphs, counted. */
function bagsOf(grams: Int32Array, { starts }: Words, size: number): Bags {
  return bags(translated({ ids: grams.map((_, k) => k), starts }, grams), size);
}

/** The number of something, from 0 on in the order in which they come. */
export function numbered(key: number, numbers: Map<number, number>): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

function clippedMatches(summary: Bags, story: Bags, terms: number): Int32Array {
  const columns = story.size;
  const matches = new Int32Array(summary.size * columns);
  const index = indexByTerm(summary, terms);
  for (let column = 0; column < columns; column++) {
    for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++) {
      const count = story.counts[k]!;
      const last = index.starts[story.terms[k]! + 1]!;
      for (let entry = index.starts[story.terms[k]!]!; entry < last; entry++) {
        const own = summary.counts[index.places[entry]!]!;
        matches[index.rows[entry]! * columns + column]! += own < count ? own : count;
      }
    }
  }
  return matches;
}
