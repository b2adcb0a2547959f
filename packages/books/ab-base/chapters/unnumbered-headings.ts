import type { Block } from "@plotline/formats";
import type { Contents, Entry } from "./contents.ts";
import { isCapitals, titleKey, undecorated } from "./lettering.ts";
import { areAlike } from "./likeness.ts";
import { titleSetting } from "./settings.ts";

/** Headings without a number: from the contents list, or by how they are set. */
const limits = {
  /** A block that repeats an entry of the list. */
  longestPromised: 160,
  longestMarked: 400,
  /** A misprinted entry (a book of songs): the longest title. */
  longestMisprinted: 100,
  /** A first line without space above it, in scripts without capitals: text of this length follows at once. */
  leastBelowFirst: 200,
  /** Chapters have a text of some length below, most of them; signatures and inscriptions have not. */
  leastBelow: 1200,
  withText: 0.7,
} as const;

/** A heading that has no number: known from the contents list, from HTML, or from how it is set. */
export interface Title {
  readonly block: number;
  readonly text: string;
  readonly entry: Entry | undefined;
  /** The date or the address of a letter: how many lines. */
  readonly letter?: number;
  /** The contents list is taken at its word: it begins a chapter, whatever its number. */
  readonly certain?: boolean;
}

/** Who translated or wrote it, or for whom: a line of the title page, though HTML sets it as a heading. */
export function isCredit({ text, entry }: Title): boolean {
  return (
    entry === undefined &&
    /^(?:translat(?:ed|ion)|edited|adapted|illustrated|with an introduction)\b.*\bby\b|^by\s+(?!(?:the|an?)\b)\p{Lu}|^to\b.*\bdedicated\b/isu.test(
      text,
    )
  );
}

/** The blocks that repeat an entry of the contents, in the order of the list. */
export function promisedTitles(blocks: readonly Block[], contents: Contents): Title[] {
  if (contents.entries.length === 0) return [];
  const places = new Map<string, number>();
  const shortened = new Set<string>();
  contents.entries.forEach((entry, k) => {
    entry.keys.forEach((key, n) => {
      if (n > 0 && key !== titleKey(entry.heading?.title ?? "")) shortened.add(key);
      if (!places.has(key)) places.set(key, k);
    });
  });
  const starts = new Set([...places.keys()].map((key) => key.slice(0, 2)));
  const after = contents.lists[0]?.to ?? 0;
  const found: Placed[] = [];
  blocks.forEach((block, k) => {
    if (
      k < after ||
      block.text.length > (block.level > 0 ? limits.longestMarked : limits.longestPromised) ||
      opensWithQuote(block) ||
      contents.has(k)
    )
      return;
    if (!starts.has(startKey(block.text))) return;
    if (block.level === 0 && hasLinesOfText(block.text)) return;
    const text = undecorated(withoutRemark(block.text));
    if (!isSetApart(block, text)) return;
    const key = titleKey(text);
    if (shortened.has(key) && block.level === 0 && !isCapitals(text)) return;
    const place =
      places.get(key) ??
      places.get(titleKey(withoutNumber(text))) ??
      (block.level > 0 || isCapitals(text) ? places.get(titleKey(withoutSubtitle(text))) : undefined);
    if (place !== undefined) found.push({ title: { block: k, text, entry: contents.entries[place] }, place });
  });
  const titles = ascending(found, ({ place }) => place);
  return withMisprints(blocks, contents, titles).map(({ title }) => title);
}

interface Placed {
  readonly title: Title;
  readonly place: number;
}

/** Where one entry was not found, a heading between its neighbours that is nearly the same is meant. */
function withMisprints(blocks: readonly Block[], contents: Contents, titles: readonly Placed[]): Placed[] {
  return titles.flatMap((each, k) => {
    const before = titles[k - 1];
    // The heading of the list is an entry too.
    const [place, from] = [
      before === undefined ? Math.min(each.place - 1, 1) : before.place + 1,
      before?.title.block ?? (contents.lists[0]?.to ?? 0) - 1,
    ];
    if (place < 0 || each.place !== place + 1) return [each];
    const entry = contents.entries[place]!;
    for (let block = from + 1; block < each.title.block; block++) {
      const text = undecorated(blocks[block]!.text.slice(0, 200));
      if (
        text.length < limits.longestMisprinted &&
        isSetApart(blocks[block]!, text) &&
        entry.keys.some((key) => areAlike(key, titleKey(text)))
      )
        return [{ title: { block, text, entry }, place }, each];
    }
    return [each];
  });
}

