import type { Block } from "@plotline/formats";
import { type Contents, type Entry, entryOf, type Headings } from "./contents.ts";
import { headingOf } from "./heading.ts";
import type { Heading } from "./heading-forms.ts";
import { isCapitals, titleKey, undecorated } from "./lettering.ts";
import { areAlike } from "./likeness.ts";
import { aimLimits } from "./limits.ts";

const limits = {
  /** Entries of a list, at least, and the share of them that is found in the text. */
  least: 3,
  found: 0.8,
  /** Entries of one volume, where the list is that of several (Ghost Stories of an Antiquary). */
  leastOfVolume: 6,
  /** The most entries and headings that are compared: hostile files have more. */
  mostEntries: 600,
  mostPlaces: 3000,
  longestTitle: 300,
  /** One that the text prints a little differently. */
  longestAlike: 160,
  longestIndent: 60,
  /** A list within this share of the book is at its front. */
  front: 0.2,
  /** The first chapter that a list names begins within this share of the book, and the last one ends in as much of it. */
  firstWithin: 0.6,
  /** Headings one below the other: a half-title, a part, a chapter. */
  headingsInARow: 4,
} as const;

/** The blocks that the contents list names, with its entries: what the book itself says its division is. */
export type Aims = ReadonlyMap<number, Entry>;

/** By the links of the file, where it has them; otherwise the entries of the list that come again in the text, in order. */
export function aimsOf(blocks: readonly Block[], headings: Headings, contents: Contents): Aims {
  const linked = new Map(
    blocks.flatMap(({ aim }, k) =>
      aim === undefined ? [] : [aimAt(blocks, headings, k, entryOf(aim, headingOf({ text: aim, level: 0 })))],
    ),
  );
  if (linked.size >= limits.least && isSpread(linked, blocks)) return linked;
  const entries = listedEntries(contents);
  const places = namedPlaces(blocks, headings, contents, entries);
  const found = withAlike(inOrder(entries, places), entries, blocks, headings, contents);
  const isEnough = found.size >= Math.max(limits.least, limits.found * spanned(entries, found));
  return isEnough && isSpread(found, blocks) ? found : new Map();
}

/** Not only in an advertisement at the end, or in the front matter. */
function isSpread(aims: Aims, blocks: readonly Block[]): boolean {
  const places = [...aims.keys()];
  const [first, last] = [Math.min(...places), Math.max(...places)];
  return first < blocks.length * limits.firstWithin && last > blocks.length * (1 - limits.firstWithin);
}

/** The entries from the first that was found to the last, where those are several: a file may have one volume of a book. */
function spanned(entries: readonly Entry[], found: Aims): number {
  const own = new Set(found.values());
  if (own.size < limits.leastOfVolume) return entries.length;
  return entries.findLastIndex((entry) => own.has(entry)) + 1 - entries.findIndex((entry) => own.has(entry));
}

/** The lines of the list that name something. */
export function listedEntries(contents: Contents): Entry[] {
  return contents.entries
    .slice(0, limits.mostEntries)
    .filter(({ keys, heading }) => keys.length > 0 || heading?.number !== undefined)
    .filter(
      ({ heading, text }) =>
        heading?.class !== "contents" && !/^\W*(?:page|pag|seite|blad?z|blz|p|chapter|chap)\W*$/i.test(text),
    );
}

/** Of several headings in a row, the one that the entry names: a half-title may be above it. */
function aimAt(blocks: readonly Block[], headings: Headings, block: number, entry: Entry): readonly [number, Entry] {
  const keys = new Set(keysWithNumber(entry));
  for (
    let at = block;
    at < blocks.length && at < block + limits.headingsInARow && (at === block || blocks[at]!.level > 0);
    at++
  )
    if (keysAt(blocks[at]!, headings.get(at)).some((key) => keys.has(key))) return [at, entry];
  return [block, entry];
}

interface Place {
  readonly block: number;
  readonly keys: ReadonlySet<string>;
}

/** Headings below the list with a name that it has. */
function namedPlaces(
  blocks: readonly Block[],
  headings: Headings,
  { lists }: Contents,
  entries: readonly Entry[],
): Place[] {
  const wanted = new Set(entries.flatMap(keysWithNumber));
  const starts = new Set([...wanted].map((key) => key.charAt(0)));
  const places: Place[] = [];
  let list = 0;
  const sorted = [...lists].sort((a, b) => a.from - b.from);
  // What is above a list at the front is the title page, which may have the title of a story.
  const above = sorted[0] !== undefined && sorted[0].from < blocks.length * limits.front ? sorted[0].from : 0;
  // A list at the end names what is above it; notes are below.
  const below = sorted[0] !== undefined && sorted[0].from > blocks.length / 2 ? sorted[0].from : blocks.length;
  for (let block = above; block < below && places.length < limits.mostPlaces; block++) {
    while (list < sorted.length && block >= sorted[list]!.to) list++;
    if (list < sorted.length && block >= sorted[list]!.from) continue;
    if (!headings.has(block) && !starts.has(firstLetter(blocks[block]!.text))) continue;
    const own = keysAt(blocks[block]!, headings.get(block)).filter((key) => wanted.has(key));
    if (own.length > 0) places.push({ block, keys: new Set(own) });
  }
  return withoutTitlePage(places, blocks);
}

