import { memo } from "@plotline/base";
import type { Block } from "@plotline/formats";
import { textBefore } from "../blocks/sums.ts";
import { type ContentsList, entryOf, type Headings } from "./contents.ts";
import { headingOf } from "./heading.ts";
import { isCapitals, titleKey, undecorated } from "./lettering.ts";
import { headingAbove } from "./paged-lists.ts";

/** Lists without a heading and without pages, known because they come again (Bacon's Essays, Wessex Tales). */
const limits = {
  /** They begin within the first, or after the second share of the book. */
  front: 0.2,
  back: 0.85,
  /** A line of a list, and a block of such lines. */
  longestLine: 100,
  longestBlock: 8000,
  /** Lines that come again, at least, and their share; the text between two of them; the list's own length. */
  least: 4,
  found: 0.7,
  textBetween: 300,
  share: 0.2,
  /** The share of the book from the first of those to the last. */
  spread: 0.4,
  /** Letters of a title that can be recognised; a line that comes more often is no title. */
  leastKey: 3,
  mostPlaces: 6,
} as const;

/**
 * Lists of short lines near the front or the end of a book that come again as lines of their own, in the same order and with
 * text between them: contents, though no heading and no page says so.
 */
export function repeatedLists(blocks: readonly Block[], headings: Headings): ContentsList[] {
  const places = placesOf(blocks);
  const [front, back] = [blocks.length * limits.front, blocks.length * limits.back];
  const before = textBefore(blocks);
  const lists: ContentsList[] = [];
  for (let from = 0; from < blocks.length; ) {
    if ((from >= front && from < back) || !isListLike(blocks[from]!)) {
      from++;
      continue;
    }
    let to = from + 1;
    while (to < blocks.length && isListLike(blocks[to]!)) to++;
    const list = listIn(blocks, from, to, places, before);
    if (list !== undefined) lists.push({ from: headingAbove(headings, list.from), to: list.to });
    from = Math.max(from + 1, list?.to ?? to);
  }
  return lists;
}

/** Where each title is a line of its own; what comes more often is no title. */
function placesOf(blocks: readonly Block[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  blocks.forEach((block, k) => {
    const line = block.text.length > limits.longestLine ? "" : undecorated(block.text);
    if (line === "" || !/\p{L}{2}/u.test(line)) return;
    const heading = headingOf(block);
    for (const key of new Set([titleKey(line), titleKey(heading?.number === undefined ? "" : heading.title)])) {
      if (key.length < 2) continue;
      const known = places.get(key);
      if (known === undefined) places.set(key, [k]);
      else if (known.length < limits.mostPlaces) known.push(k);
    }
  });
  return places;
}

/** The part of these blocks that is a list, from its first entry to its last. */
function listIn(
  blocks: readonly Block[],
  from: number,
  to: number,
  places: ReadonlyMap<string, readonly number[]>,
  before: Float64Array,
): ContentsList | undefined {
  let size = 0;
  for (let at = from; at < to; at++) size += blocks[at]!.text.split("\n").length;
  if (size < limits.least) return undefined;
  const isFront = from < blocks.length * limits.front;
  const lines: { readonly at: number; readonly place: number }[] = [];
  let reached = -1;
  for (let at = from; at < to; at++)
    for (const keys of keysIn(blocks[at]!)) {
      const found = keys.flatMap((key) => (key.length < limits.leastKey ? [] : (places.get(key) ?? [])));
      const place = Math.min(
        ...found.filter((block) => block > reached && (isFront ? block > at : block < from) && isApart(blocks[block]!)),
      );
      if (Number.isFinite(place)) reached = place;
      lines.push({ at, place: Number.isFinite(place) ? place : -1 });
    }
  const first = lines.findIndex(({ place }) => place >= 0);
  const last = lines.findLastIndex(({ place }) => place >= 0);
  const own = lines.slice(first, last + 1);
  const found = own.filter(({ place }) => place >= 0);
  if (found.length < limits.least || found.length < limits.found * own.length) return undefined;
  const text = before[found.at(-1)!.place]! - before[found[0]!.place]!;
  if (text < Math.max(limits.textBetween * found.length, limits.spread * before.at(-1)!)) return undefined;
  const list = before[own.at(-1)!.at + 1]! - before[own[0]!.at]!;
  return list > limits.share * text ? undefined : { from: own[0]!.at, to: own.at(-1)!.at + 1 };
}

/** What each line may name: nothing where it begins with a small letter, as most lines of a paragraph do. */
const keysIn = memo(({ text }: Block): (readonly string[])[] =>
  text
    .split("\n")
    .map((line) => undecorated(line.replace(/[\s.·…_]+(?:\d{1,4}|[ivxlc]{1,7})\s*$/i, "")))
    .filter((line) => /\p{L}/u.test(line))
    .map((line) => (/^\P{L}*\p{Ll}/u.test(line) ? [] : entryOf(line, headingOf({ text: line, level: 0 })).keys)),
);

/** Short lines, none of them filled. */
function isListLike({ text, level }: Block): boolean {
  if (level > 0 || text.length > limits.longestBlock) return false;
  const lines = text.split("\n");
  return lines.every((line) => line.trim().length <= limits.longestLine) && !/[,;]\s*$/.test(text);
}

function isApart({ text, level, gap }: Block): boolean {
  return level > 0 || gap >= 2 || isCapitals(text);
}