/** The first two letters of a title's key, found without making the key: nearly every block is ruled out by them. */
function startKey(text: string): string {
  const [first, second] = [text.charCodeAt(0), text.charCodeAt(1)];
  if (isPlain(first) && isPlain(second)) return text.slice(0, 2).toLowerCase();
  const found = /[\p{L}\p{N}]+/u.exec(text.slice(0, 60))?.[0] ?? "";
  const next = found.length > 1 ? found : `${found} `;
  return titleKey(next.slice(0, 2)).padEnd(Math.min(2, next.length));
}

function isPlain(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** What a paragraph of talk begins with: most short paragraphs are talk. */
function opensWithQuote({ text, level, gap }: Block): boolean {
  const first = text.charCodeAt(0);
  return level === 0 && gap < 2 && (first === 0x201c || first === 34 || first === 0x2018);
}

/** A line on its own that does not end like a sentence, or is all capitals. */
function isSetApart({ level, gap, text: raw }: Block, text: string): boolean {
  if (level === 0 && gap < 2 && /^\s*["“'‘]/.test(raw) && !isCapitals(text)) return false;
  return level > 0 || isCapitals(text) || (!withoutRemark(raw).trim().includes("\n") && !/[,;]$/.test(text));
}

/** Lines that are not in capitals, with no remark in brackets below the first: running text. */
function hasLinesOfText(text: string): boolean {
  const second = text.indexOf("\n");
  return second > 0 && /^\s*[^\s([]/.test(text.slice(second + 1, second + 80)) && !isCapitals(text);
}

/** A second line in brackets says how a song is sung or where a story is from. */
function withoutRemark(text: string): string {
  const second = text.indexOf("\n");
  return second > 0 && /^\s*[([][^\n]*[)\]]\s*$/.test(text.slice(second + 1)) ? text.slice(0, second) : text;
}

/** `THE ENCANTADAS` of `THE ENCANTADAS; OR, ENCHANTED ISLES`, which a list may name otherwise. */
function withoutSubtitle(text: string): string {
  return /^(.{6,}?)[;:]/.exec(text)?.[1] ?? text;
}

function withoutNumber(text: string): string {
  return text.replace(/^(?:[IVXLC]+|\d+)[.):\s–—-]+/, "");
}

/**
 * Without a contents list: short lines in capitals with wide space around them (or HTML headings), each with a text
 * below, all set alike. The rarer of two settings is the chapter's where both have a text.
 */
export function typographicTitles(blocks: readonly Block[], from: number): Title[] {
  const groups = new Map<string, Title[]>();
  for (let k = from; k < blocks.length - 1; k++) {
    const setting = titleSetting(k === 0 ? withSpaceAbove(blocks) : blocks[k]!);
    if (setting === undefined) continue;
    const group = groups.get(setting) ?? [];
    group.push({ block: k, text: undecorated(blocks[k]!.text), entry: undefined });
    groups.set(setting, group);
  }
  const sound = [...groups.entries()].filter(([, titles]) => titles.length >= 2 && areChapters(blocks, titles));
  return sound.sort(([a, one], [b, two]) => rank(b, two) - rank(a, one))[0]?.[1] ?? [];
}

/**
 * The first line of a file has no space above it. Where it is a heading in a script without capitals, and not the book's
 * title, the text begins right below it.
 */
function withSpaceAbove([first, next]: readonly Block[]): Block {
  const opens = next !== undefined && next.text.length > limits.leastBelowFirst && !/[\p{Lu}\p{Ll}]/u.test(first!.text);
  return opens ? { ...first!, gap: Math.max(first!.gap, 2) } : first!;
}

function rank(setting: string, titles: readonly Title[]): number {
  return (setting.startsWith("h") ? 1000 : 0) + titles.length;
}

/** Most of them have a text of some length below; a signature or an inscription has not. */
function areChapters(blocks: readonly Block[], titles: readonly Title[]): boolean {
  const lengths = titles.map(({ block }, k) => {
    const end = titles[k + 1]?.block ?? blocks.length;
    let length = 0;
    for (let at = block + 1; at < end; at++) length += blocks[at]!.text.length;
    return length;
  });
  return lengths.filter((length) => length > limits.leastBelow).length >= titles.length * limits.withText;
}

/** The longest subsequence whose places ascend. */
function ascending<T>(items: readonly T[], placeOf: (item: T) => number): T[] {
  const tails: number[] = [];
  const before: number[] = [];
  items.forEach((item, k) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (placeOf(items[tails[middle]!]!) < placeOf(item)) low = middle + 1;
      else high = middle;
    }
    before[k] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = k;
  });
  const result: T[] = [];
  for (let k = tails.at(-1) ?? -1; k >= 0; k = before[k]!) result.push(items[k]!);
  return result.reverse();
}
