import type { Block } from "../blocks/block.ts";
import { type ContentsList, entryOf, type Headings } from "./contents.ts";
import { headingOf } from "./heading.ts";
import { isCapitals, titleKey, undecorated } from "./lettering.ts";
import { listLimits } from "./limits.ts";
import { once } from "./once.ts";
import { headingAbove } from "./paged-lists.ts";
import { textBefore } from "./surroundings.ts";

/**
 * Lists of short lines near the front or the end of a book that come again as lines of their own, in the same order and with
 * text between them: contents, though no heading and no page says so.
 */
export function repeatedLists(blocks: readonly Block[], headings: Headings): ContentsList[] {
  const places = placesOf(blocks);
  const [front, back] = [blocks.length * listLimits.front, blocks.length * listLimits.back];
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
    const line = block.text.length > listLimits.longestLine ? "" : undecorated(block.text);
    if (line === "" || !/\p{L}{2}/u.test(line)) return;
    const heading = headingOf(block);
    for (const key of new Set([titleKey(line), titleKey(heading?.number === undefined ? "" : heading.title)])) {
      if (key.length < 2) continue;
      const known = places.get(key);
      if (known === undefined) places.set(key, [k]);
      else if (known.length < listLimits.mostPlaces) known.push(k);
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
  if (size < listLimits.least) return undefined;
  const isFront = from < blocks.length * listLimits.front;
  const lines: { readonly at: number; readonly place: number }[] = [];
  let reached = -1;
  for (let at = from; at < to; at++)
    for (const keys of keysIn(blocks[at]!)) {
      const found = keys.flatMap((key) => (key.length < listLimits.leastKey ? [] : (places.get(key) ?? [])));
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
  if (found.length < listLimits.least || found.length < listLimits.found * own.length) return undefined;
  const text = before[found.at(-1)!.place]! - before[found[0]!.place]!;
  if (text < Math.max(listLimits.textBetween * found.length, listLimits.spread * before.at(-1)!)) return undefined;
  const list = before[own.at(-1)!.at + 1]! - before[own[0]!.at]!;
  return list > listLimits.share * text ? undefined : { from: own[0]!.at, to: own.at(-1)!.at + 1 };
}

/** What each line may name: nothing where it begins with a small letter, as most lines of a paragraph do. */
const keysIn = once(({ text }: Block): (readonly string[])[] =>
  text
    .split("\n")
    .map((line) => undecorated(line.replace(/[\s.·…_]+(?:\d{1,4}|[ivxlc]{1,7})\s*$/i, "")))
    .filter((line) => /\p{L}/u.test(line))
    .map((line) => (/^\P{L}*\p{Ll}/u.test(line) ? [] : entryOf(line, headingOf({ text: line, level: 0 })).keys)),
);

/** Short lines, none of them filled. */
function isListLike({ text, level }: Block): boolean {
  if (level > 0 || text.length > listLimits.longestBlock) return false;
  const lines = text.split("\n");
  return lines.every((line) => line.trim().length <= listLimits.longestLine) && !/[,;]\s*$/.test(text);
}

function isApart({ text, level, gap }: Block): boolean {
  return level > 0 || gap >= 2 || isCapitals(text);
}
