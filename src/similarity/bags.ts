import { integers } from "../room.ts";
import type { Words } from "../text/vocabulary.ts";
import type { ChapterTerms } from "./chapter-terms.ts";

/** What each paragraph holds, with counts: paragraph k has entries `starts[k]` to before `starts[k + 1]`. */
export interface Bags {
  readonly size: number;
  readonly starts: Int32Array;
  readonly terms: Int32Array;
  readonly counts: Int32Array;
}

/** The bags of a chapter over `terms` different terms. */
export interface ChapterBags {
  readonly terms: number;
  readonly summary: Bags;
  readonly story: Bags;
}

/** Counted once for each chapter, however many similarities ask one after the other. */
export function chapterBags(chapter: ChapterTerms): ChapterBags {
  if (last?.chapter === chapter) return last.bags;
  const terms = chapter.terms.length;
  const made = { terms, summary: bags(chapter.summary, terms), story: bags(chapter.story, terms) };
  last = { chapter, bags: made };
  return made;
}

let last: { readonly chapter: ChapterTerms; readonly bags: ChapterBags } | undefined;

/** Counts the ids of each paragraph, all of them from 0 to below `bound`. */
export function bags(words: Words, bound: number): Bags {
  const { size, starts, terms, counts } = passingBags(words, bound, ownRoom);
  const end = starts[size]!;
  return { size, starts: starts.slice(0, size + 1), terms: terms.slice(0, end), counts: counts.slice(0, end) };
}

/** Where bags are counted that nobody keeps. */
export class BagRoom {
  readonly starts = integers();
  readonly terms = integers();
  readonly counts = integers();
}

const ownRoom = new BagRoom();

/** The same, good until others are counted in this room; arrays may be longer than what they hold. */
export function passingBags({ ids, starts: idStarts }: Words, bound: number, room: BagRoom): Bags {
  const size = idStarts.length - 1;
  const most = idStarts[size]!;
  const starts = room.starts.zeros(size + 1);
  const terms = room.terms.take(most);
  const counts = room.counts.take(most);
  const entryOf = entryRoom(bound, most);
  const base = entryBase;
  let end = 0;
  for (let paragraph = 0; paragraph < size; paragraph++) {
    const first = base + end;
    const idsEnd = idStarts[paragraph + 1]!;
    for (let k = idStarts[paragraph]!; k < idsEnd; k++) {
      const id = ids[k]!;
      if (entryOf[id]! < first) {
        entryOf[id] = base + end;
        counts[end] = 0;
        terms[end++] = id;
      }
      counts[entryOf[id]! - base]!++;
    }
    starts[paragraph + 1] = end;
  }
  entryBase += end;
  return { size, starts, terms, counts };
}

/** By id: the entry that counts it, plus the base of its bags. Bases only grow, so that nothing need be cleared. */
let entries = new Int32Array(0);
let entryBase = 1;

function entryRoom(bound: number, most: number): Int32Array {
  if (bound <= entries.length && entryBase + most < 2 ** 30) return entries;
  entryBase = 1;
  return (entries = new Int32Array(bound * 2));
}

/** How many words, or different terms, each paragraph has. */
export function lengths({ starts }: Pick<Words, "starts">): Int32Array {
  const sizes = new Int32Array(starts.length - 1);
  for (let k = 0; k < sizes.length; k++) sizes[k] = starts[k + 1]! - starts[k]!;
  return sizes;
}

/** For each term the rows that have it, ascending: entries `starts[term]` to before `starts[term + 1]`. */
export interface TermIndex {
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  /** The place in the bags that an entry came from. */
  readonly places: Int32Array;
}

/** Where an index is made that nobody keeps. */
export class IndexRoom {
  readonly starts = integers();
  readonly rows = integers();
  readonly places = integers();
}

/** In a room of its own, or good until another is made in the one that is given. */
export function indexByTerm(bags: Bags, terms: number, room = new IndexRoom()): TermIndex {
  const entries = bags.starts[bags.size]!;
  const starts = room.starts.zeros(terms + 2);
  for (let k = 0; k < entries; k++) starts[bags.terms[k]! + 2]!++;
  for (let term = 2; term < terms + 2; term++) starts[term]! += starts[term - 1]!;
  const rows = room.rows.take(entries);
  const places = room.places.take(entries);
  for (let row = 0; row < bags.size; row++) {
    for (let k = bags.starts[row]!; k < bags.starts[row + 1]!; k++) {
      const entry = starts[bags.terms[k]! + 1]!++;
      rows[entry] = row;
      places[entry] = k;
    }
  }
  return { starts, rows, places };
}
