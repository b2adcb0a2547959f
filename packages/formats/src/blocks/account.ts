import { countWords } from "@plotline/align";
import { counted, median, sumOf } from "@plotline/base";
import type { Block } from "./block.ts";

/** Something of a book that is in no chapter. */
export interface SkippedText {
  readonly what: string;
  readonly words: number;
  /** Something in the book says that it is not the story: its form, its name, its place on the title page. */
  readonly explained: boolean;
}

/** Where the words of a book's body are: `words` is what is in chapters, what is left out, and what is missing. */
export interface Account {
  readonly words: number;
  readonly inChapters: number;
  readonly leftOut: readonly SkippedText[];
  /** Words that are in no chapter although nothing says that they are not the story. */
  readonly unexplained: number;
}

/** The account of a file: every word is in a chapter, left out by name, or unexplained. */
export function accountOf(words: number, inChapters: number, leftOut: readonly SkippedText[]): Account {
  const explained = sumOf(leftOut, (each) => (each.explained ? each.words : 0));
  return { words, inChapters, leftOut, unexplained: Math.max(0, words - inChapters - explained) };
}

/** Counts what is left out by kind, in the order of the first of each. */
export class Tally {
  private readonly kinds = new Map<string, { count: number; words: number; explained: boolean }>();

  add(what: string, words: number, { count = 1, explained = true } = {}): void {
    const known = this.kinds.get(what) ?? { count: 0, words: 0, explained };
    this.kinds.set(what, { count: known.count + count, words: known.words + words, explained });
  }

  addAll(other: Tally): void {
    for (const [what, { words, count, explained }] of other.kinds) this.add(what, words, { count, explained });
  }

  wordsOf(what: string): number {
    return this.kinds.get(what)?.words ?? 0;
  }

  /** `52 illustrations`; a kind that is not counted is named alone. */
  leftOut(): SkippedText[] {
    return [...this.kinds].map(([what, { count, words, explained }]) => ({
      what: count === 0 ? what : `${count} ${what}`,
      words,
      explained,
    }));
  }
}

/** How many words some blocks have. */
export function wordsIn(blocks: readonly Block[], from = 0, to = blocks.length): number {
  let words = 0;
  for (let at = from; at < to; at++) words += countWords(blocks[at]!.text);
  return words;
}

/** For a person: `the title page, 41 words`. */
export function described({ what, words }: SkippedText): string {
  return `${what}, ${counted(words, "word")}`;
}

/** A book loses no more than this share of its words without a reason, and no chapter is more than this many times the median. */
const [mostUnexplained, longestChapter] = [0.025, 20];

/** What nobody may miss: text that is in no chapter without a reason, and chapters that must hold others. */
export function alarmsOf(
  { words, unexplained, leftOut }: Account,
  chapters: readonly { readonly heading: string; readonly line: number; readonly words: number }[],
): string[] {
  const alarms: string[] = [];
  if (unexplained > Math.max(20, mostUnexplained * words)) {
    const largest = leftOut.filter((each) => !each.explained).sort((a, b) => b.words - a.words);
    const where = largest.slice(0, 3).map(described).join("; ");
    alarms.push(
      `${counted(unexplained, "word")} of ${words.toLocaleString("en")} (${percent(unexplained / words)}) are in no chapter, and nothing says that they are not part of the story${where === "" ? "" : ` (${where})`}`,
    );
  }
  const usual = median(chapters.map((chapter) => chapter.words));
  for (const { heading, line, words: own } of chapters)
    if (chapters.length > 2 && own > longestChapter * Math.max(1, usual))
      alarms.push(
        `the chapter ${heading === "" ? "without a heading" : `"${heading}"`} at line ${line} has ${counted(own, "word")}, where the median is ${usual.toLocaleString("en")}; headings in it may have been missed`,
      );
  return alarms;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}