/** Without lines that another follows at once and that come again: a title page may name the stories. */
function withoutTitlePage(places: readonly Place[], blocks: readonly Block[]): Place[] {
  const last = new Map(places.flatMap(({ block, keys }) => [...keys].map((key) => [key, block] as const)));
  return places.filter(({ block, keys }, k) => {
    if (![...keys].every((key) => last.get(key)! > block)) return true;
    const end = places[k + 1]?.block ?? blocks.length;
    let text = 0;
    for (let at = block + 1; at < end && text < aimLimits.leastText; at++) text += blocks[at]!.text.length;
    return text >= aimLimits.leastText;
  });
}

/** The first letter of a title's key, found without making the key. */
function firstLetter(text: string): string {
  return titleKey(/[\p{L}\p{N}]/u.exec(text.slice(0, limits.longestIndent))?.[0] ?? "");
}

function keysAt({ text, level, gap }: Block, heading: Heading | undefined): string[] {
  if (text.length > limits.longestTitle) return heading === undefined ? [] : numberKeys(heading, true);
  const line = undecorated(text);
  const isApart = level > 0 || heading !== undefined || isCapitals(line) || (gap >= 2 && !/[,;]$/.test(line));
  if (!isApart) return [];
  const keys = [titleKey(line), titleKey(line.replace(/\[[^\]]*\]?/g, " "))];
  if (heading !== undefined) keys.push(titleKey(heading.title), ...numberKeys(heading, heading.class !== "number"));
  return keys.filter((key) => key.length > 1);
}

function keysWithNumber({ keys, heading }: Entry): string[] {
  return heading?.number === undefined ? [...keys] : [...keys, ...numberKeys(heading, true)];
}

/** The number, and that it comes without a title: `I. A Gull` in a list is not the `I. U. TARCHETTI` of a title page. */
function numberKeys({ class: kind, word, number, title }: Heading, isSure: boolean): string[] {
  if (number === undefined) return [];
  const key = `#${kind} ${word} ${number}`;
  return [...(isSure || title === "" ? [key] : []), ...(title === "" || !isSure ? [`${key} alone`] : [])];
}

/** With entries that the text prints a little differently: headings between their neighbours that are alike. */
function withAlike(
  found: ReadonlyMap<number, Entry>,
  entries: readonly Entry[],
  blocks: readonly Block[],
  headings: Headings,
  contents: Contents,
): Map<number, Entry> {
  const places = new Map([...found].map(([block, entry]) => [entry, block] as const));
  const all = new Map(found);
  let before = Math.min(...places.values(), blocks.length) - 1;
  entries.forEach((entry, k) => {
    const own = places.get(entry);
    if (own !== undefined) before = own;
    if (own !== undefined || entry.keys.length === 0) return;
    const next = entries.slice(k + 1).find((other) => places.has(other));
    const end = next === undefined ? -1 : places.get(next)!;
    for (let block = before + 1; block < end; block++) {
      if (blocks[block]!.text.length > limits.longestAlike || contents.has(block)) continue;
      const keys = keysAt(blocks[block]!, headings.get(block)).filter((key) => !key.startsWith("#"));
      if (!keys.some((key) => entry.keys.some((wanted) => areAlike(wanted, key)))) continue;
      all.set(block, entry);
      before = block;
      return;
    }
  });
  return new Map([...all].sort(([a], [b]) => a - b));
}

/** The longest common subsequence of the list and the headings. */
function inOrder(entries: readonly Entry[], places: readonly Place[]): Map<number, Entry> {
  const wanted = entries.map(keysWithNumber);
  const width = places.length + 1;
  const best = new Uint16Array((entries.length + 1) * width);
  const same = (e: number, p: number) => wanted[e]!.some((key) => places[p]!.keys.has(key));
  for (let e = entries.length - 1; e >= 0; e--)
    for (let p = places.length - 1; p >= 0; p--) {
      const skipped = Math.max(best[(e + 1) * width + p]!, best[e * width + p + 1]!);
      best[e * width + p] = same(e, p) ? Math.max(skipped, best[(e + 1) * width + p + 1]! + 1) : skipped;
    }
  const found = new Map<number, Entry>();
  for (let e = 0, p = 0; e < entries.length && p < places.length; ) {
    const here = best[e * width + p]!;
    if (same(e, p) && here === best[(e + 1) * width + p + 1]! + 1) found.set(places[p++]!.block, entries[e++]!);
    else if (here === best[e * width + p + 1]!) p++;
    else e++;
  }
  return found;
}
