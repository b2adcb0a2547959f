import type { Block } from "@plotline/formats";
import { textBefore } from "../blocks/sums.ts";
import { headingOf } from "./heading.ts";
import type { Heading } from "./heading-forms.ts";
import { titleKey } from "./lettering.ts";
import { contentsLimits } from "./limits.ts";
import { headingAbove, pageAt, pagedLists } from "./paged-lists.ts";
import { repeatedLists } from "./repeated-lists.ts";

/** A contents list: blocks `from` to before `to`. */
export interface ContentsList {
  readonly from: number;
  readonly to: number;
}

export interface Contents {
  readonly lists: readonly ContentsList[];
  /** What the lists promise, in order. */
  readonly entries: readonly Entry[];
  /** The list is the file's own table of contents: what it names counts in any order. */
  readonly certain?: boolean;
  /** Whether a block is part of a list. */
  has(block: number): boolean;
}

export interface Entry {
  readonly text: string;
  readonly heading: Heading | undefined;
  /** How it may be recognised in the text: by its title, with and without what the list adds to it. */
  readonly keys: readonly string[];
}

export function entryOf(text: string, heading: Heading | undefined): Entry {
  return { text, heading, keys: titleKeysOf(text, heading) };
}

export type Headings = ReadonlyMap<number, Heading>;

/** The lists of chapters in a book: below a heading that says so, or headings that follow one another without a text. */
export function findContents(blocks: readonly Block[], headings: Headings): Contents {
  const linked = withoutOverlaps(linkedLists(blocks, headings), pagedLists(blocks, headings));
  const lists: ContentsList[] = [];
  let looked = 0;
  for (const [block, heading] of headings) {
    if (isWithin(linked, block) || block < (lists.at(-1)?.to ?? 0)) continue;
    if (heading.class === "contents") {
      const to = listEnd(blocks, headings, block);
      if (to > block + 1) lists.push({ from: block, to });
    } else if (linked.length > 0) continue;
    else if (isListBlock(blocks[block]!)) lists.push({ from: block, to: block + 1 });
    else if (block >= looked) {
      const run = denseRun(blocks, headings, block);
      looked = run.end;
      if (run.listed > 0) lists.push({ from: block, to: block + run.listed });
    }
  }
  const found = [...linked, ...lists];
  const all = merged(blocks, found.length > 0 ? found : repeatedLists(blocks, headings));
  const whole = all.map((list) => withEntriesAbove(list, blocks, headings)).filter((list) => isBounded(list, blocks));
  return { lists: whole, entries: entriesOf(blocks, whole), has: (block) => isWithin(whole, block) };
}

/** Numbered stanzas look like a list, and may be most of the book. */
function isBounded({ from, to }: ContentsList, blocks: readonly Block[]): boolean {
  if (blocks[to - 1]?.listed === true) return true;
  const before = textBefore(blocks);
  return before[to]! - before[from]! < Math.max(limits.longList, limits.longListShare * before.at(-1)!);
}

function isWithin(lists: readonly ContentsList[], block: number): boolean {
  return lists.some(({ from, to }) => block >= from && block < to);
}

/** With numbered headings just above a list at the front that come again below it: its first entries (Amelia). */
function withEntriesAbove({ from, to }: ContentsList, blocks: readonly Block[], headings: Headings): ContentsList {
  if (from > blocks.length * limits.entriesAboveWithin) return { from, to };
  const below = new Set([...headings].flatMap(([block, heading]) => (block >= to ? [rankKey(heading)] : [])));
  let first = from;
  while (first > 0 && headings.get(first - 1)?.number !== undefined && below.has(rankKey(headings.get(first - 1)!)))
    first--;
  return { from: first, to };
}

/** One list where two are a few short lines apart: names of parts between the chapters of each. */
function merged(blocks: readonly Block[], lists: readonly ContentsList[]): ContentsList[] {
  const whole: { from: number; to: number }[] = [];
  for (const { from, to } of [...lists].sort((a, b) => a.from - b.from)) {
    const last = whole.at(-1);
    const between = last === undefined ? [] : blocks.slice(last.to, from);
    const isNear =
      between.length <= limits.blocksBetweenLists && between.every(({ text }) => text.length < limits.shortBlock);
    if (last !== undefined && isNear) last.to = Math.max(last.to, to);
    else whole.push({ from, to });
  }
  return whole;
}

function withoutOverlaps(certain: readonly ContentsList[], others: readonly ContentsList[]): ContentsList[] {
  const free = others.filter(({ from, to }) => !certain.some((list) => from < list.to && to > list.from));
  return [...certain, ...free].sort((a, b) => a.from - b.from);
}

