import { readFileSync } from "node:fs";
import { join } from "node:path";
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

export function knownBooks(files: string): KnownBook[] {
  const lines = readFileSync(join(root, "bench", "books", "truth", "learn.jsonl"), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => knownBook(files, JSON.parse(line)));
}

function knownBook(files: string, truth: TrueBook & { readonly author?: string }): KnownBook {
  const { file, chapters, may = [], author = "" } = truth;
  const book = openBook(openFile(readFileSync(join(files, file)), file, "book"), file);
  const { blocks } = cleanBlocks(withoutProducers(book.blocks, book.leftOut), book.noteMarks);
  const above = lettersAbove(blocks);
  const text = blocks.map(letters).join("");
  return {
    author: author === "" ? file : author,
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
