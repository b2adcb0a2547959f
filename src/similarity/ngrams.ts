import type { Words } from "../text/vocabulary.ts";
import { type Bags, bags, indexByTerm } from "./bags.ts";
import type { ChapterTerms } from "./chapter-terms.ts";

/** For n = 1 … `orders`: how many n-grams each pair of paragraphs shares, repetitions clipped to the rarer side. */
export function sharedNgrams(chapter: ChapterTerms, orders: number): readonly Int32Array[] {
  const shared: Int32Array[] = [];
  const words = { summary: chapter.summary, story: onlyBelow(countTerms(chapter.summary), chapter.story) };
  let grams = { ...words, size: countTerms(chapter.summary) };
  for (let order = 1; order <= orders; order++) {
    if (order > 1) grams = lengthened(grams, words);
    shared.push(clippedMatches(bags(grams.summary, grams.size), bags(grams.story, grams.size), grams.size));
  }
  return shared;
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
  return { ids: ids.map((id) => (id < bound ? id : -1)), starts };
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

/** Numbers pairs of numbers from 0 in the order they come: open addressing, at most half full. */
class PairTable {
  size = 0;
  private readonly mask: number;
  /** Three numbers a slot: the pair, and its own number + 1 (0 where empty). */
  private readonly slots: Int32Array;

  constructor(most: number) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(2, most * 2)));
    this.mask = capacity - 1;
    this.slots = new Int32Array(capacity * 3);
  }

  add(left: number, right: number): number {
    const slot = this.slot(left, right);
    if (this.slots[slot + 2] === 0) {
      this.slots[slot] = left;
      this.slots[slot + 1] = right;
      this.slots[slot + 2] = ++this.size;
    }
    return this.slots[slot + 2]! - 1;
  }

  /** -1 where the pair was never added. */
  find(left: number, right: number): number {
    return this.slots[this.slot(left, right) + 2]! - 1;
  }

  private slot(left: number, right: number): number {
    const { slots, mask } = this;
    let hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const slot = at * 3;
      if (slots[slot + 2] === 0 || (slots[slot] === left && slots[slot + 1] === right)) return slot;
    }
  }
}
