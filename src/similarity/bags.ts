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
export function bags({ ids, starts: idStarts }: Words, bound: number): Bags {
  const size = idStarts.length - 1;
  const starts = new Int32Array(size + 1);
  const [terms, counts] = [termRoom.take(ids.length), countRoom.take(ids.length)];
  const [entryOf, base] = [entryRoom(bound, ids.length), entryBase];
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
  return { size, starts, terms: terms.slice(0, end), counts: counts.slice(0, end) };
}

const [termRoom, countRoom] = [integers(), integers()];

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

export function indexByTerm(bags: Bags, terms: number): TermIndex {
  const starts = new Int32Array(terms + 2);
  for (let k = 0; k < bags.terms.length; k++) starts[bags.terms[k]! + 2]!++;
  for (let term = 2; term < starts.length; term++) starts[term]! += starts[term - 1]!;
  const rows = new Int32Array(bags.terms.length);
  const places = new Int32Array(bags.terms.length);
  for (let row = 0; row < bags.size; row++) {
    for (let k = bags.starts[row]!; k < bags.starts[row + 1]!; k++) {
      const entry = starts[bags.terms[k]! + 1]!++;
      rows[entry] = row;
      places[entry] = k;
    }
  }
  return { starts: starts.subarray(0, terms + 1), rows, places };
}
