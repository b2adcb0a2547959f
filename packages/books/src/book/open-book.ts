import { countWords } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import {
  type Block,
  type Document,
  mustBeBook,
  NoBook,
  type SkippedText,
  Tally,
  textBlocks,
  wordsIn,
} from "@plotline/formats";
import { unixLines } from "@plotline/formats/node";
import type { Entry } from "../chapters/contents.ts";
import { noticesOfGutenberg } from "../html/left-out.ts";
import type { OpenedFile } from "../open-file.ts";
import { readEpub } from "./epub.ts";
import { unwrap } from "./gutenberg.ts";
import { type HtmlBook, readHtml, withoutFrame } from "./html.ts";
import type { Story } from "./types.ts";

export interface Book extends Pick<Story, "title" | "author" | "format" | "encoding" | "isGutenberg"> {
  /** Sentences on characters that could not be read. */
  readonly warnings: readonly string[];
  /** How many words its body has: all but what others wrote around it. */
  readonly words: number;
  readonly frame: readonly SkippedText[];
  /** What the format says is not running text; what else is left out is added. */
  readonly leftOut: Tally;
  readonly noteMarks: readonly string[];
  readonly blocks: readonly Block[];
  /** The table of contents of an EPUB. */
  readonly entries: readonly Entry[];
}

export function openBook(file: OpenedFile, name: string): Book {
  try {
    const book = read(file, name);
    mustBeBook(book, name);
    return { ...book, isGutenberg: isGutenberg(book) };
  } catch (error) {
    if (!(error instanceof NoBook)) throw error;
    throw new Problem(`${name} has ${error.message}, too many for one book; import its volumes one by one.`);
  }
}

function isGutenberg({ frame, leftOut }: Pick<Book, "frame" | "leftOut">): boolean {
  return frame.some(({ words }) => words > 0) || leftOut.wordsOf(noticesOfGutenberg) > 0;
}

function read(file: OpenedFile, name: string): Omit<Book, "isGutenberg"> {
  if (file.kind === "document")
    return {
      ...bookOfPage(documentBook(file.document)),
      format: file.document.format,
      encoding: "utf-8",
      warnings: [],
    };
  if (file.kind === "EPUB") {
    const book = readEpub(file.archive, name);
    return { ...bookOfPage(book), entries: book.entries, format: "EPUB", encoding: "utf-8", warnings: [] };
  }
  const { text, encoding, faults } = file;
  const warnings = faults === 0 ? [] : [`${faults} characters could not be read as ${encoding} and appear as "\ufffd"`];
  return file.kind === "HTML"
    ? { ...bookOfPage(readHtml(text)), format: "HTML", encoding, warnings }
    : { ...plainBook(text), format: "text", encoding, warnings };
}

type Body = Omit<Book, "format" | "encoding" | "warnings" | "isGutenberg">;

function bookOfPage(book: HtmlBook): Body {
  const { blocks, leftOut } = book;
  return { ...book, words: wordsIn(blocks) + sumOf(leftOut.leftOut(), ({ words }) => words), entries: [] };
}

function plainBook(printed: string): Body {
  const { text, line, title, author, frame } = unwrap(unixLines(printed));
  return {
    blocks: textBlocks(text, line),
    words: countWords(text),
    title,
    author,
    frame,
    leftOut: new Tally(),
    noteMarks: [],
    entries: [],
  };
}

/** A book in a document of a word processor, or a PDF. */
function documentBook(document: Document): HtmlBook {
  const book = withoutFrame({ blocks: paragraphsOf(document), title: undefined, leftOut: new Tally(), noteMarks: [] });
  return { ...book, title: document.title ?? book.title, author: document.author ?? book.author };
}

/** Two line breaks in a row end a paragraph, as on a page. A block's line is its place in the document. */
function paragraphsOf({ blocks }: Document): Block[] {
  return blocks.flatMap((block, k) =>
    (block.level > 0 ? [block.text] : block.text.split(/\n{2,}/)).map((text, n) => ({
      ...block,
      text,
      gap: n > 0 ? 2 : block.gap,
      line: k + 1,
    })),
  );
}
