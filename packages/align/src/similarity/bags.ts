import { memo } from "@plotline/base";
import type { Words } from "@plotline/text";
import type { ChapterTerms } from "./chapter-words.ts";

/** The terms of each paragraph, with counts: paragraph k has entries `starts[k]` to before `starts[k + 1]`. */
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
export const chapterBags = memo(
  ({ terms, summary, story }: ChapterTerms): ChapterBags => ({
    terms,
    summary: bags(summary, terms),
    story: bags(story, terms),
  }),
);

/** Counts the ids of each paragraph, all of them from 0 to below `bound`. */
export function bags({ ids, starts: idStarts }: Words, bound: number): Bags {
  const size = idStarts.length - 1;
  const starts = new Int32Array(size + 1);
  const terms = new Int32Array(ids.length);
  const counts = new Int32Array(ids.length);
  /** By id: the entry that counts it, plus 1. What is not after the paragraph's first entry is of an earlier paragraph. */
  const entryOf = new Int32Array(bound);
  let end = 0;
  for (let paragraph = 0; paragraph < size; paragraph++) {
    const first = end;
    const idsEnd = idStarts[paragraph + 1]!;
    for (let k = idStarts[paragraph]!; k < idsEnd; k++) {
      const id = ids[k]!;
      if (entryOf[id]! <= first) {
        terms[end++] = id;
        entryOf[id] = end;
      }
      counts[entryOf[id]! - 1]!++;
    }
    starts[paragraph + 1] = end;
  }
  return { size, starts, terms: terms.subarray(0, end), counts: counts.subarray(0, end) };
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
  const entries = bags.terms.length;
  const starts = new Int32Array(terms + 2);
  for (let k = 0; k < entries; k++) starts[bags.terms[k]! + 2]!++;
  for (let term = 2; term < terms + 2; term++) starts[term]! += starts[term - 1]!;
  const rows = new Int32Array(entries);
  const places = new Int32Array(entries);
  for (let row = 0; row < bags.size; row++) {
    for (let k = bags.starts[row]!; k < bags.starts[row + 1]!; k++) {
      const entry = starts[bags.terms[k]! + 1]!++;
      rows[entry] = row;
      places[entry] = k;
    }
  }
  return { starts, rows, places };
}
