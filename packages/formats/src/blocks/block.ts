import { Problem } from "@plotline/base";
/** A stretch of a book or a guide between blank lines (in HTML: between block tags), the unit that everything works on. */
export interface Block {
  /** Its lines, separated by line breaks, as printed. */
  readonly text: string;
  /** How many blank lines come before it. */
  readonly gap: number;
  /** The line of the file that it begins on, counted from 1; 0 where the format has none. */
  readonly line: number;
  /** 1 to 6 where the file says that it is a heading, 1 the largest; else 0. */
  readonly level: number;
  /** An item of a list: its number, where the list gives it one, and how far in it is. */
  readonly item?: { readonly count?: number | undefined; readonly depth?: number };
  /** Its place in a table; rows and columns count from 0. `isHeader`: the format says that it names its column. */
  readonly cell?: { readonly row: number; readonly column: number; readonly isHeader?: boolean };
  /** A whole paragraph in bold or large letters: where a file has no headings, its short ones are. */
  readonly strong?: true;
  /** What the file's own table of contents calls what begins here: the words of its link. */
  readonly aim?: string;
  /** The entries of an EPUB's navigation that lead here, the outermost first; `aim` is the name of the last. */
  readonly entries?: readonly NavigationEntry[];
  /** Part of a contents list, as its links show. */
  readonly listed?: true;
  /** A heading of a section inside of a chapter, as the file says: it begins no chapter. */
  readonly inner?: true;
}

/** An entry of a file's own navigation, as its reader hands it over. */
export interface NavigationEntry {
  readonly name: string;
  /** How many entries are around it. */
  readonly depth: number;
  /** Its place in the list, counted from 0. */
  readonly order: number;
}

/** No book has more blocks or lines: a file that does is a table, a log, or hostile. */
export class NoBook extends Error {}

// Words: more than the longest novels have. What is read next to a guide needs half a gigabyte for so much.
const [mostLines, mostWords] = [1_000_000, 2_400_000];
/** How many paragraphs a book has at most. */
export const mostBlocks = 120_000;

/** Throws where a file has more than any book has. */
export function mustBeBookSized(blocks: number, lines = 0): void {
  if (blocks > mostBlocks) throw new NoBook(`over ${mostBlocks.toLocaleString("en")} paragraphs`);
  if (lines > mostLines) throw new NoBook(`over ${mostLines.toLocaleString("en")} lines`);
}

/** What nothing that goes word by word could bear, in scripts with and without spaces. */
const endlessWords = [/(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]{100000}/u, /(?<![^\s\p{Lo}])[^\s\p{Lo}]{1000000}/u];

/** What has been read is not too much for the rest of the way. */
export function mustBeBook({ words, blocks }: { words: number; blocks: readonly Block[] }, name: string): void {
  mustBeBookSized(blocks.length);
  if (words > mostWords) throw new NoBook(`over ${mostWords.toLocaleString("en")} words`);
  for (const { text } of blocks) mustHaveWords(text, name);
}

/** Throws where a file has no text that can be read. */
export function mustHaveWords(text: string, name: string): void {
  if (endlessWords.some((word) => word.test(text)))
    throw new Problem(
      `${name} has a word of over 100,000 letters, or a million characters without a space, so it cannot be read as text.`,
    );
}

/** Plain text with `\n` line ends as blocks; `firstLine` is the line number of its first line. */
export function textBlocks(text: string, firstLine = 1): Block[] {
  const blocks: Block[] = [];
  const add = (from: number, to: number) => blocks.push({ text: text.slice(from, to), gap, line: startLine, level: 0 });
  let [start, gap, line, startLine] = [-1, 0, firstLine, firstLine];
  for (let at = 0; at <= text.length; line++) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    mustBeBookSized(blocks.length, line - firstLine);
    if (isBlank(text, at, end)) {
      if (start >= 0) add(start, at - 1);
      gap = start >= 0 ? 1 : gap + 1;
      start = -1;
    } else if (start < 0) {
      start = at;
      startLine = line;
    } else if (
      (end - at < 40 && ownLine.test(text.slice(at, end))) ||
      (at - start < longestPageLine && pageLine.test(text.slice(start, at - 1)))
    ) {
      add(start, at - 1);
      [start, gap, startLine] = [at, 0, line];
    }
    at = end + 1;
  }
  if (start >= 0) add(start, text.length);
  return blocks;
}

/** A numbered heading begins a block even where the blank line above it was forgotten. */
const ownLine =
  /^\s*(?:CHAPTER|Chapter|VOLUME|BOOK|PART|ACT|SCENE|STAVE|CANTO)\s+(?:[IVXLC]+|\d{1,3}|[A-Z][a-z]+(?:-[a-z]+)?|[A-Z-]{3,15})[.:]?\s*$/;

/** The number of a page at the right margin, with the first line of the page just below it. */
const pageLine = /^\s{30,}\d{1,4}\s*$/;
const longestPageLine = 120;

/** A text on one line, its words one space apart. */
export function onOneLine(text: string): string {
  const spaced = text.replace(/[\t-\r\u00a0]/g, " ");
  return (spaced.includes("  ") ? spaced.replace(/ {2,}/g, " ") : spaced).trim();
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code > 32 && code !== 0xa0 && code !== 0xfeff) return false;
  }
  return true;
}
