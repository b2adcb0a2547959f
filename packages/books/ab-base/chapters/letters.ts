import { foldedNumeral } from "@plotline/corpus";
import type { Block } from "@plotline/formats";
import type { Contents } from "./contents.ts";
import words from "./data/months.json" with { type: "json" };
import { isDate, months, wordsOf } from "./dates.ts";
import { undecorated } from "./lettering.ts";
import type { Surroundings } from "./runs.ts";
import type { Title } from "./unnumbered-headings.ts";

/** Letters without a number, by their dates or addresses. */
const limits = {
  /** A novel in letters has this many, over this share of the book, most with a text of some length. */
  least: 8,
  spread: 0.7,
  leastText: 400,
  withText: 0.75,
  /** A line with an address, one with a date, and its words. */
  longest: 110,
  longestDate: 60,
  dateWords: 8,
  /** A place and a date below it (The Upton Letters). */
  mostLines: 4,
  /** Blank lines above all of them: then others that are set alike count too (The Lady of the Decoration). */
  wideGap: 3,
  /** If a larger share than this has that many, the others are dates inside letters (Letters from Egypt). */
  wide: 0.8,
} as const;

/**
 * Letters and entries of a diary that have no number: each below a date (`April 8th`) or an address (`To Dr LEWIS.`) on a
 * line of its own, all through the book.
 */
export function letterTitles(blocks: readonly Block[], around: Surroundings, contents: Contents): Title[] {
  const opening = (opens: (text: string, block: Block) => boolean, textOf: (block: Block) => string) =>
    blocks.flatMap((block, k): Title[] => {
      const text = textOf(block);
      if (contents.has(k) || !opens(text, block)) return [];
      return [{ block: k, text, entry: undefined, letter: textOf === firstLine ? 1 : linesOf(block).length }];
    });
  const longest = [isDate, endsWithYear, isAddress]
    .map((opens) => widest(opening(opens, firstLine), blocks))
    .reduce((a, b) => (b.length > a.length ? b : a));
  const best = [longest, opening((text) => text !== "", dateBelowPlace)].find((titles) =>
    areLetters(titles, blocks.length, around),
  );
  return best === undefined ? [] : withSetAlike(best, blocks, contents);
}

/** With lines that are set apart as widely as all of these and begin like one of them: `HIROSHIMA, 3 hours later.` */
function withSetAlike(titles: readonly Title[], blocks: readonly Block[], contents: Contents): Title[] {
  const gap = Math.min(...titles.map(({ block }) => blocks[block]!.gap));
  if (gap < limits.wideGap) return [...titles];
  const [first, last] = [titles[0]!.block, titles.at(-1)!.block];
  const known = new Set(titles.map(({ block }) => block));
  const words = new Set(titles.map(({ text }) => firstWord(text)));
  const others = blocks.flatMap((block, k): Title[] => {
    if (k < first || k > last || known.has(k) || contents.has(k) || block.gap < gap) return [];
    const text = firstLine(block);
    const isShort = text !== "" && text.length <= limits.longestDate && !block.text.trim().includes("\n");
    const isLike = words.has(firstWord(text)) || wordsOf(text).some((word) => months.has(word));
    return isShort && isLike ? [{ block: k, text, entry: undefined, letter: 1 }] : [];
  });
  return [...titles, ...others].sort((a, b) => a.block - b.block);
}

function firstWord(text: string): string {
  return /[\p{L}\p{N}]+/u.exec(foldedNumeral(text))?.[0] ?? "";
}

/** Without dates inside of letters, where nearly all letters have wide space above. */
function widest(titles: readonly Title[], blocks: readonly Block[]): Title[] {
  const wide = titles.filter(({ block }, k) => k === 0 || blocks[block]!.gap >= limits.wideGap);
  return wide.length >= limits.wide * titles.length ? wide : [...titles];
}

/** Enough of them, from the beginning of the book to its end, with a text below most. */
function areLetters(titles: readonly Title[], end: number, around: Surroundings): boolean {
  if (titles.length < limits.least) return false;
  const [first, last] = [titles[0]!, titles.at(-1)!];
  if (around.between(first.block, last.block) < limits.spread * around.between(-1, end)) return false;
  const long = titles.filter(({ block }, k) => around.between(block, titles[k + 1]?.block ?? end) > limits.leastText);
  return long.length >= limits.withText * titles.length;
}

/** A letter inside the story is quoted: it opens no chapter. */
function firstLine({ text }: Block): string {
  if (/^\s*[_*]?["“'‘«„]/.test(text)) return "";
  return undecorated(
    text
      .slice(0, 2 * limits.longest)
      .trimStart()
      .split("\n", 1)[0] ?? "",
  );
}

/** The date, with the place on the lines above it. */
function dateBelowPlace(block: Block): string {
  if (block.text.length > 2 * limits.longest || !/^\s*[_*]?\p{Lu}/u.test(block.text)) return "";
  const lines = linesOf(block);
  const date = undecorated(lines.at(-1)!);
  return lines.length <= limits.mostLines && isDate(date, { ...block, text: date }) ? undecorated(lines.join(" ")) : "";
}

function linesOf({ text }: Block): string[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim());
}

/** `HIROSHIMA, Christmas Eve, 1902.`, `May 12, 1863: Mrs. Austin`: a line that ends with a year, or any other date. */
function endsWithYear(line: string, block: Block): boolean {
  const [date, addressee] = line.split(/:\s+/, 2);
  if (isDate(line, block) || (addressee !== undefined && isDate(date!, { ...block, text: date! }))) return true;
  if (line.length > limits.longestDate || block.text.trim().includes("\n") || !/^\p{Lu}/u.test(line)) return false;
  return /[,.]\s+1[4-9]\d\d\.?$/.test(line) && line.split(/\s+/).length <= limits.dateWords;
}

/** `To Dr LEWIS.`, `To Miss LETTY WILLIS, at Gloucester`: a line that says whom the letter is for. */
function isAddress(line: string): boolean {
  if (line.length > limits.longest) return false;
  const [, person, rest = ""] = /^(?:To|TO|À|A|An|AN)\s+(\p{L}+)\b\.?\s+(.*)$/u.exec(line) ?? [];
  return person !== undefined && persons.has(foldedNumeral(person)) && /^(?:\p{L}+\.?\s+){0,3}\p{Lu}{2}/u.test(rest);
}

const persons = new Set(words.persons);
