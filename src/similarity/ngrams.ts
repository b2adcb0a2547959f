import type { Words } from "../text/vocabulary.ts";
import { type Bags, bags, indexByTerm } from "./bags.ts";
import type { ChapterTerms } from "./chapter-terms.ts";
import { PairTable } from "./pair-table.ts";

/**
 * For n = 1 … `orders`: how many n-grams each pair of paragraphs shares, repetitions clipped to the rarer side. Orders
 * that were counted for a chapter are known when more are asked for.
 */
export function sharedNgrams(chapter: ChapterTerms, orders: number): readonly Int32Array[] {
  const known = last?.chapter === chapter ? last : firstOrder(chapter);
  last = known;
  while (known.matches.length < orders) {
    if (known.matches.length > 0) known.grams = lengthened(known.grams, known.words);
    const { summary, story, size } = known.grams;
    known.matches.push(clippedMatches(bags(summary, size), bags(story, size), size));
  }
  return known.matches.slice(0, orders);
}

interface Counted {
  readonly chapter: ChapterTerms;
  readonly words: Omit<Grams, "size">;
  readonly matches: Int32Array[];
  /** The longest n-grams so far. */
  grams: Grams;
}

let last: Counted | undefined;

function firstOrder(chapter: ChapterTerms): Counted {
  const size = countTerms(chapter.summary);
  const words = { summary: chapter.summary, story: onlyBelow(size, chapter.story) };
  return { chapter, words, matches: [], grams: { ...words, size } };
}

/** N-grams by number, one for each place in the paragraphs; -1 in the story for those that the summary lacks. */
interface Grams {
  readonly summary: Words;
  readonly story: Words;
  readonly size: number;
}

/** The summary's terms have the lowest numbers. */
function countTerms({ ids }: Words): number {
  let bound = 0;
  for (let k = 0; k < ids.length; k++) bound = Math.max(bound, ids[k]! + 1);
  return bound;
}

function onlyBelow(bound: number, { ids, starts }: Words): Words {
  const known = new Int32Array(ids.length);
  for (let k = 0; k < known.length; k++) known[k] = ids[k]! < bound ? ids[k]! : -1;
  return { ids: known, starts };
}

/** (n + 1)-grams from n-grams: each is an n-gram and the word after it. */
function lengthened(grams: Grams, words: Omit<Grams, "size">): Grams {
  const table = new PairTable(grams.summary.ids.length);
  const summary = extended(grams.summary, words.summary, (gram, word) => table.add(gram, word));
  const story = extended(grams.story, words.story, (gram, word) => table.find(gram, word));
  return { summary, story, size: table.size };
}

function extended(grams: Words, words: Words, numberOf: (gram: number, word: number) => number): Words {
  const ids = new Int32Array(grams.ids.length);
  const starts = new Int32Array(grams.starts.length);
  let end = 0;
  for (let paragraph = 0; paragraph + 1 < starts.length; paragraph++) {
    const first = grams.starts[paragraph]!;
    const count = grams.starts[paragraph + 1]! - first - 1;
    const nextWord = words.starts[paragraph + 1]! - count;
    for (let k = 0; k < count; k++) {
      const gram = grams.ids[first + k]!;
      const word = words.ids[nextWord + k]!;
      ids[end++] = gram < 0 || word < 0 ? -1 : numberOf(gram, word);
    }
    starts[paragraph + 1] = end;
  }
  return { ids: ids.subarray(0, end), starts };
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