/** Lists that are known by their links, each with the heading above it. */
function linkedLists(blocks: readonly Block[], headings: Headings): ContentsList[] {
  const lists: { from: number; to: number }[] = [];
  blocks.forEach(({ listed }, k) => {
    if (listed !== true) return;
    const last = lists.at(-1);
    if (last?.to === k) last.to = k + 1;
    else lists.push({ from: headingAbove(headings, k), to: k + 1 });
  });
  return lists;
}

function entriesOf(blocks: readonly Block[], lists: readonly ContentsList[]): Entry[] {
  const entries: Entry[] = [];
  for (const { from, to } of lists)
    for (let at = from; at < to && entries.length < limits.mostEntries; at++)
      for (const { text, heading } of linesOf(blocks[at]!)) entries.push(entryOf(text, heading));
  return entries;
}

/** Where the list below a `CONTENTS` heading ends: above the headings that lead to the first text. */
function listEnd(blocks: readonly Block[], headings: Headings, start: number): number {
  let text = start + 1;
  const furthest = Math.min(blocks.length, start + contentsLimits.longestList);
  while (text < furthest && !isText(blocks, headings, start, text)) text++;
  // A heading "Contents" with nothing below it but chapter 1.
  const empty = text <= start + 3 && headings.get(start + 1)?.number === 1 && blocks[start + 1]!.gap >= limits.wideGap;
  if (text === blocks.length && start > blocks.length * contentsLimits.nearEnd) return text;
  if (text === furthest || (empty && !headings.has(start + 2))) return start + 1;
  let end = text;
  for (
    let at = text - 1, skipped = 0;
    at > Math.max(start, text - limits.headingsAboveText) && skipped < limits.undecidedInARow;
    at--
  ) {
    const verdict = blocks[text]!.level > blocks[at]!.level ? "no" : belongsToText(blocks, headings, start, at);
    if (verdict === "no") break;
    if (verdict === "yes") [end, skipped] = [at, 0];
    else skipped++;
  }
  return end;
}

