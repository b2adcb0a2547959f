import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Random, random } from "@plotline/base";
import type { Block } from "@plotline/formats";
import { lettersOf, type TrueBook, wordsOf } from "../../bench/books.ts";
import { root } from "../../bench/kit/kit.ts";
import { cleanBlocks } from "../../packages/books/src/book/clean.ts";
import { withoutProducers } from "../../packages/books/src/book/gutenberg.ts";
import { openBook } from "../../packages/books/src/book/open-book.ts";
import type { Contents } from "../../packages/books/src/chapters/contents.ts";
import { openFile } from "../../packages/books/src/open-file.ts";

/** A book whose chapters are known: each place is a block and how many letters of the book are above the first words. */
export interface KnownBook {
  readonly author: string;
  readonly kind: string;
  readonly blocks: readonly Block[];
  readonly entries: Contents["entries"];
  readonly title: string | undefined;
  /** Letters above each block. */
  readonly above: readonly number[];
  readonly chapters: readonly Place[];
  /** Where a further chapter may begin or not. */
  readonly may: readonly Place[];
}

interface Place {
  readonly block: number;
  readonly letter: number;
}

/** The books of `learn`; `isWhole`: all their chapters are found. */
export function knownBooks(files: string): { known: KnownBook; isWhole: boolean }[] {
  const lines = readFileSync(join(root, "bench", "books", "truth", "learn.jsonl"), "utf8").split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const truth: TrueBook = JSON.parse(line);
      const known = knownBook(files, truth);
      return { known, isWhole: known.chapters.length >= truth.chapters.length };
    });
}

export function knownBook(files: string, truth: TrueBook & { readonly author?: string }): KnownBook {
  const { file, kind, chapters, may = [], author = "" } = truth;
  const book = openBook(openFile(readFileSync(join(files, file)), file, "book"), file);
  const { blocks } = cleanBlocks(withoutProducers(book.blocks, book.leftOut), book.noteMarks);
  const above = lettersAbove(blocks);
  const text = blocks.map(letters).join("");
  return {
    author: author === "" ? file : author,
    kind,
    blocks,
    entries: book.entries,
    title: book.title,
    above,
    chapters: placed(chapters, text, above),
    may: placed(may, text, above),
  };
}

/**
 * Where these words are, in order, the heading above them where the same words come twice; chapters whose words are among
 * what the reader leaves out are not asked for.
 */
function placed(chapters: TrueBook["chapters"], text: string, above: readonly number[]): Place[] {
  let from = 0;
  return chapters.flatMap(({ w, h = "" }) => {
    const first = lettersOf(w.split(" ").slice(1));
    const heading = lettersOf(wordsOf(h.split(" / ").at(-1)!));
    const places = occurrences(text, first, from);
    const letter = places.find((at) => text.slice(Math.max(from, at - mostBefore), at).includes(heading)) ?? places[0];
    if (letter === undefined) return [];
    from = letter + 1;
    return { block: above.findLastIndex((before) => before <= letter), letter };
  });
}

/** The same with other blocks, whose chapters begin with these paragraphs, in order. */
export function placedAt(book: KnownBook, firsts: readonly string[]): KnownBook {
  const above = lettersAbove(book.blocks);
  let from = -1;
  const chapters = firsts.map((first) => {
    from = book.blocks.findIndex(({ text }, k) => k > from && text === first);
    return { block: from, letter: above[from]! };
  });
  return { ...book, above, chapters, may: [] };
}

function occurrences(text: string, words: string, from: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(words, from); at >= 0 && found.length < 8; at = text.indexOf(words, at + 1))
    found.push(at);
  return found;
}

function lettersAbove(blocks: readonly Block[]): number[] {
  const above = [0];
  for (const block of blocks) above.push(above.at(-1)! + letters(block).length);
  return above;
}

function letters({ text }: Block): string {
  return lettersOf(wordsOf(text));
}

/** Letters after the beginning of a chapter within which its first words are. */
const mostBefore = 276;

/** Which chapter begins at each of these blocks: its place in the list, -1 for none, -2 where one may begin. */
export function chaptersAt({ above, chapters, may }: KnownBook, starts: readonly number[]): number[] {
  let next = 0;
  return starts.map((start) => {
    const isHere = ({ letter }: Place) => letter >= above[start]! && letter <= above[start]! + mostBefore;
    const found = chapters.findIndex((place, k) => k >= next && isHere(place));
    if (found >= 0) next = found + 1;
    return found >= 0 ? found : may.some(isHere) ? -2 : -1;
  });
}

/**
 * The same book in other forms, to learn from: in small, as the short texts that people bring, with a first chapter that is
 * called a prologue and a last one called an epilogue, each in half of the books; and that without the marks of HTML.
 */
export function variantsOf(book: KnownBook, seed: string): KnownBook[] {
  const next = random(seed);
  const named = renamed(book, next);
  const kept = new Set([...named.chapters, ...named.may].flatMap(({ block }) => [block, block + 1, block + 2]));
  const share = 0.03 + 0.15 * next();
  const isKept = ({ text, level, gap, listed }: Block, k: number) =>
    kept.has(k) || level > 0 || (text.length < 150 && (gap > 1 || listed === true || next() < 0.3)) || next() < share;
  const short = changed(named, isKept, (block) => ({ ...block, text: block.text.slice(0, 1500) }));
  if (!book.blocks.some(({ level }) => level > 0)) return [short];
  const plain = changed(named, ({ listed }) => listed !== true, asText);
  return [short, { ...plain, entries: [] }];
}

function asText({ text, line, level, gap }: Block): Block {
  return { text, line, level: 0, gap: level === 0 ? gap : level > 2 ? 3 : 4 };
}

function changed(
  book: KnownBook,
  isKept: (block: Block, k: number) => boolean,
  change: (block: Block) => Block,
): KnownBook {
  const places = new Map<number, number>();
  const blocks: Block[] = [];
  book.blocks.forEach((block, k) => {
    if (!isKept(block, k)) return;
    places.set(k, blocks.length);
    blocks.push(change(block));
  });
  return moved(book, blocks, places);
}

function renamed(book: KnownBook, next: Random): KnownBook {
  if (book.chapters.length < 4) return book;
  const blocks = [...book.blocks];
  const rename = ({ block }: Place, names: readonly string[]) => {
    for (let k = block - 1; k >= Math.max(0, block - 3); k--) {
      const { text, level, gap, line } = blocks[k]!;
      if (text.length >= 100 || (level === 0 && gap < 2)) continue;
      blocks[k] = { text: names[Math.floor(next() * names.length)]!, level, gap, line };
      return;
    }
  };
  if (next() < 0.5) rename(book.chapters[0]!, ["PROLOGUE", "PRELUDE", "PROEM", "Prologue", "PROLOGUE."]);
  if (next() < 0.5) rename(book.chapters.at(-1)!, ["EPILOGUE", "CONCLUSION", "Epilogue", "EPILOGUE."]);
  return moved(book, blocks, new Map(blocks.map((_, k) => [k, k])));
}

function moved(book: KnownBook, blocks: readonly Block[], places: ReadonlyMap<number, number>): KnownBook {
  const above = lettersAbove(blocks);
  const move = ({ block, letter }: Place): Place[] => {
    const at = places.get(block);
    return at === undefined ? [] : [{ block: at, letter: above[at]! + letter - book.above[block]! }];
  };
  return { ...book, blocks, above, chapters: book.chapters.flatMap(move), may: book.may.flatMap(move) };
}
