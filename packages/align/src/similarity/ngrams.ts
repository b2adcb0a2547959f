import { memo } from "@plotline/base";
import type { Words } from "@plotline/text";
import { type Bags, bags, chapterBags, indexByTerm } from "./bags.ts";
import type { ChapterTerms } from "./chapter-words.ts";

/**
 * For n = 1 … `orders`: how many n-grams each pair of paragraphs shares, repetitions clipped to the rarer side. Orders
 * that were counted for a chapter are known when more are asked for.
 */
export function sharedNgrams(chapter: ChapterTerms, orders: number): readonly Int32Array[] {
  const known = counted(chapter);
  while (known.matches.length < orders) {
    known.grams = lengthened(known.grams, chapter);
    const { summary, story, size } = known.grams;
    known.matches.push(clippedMatches(bags(summary, size), bags(story, size), size));
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
  return { matches: [clippedMatches(summary, story, terms)], grams: singles(chapter) };
});

/** N-grams of both sides by number; from pairs on, the story's are only those that the summary has too. */
interface Grams {
  readonly summary: PlacedGrams;
  readonly story: PlacedGrams;
  readonly size: number;
}

interface PlacedGrams extends Words {
  /** The place of the word after each n-gram, among all words of its side. */
  readonly next: Int32Array;
}

function singles({ summary, story }: ChapterTerms): Grams {
  return {
    summary: { ...summary, next: summary.ids.map((_, k) => k + 1) },
    story: { ...story, next: story.ids.map((_, k) => k + 1) },
    // the summary's terms have the lowest numbers
    size: summary.ids.reduce((bound, id) => Math.max(bound, id + 1), 0),
  };
}

/** (n + 1)-grams from n-grams: each is an n-gram and the word after it. */
function lengthened(grams: Grams, { summary: points, story: paragraphs, terms }: ChapterTerms): Grams {
  const numbers = new Map<number, number>();
  const summary = extended(grams.summary, points, (gram, word) => numbered(gram * terms + word, numbers));
  const find = (gram: number, word: number) => (gram < grams.size ? (numbers.get(gram * terms + word) ?? -1) : -1);
  return { summary, story: extended(grams.story, paragraphs, find), size: numbers.size };
}

/** The number of something, from 0 on in the order in which they come. */
export function numbered(key: number, numbers: Map<number, number>): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

function extended(
  { ids: grams, next: places, starts: from }: PlacedGrams,
  words: Words,
  numberOf: (gram: number, word: number) => number,
): PlacedGrams {
  const ids = new Int32Array(grams.length);
  const next = new Int32Array(grams.length);
  const starts = new Int32Array(from.length);
  let end = 0;
  for (let paragraph = 1; paragraph < starts.length; paragraph++) {
    const wordsEnd = words.starts[paragraph]!;
    for (let k = from[paragraph - 1]!; k < from[paragraph]!; k++) {
      const place = places[k]!;
      if (place >= wordsEnd) break;
      const number = numberOf(grams[k]!, words.ids[place]!);
      if (number < 0) continue;
      ids[end] = number;
      next[end++] = place + 1;
    }
    starts[paragraph] = end;
  }
  return { ids: ids.slice(0, end), next: next.slice(0, end), starts };
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