/** Something to read, not an entry: filled lines or a sentence; also below a heading that does not continue the count. */
function isText(blocks: readonly Block[], headings: Headings, start: number, at: number): boolean {
  const block = blocks[at]!;
  const heading = headings.get(at);
  if (heading !== undefined)
    return (
      beginsAgain(blocks, headings, start, at) ||
      (heading.number !== undefined && isFilledProse(block) && at > start + 1 && !continues(headings, start, at))
    );
  return (
    isFilledProse(block) ||
    (block.text.length > contentsLimits.shortText && !isLoose(block) && /\p{Ll}[.!?]["”’]?\s*$/u.test(block.text))
  );
}

/** The first numbered entry once more, or a heading in HTML where no entry is one: the list is over. */
function beginsAgain(blocks: readonly Block[], headings: Headings, start: number, at: number): boolean {
  const heading = headings.get(at)!;
  if (heading.number === undefined && !["front", "opening", "cast"].includes(heading.class)) return false;
  let first: Heading | undefined;
  let [lines, raised] = [0, false];
  for (let before = start + 1; before < at; before++) {
    const other = headings.get(before);
    raised ||= blocks[before]!.level > 0;
    lines += blocks[before]!.text.split("\n", 5).length;
    first ??= other?.number === undefined ? undefined : other;
  }
  if (lines < limits.linesBeforeMarked) return false;
  if (blocks[at]!.level > 0 && !raised) return true;
  const same = heading.class === first?.class && heading.word === first.word && heading.number === first.number;
  if (!same || lines < limits.linesBeforeSame) return false;
  return titleKey(heading.title) === titleKey(first!.title)
    ? first!.class !== "number" || first!.title !== ""
    : first!.class === "act";
}

/** Is this block above the text a heading of the book, an entry of the list, or neither by itself? */
function belongsToText(blocks: readonly Block[], headings: Headings, start: number, at: number): "yes" | "no" | "open" {
  const heading = headings.get(at);
  if (heading?.number !== undefined) return continues(headings, start, at) || at === start + 1 ? "no" : "yes";
  const named = heading !== undefined && ["front", "opening", "cast"].includes(heading.class);
  return named || blocks[at]!.gap >= limits.wideGap ? "yes" : "open";
}

/** The number continues from the heading of its kind before it in the list. */
function continues(headings: Headings, start: number, at: number): boolean {
  const heading = headings.get(at)!;
  for (let before = at - 1; before > Math.max(start, at - limits.lookBack); before--) {
    const other = headings.get(before);
    if (other?.class === heading.class && other.word === heading.word)
      return other.number === (heading.number ?? 0) - 1;
  }
  return false;
}

/** Headings in a row with hardly a word between them, numbered on: a list without a heading of its own. */
function denseRun(blocks: readonly Block[], headings: Headings, start: number): { end: number; listed: number } {
  const first = headings.get(start)!;
  if (first.number === undefined || start > Math.max(limits.startsWithin, blocks.length / limits.startsWithinPart))
    return { end: start + 1, listed: 0 };
  const run = [start];
  for (let at = start + 1, between = 0; at < blocks.length && between < limits.mostBetween; at++) {
    if (headings.has(at)) {
      run.push(at);
      between = blocks[at]!.text.length > limits.longestEntry ? limits.longestEntry : 0;
    } else between += blocks[at]!.text.length;
  }
  const end = run.at(-1)!;
  while (run.length > 0 && !goesOn(headings, run, run.length - 1)) run.pop();
  const ascending = run.filter((_, k) => goesOn(headings, run, k));
  const enough =
    first.class === "act" ? limits.leastActs : first.class === "number" ? limits.leastNumerals : limits.leastOthers;
  const isList = ascending.length >= enough && areRepeated(headings, ascending, run.at(-1)!);
  return { end, listed: isList ? run.at(-1)! + 1 - start : 0 };
}

/** Most of these numbers come again below: the list promised them. */
function areRepeated(headings: Headings, listed: readonly number[], last: number): boolean {
  const below = new Set<string>();
  for (const [block, heading] of headings)
    if (block > last && heading.number !== undefined) below.add(rankKey(heading));
  return listed.filter((block) => below.has(rankKey(headings.get(block)!))).length >= listed.length * limits.repeated;
}

/** Numerals in a list may be those of chapters. */
function rankKey({ class: kind, number }: Heading): string {
  return `${kind === "number" ? "leaf" : kind} ${number}`;
}

/** The number is one more than that of the heading of its kind before it. */
function goesOn(headings: Headings, run: readonly number[], k: number): boolean {
  const heading = headings.get(run[k]!)!;
  if (heading.number === undefined) return false;
  for (let before = k - 1; before >= Math.max(0, k - limits.lookBackInRun); before--) {
    const other = headings.get(run[before]!)!;
    if (other.class !== heading.class || other.word !== heading.word) continue;
    const parents = [other.parent?.number, heading.parent?.number];
    if (parents[0] !== undefined && parents[1] === parents[0] + 1) return heading.number === 1;
    if (parents[1] === undefined || parents[0] === parents[1]) return other.number === heading.number - 1;
  }
  return false;
}

/** Four lines or more, many of them headings with a number, counting up: a list in one block. */
function isListBlock(block: Block): boolean {
  const lines = block.text.split("\n", limits.blockLines);
  if (lines.length < limits.leastBlockLines || !isNumberedLines(lines)) return false;
  const numbers = lines.flatMap((line) => headingOf({ ...block, text: line })?.number ?? []);
  const ascents = numbers.filter((number, k) => k > 0 && number === numbers[k - 1]! + 1).length;
  return (
    numbers.length >= Math.max(limits.leastBlockNumbers, lines.length * limits.numberedLines) &&
    ascents >= limits.leastAscents
  );
}

/** Most entries begin with a number; long ones continue on the next line. */
function isNumberedLines(lines: readonly string[]): boolean {
  const numbered = lines.filter((line) => /^\s*(?:\p{L}+\.?\s+)?(?:[IVXLC]+|\d{1,3})\b/u.test(line)).length;
  return numbered >= 2 && numbered >= lines.length * limits.numberedLines;
}

/** Short lines, as in a list or in verse. */
function isLoose({ text }: Block): boolean {
  const lines = text.split("\n");
  return lines.length >= 3 && lines.filter((line) => line.trim().length >= limits.filledLine).length < lines.length / 2;
}

/** Filled lines that make sentences. */
function isFilledProse({ text, level }: Block): boolean {
  if (level > 0 || text.length < limits.shortBlock) return false;
  const lines = text.split("\n");
  if (lines.length === 1) return text.length > limits.longLine;
  const filled = lines.filter((line) => line.trim().length >= limits.filledLine).length;
  return (
    filled >= (lines.length - 1) * limits.filledShare &&
    lines.length >= limits.leastProseLines &&
    !isNumberedLines(lines)
  );
}

type Line = Pick<Entry, "text" | "heading">;

function linesOf(block: Block): Line[] {
  return joinedToPage(block.text.split("\n", limits.mostEntries))
    .map((line) => withoutPage(line.trim()))
    .filter((line) => /\p{L}|\p{N}/u.test(line))
    .map((text) => ({ text, heading: headingOf({ text, level: block.level }) }));
}

/** An entry over two lines has its page at the end of the second, which is indented. */
function joinedToPage(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [k, line] of lines.entries()) {
    const before = joined.at(-1);
    const above = lines[k - 1] ?? "";
    const continues =
      before !== undefined && /^\s{3,}\S/.test(line) && pageAt(line) !== undefined && pageAt(before) === undefined;
    const isDeeper = continues && line.search(/\S/) > before.search(/\S/);
    const isWrapped =
      above.trim().length > limits.wrappedEntry &&
      pageAt(above) === undefined &&
      headingOf({ text: line, level: 0 }) === undefined;
    if (isDeeper || isWrapped) joined[joined.length - 1] = `${before} ${line.trim()}`;
    else joined.push(line);
  }
  return joined;
}

/** Without the number of the page at the end and what leads to it: two spaces, or dots. */
function withoutPage(line: string): string {
  const page = /[\s.·…_](\d{1,4}|[ivxlc]{1,7})$/i.exec(line.slice(-8))?.[1] ?? "";
  let end = line.length - page.length;
  const start = end;
  while (end > 0 && /[\s.·…_]/.test(line[end - 1]!)) end--;
  if (page === "" || start - end < 2) return line;
  return line.slice(0, end).replace(/(?:\s{2,}|[.·…]\s*)[»”"_]*(?:pag|page|p|seite|s|bladz|blz|bl)?[._]*$/i, "");
}

function titleKeysOf(text: string, heading: Heading | undefined): string[] {
  const title = heading?.number === undefined ? text : heading.title;
  const short = /^(.*?)(?:[,;:(–—]|--)/.exec(title)?.[1] ?? "";
  const unnumbered = text.replace(/^(?:[IVXLC]{1,8}|\d{1,3})(?:[.):–—-]+\s*|\s+)(?=\p{L})/u, "");
  const keys = [titleKey(text), titleKey(title), titleKey(unnumbered), titleKey(short)];
  return [...new Set(keys)].filter((key) => key.length > 1);
}

const limits = {
  /** A longer list than this and this share of the book is none. */
  longList: 20_000,
  longListShare: 0.05,
  /** No book promises more chapters, and no list has more blocks: hostile files do. */
  mostEntries: 10_000,
  /** A list within this share of the book may have entries above what was found of it. */
  entriesAboveWithin: 0.05,
  /** An entry of this length continues on the next line. */
  wrappedEntry: 64,
  /** Names of parts between two lists (L'homme qui rit). */
  blocksBetweenLists: 3,
  /** This many blocks above the first text may be headings of the book rather than entries. */
  headingsAboveText: 40,
  /** Of those, this many in a row may be undecided. */
  undecidedInARow: 3,
  /** Space (blank lines) above a heading of the book; entries of a list are closer together. */
  wideGap: 3,
  /** Lines of a list before a heading in HTML can end it, and before its first entry once more can. */
  linesBeforeMarked: 3,
  linesBeforeSame: 4,
  /** How far back the entry of the same kind is looked for, in a list with a heading and in one without. */
  lookBack: 40,
  lookBackInRun: 60,
  /** A list without a heading of its own begins within this many blocks or this share (1/n) of the book. */
  startsWithin: 150,
  startsWithinPart: 5,
  /** Text between two entries of such a list; a heading that is longer holds a chapter itself. */
  mostBetween: 200,
  longestEntry: 400,
  /** Entries that make a list: acts need one (scenes follow), numerals alone four (they may be anything), others three. */
  leastActs: 1,
  leastNumerals: 4,
  leastOthers: 3,
  /** The share of entries that must come again below as headings. */
  repeated: 0.6,
  /** A list in one block: lines looked at, lines it has at least, numbered ones at least, their share, and steps up. */
  blockLines: 60,
  leastBlockLines: 4,
  leastBlockNumbers: 3,
  numberedLines: 0.4,
  leastAscents: 2,
  /** A line filled to this width is prose. */
  filledLine: 50,
  /** Blocks shorter than this are not running text; one line alone is from `longLine` on. */
  shortBlock: 240,
  longLine: 300,
  /** The share of filled lines that prose has, in blocks of at least this many lines. */
  filledShare: 0.7,
  leastProseLines: 4,
} as const;
