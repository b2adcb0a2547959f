import { countWords } from "../../corpus/words.ts";
import { Problem } from "../../problem.ts";
import { type LeftOut, Tally, wordsIn } from "../blocks/account.ts";
import { type Block, NoBook, textBlocks } from "../blocks/block.ts";
import type { Entry } from "../chapters/contents.ts";
import { documentHtml } from "../documents/document.ts";
import { readDocument } from "../documents/read-document.ts";
import { isZip } from "../files/archive.ts";
import { decodeAsIs, unixLines } from "../files/decode.ts";
import { noticesOfGutenberg } from "../html/left-out.ts";
import { readEpub } from "./epub.ts";
import { unwrap } from "./gutenberg.ts";
import { type HtmlBook, isHtml, readHtml } from "./html.ts";
import type { Story } from "./types.ts";

export interface Book extends Pick<Story, "title" | "author" | "format" | "encoding" | "isGutenberg"> {
  /** Sentences on characters that could not be read. */
  readonly warnings: readonly string[];
  /** How many words its body has: all but what others wrote around it. */
  readonly words: number;
  readonly frame: readonly LeftOut[];
  /** What the format says is not running text; what else is left out is added. */
  readonly leftOut: Tally;
  readonly noteMarks: readonly string[];
  readonly blocks: readonly Block[];
  /** The table of contents of an EPUB. */
  readonly entries: readonly Entry[];
}

export function openBook(bytes: Uint8Array, name: string): Book {
  try {
    const book = openFormat(bytes, name);
    return { ...book, isGutenberg: isGutenberg(book) };
  } catch (error) {
    if (!(error instanceof NoBook)) throw error;
    throw new Problem(`${name} has ${error.message}, too many for one book; import its volumes one by one.`);
  }
}

function isGutenberg({ frame, leftOut }: Pick<Book, "frame" | "leftOut">): boolean {
  return frame.some(({ words }) => words > 0) || leftOut.wordsOf(noticesOfGutenberg) > 0;
}

function openFormat(bytes: Uint8Array, name: string): Omit<Book, "isGutenberg"> {
  if (bytes.length === 0) throw new Problem(`${name} is empty.`);
  const document = readDocument(bytes, name, "book");
  if (document !== undefined) {
    const book = readHtml(documentHtml(document));
    const { format, title = book.title, author = book.author } = document;
    return { ...book, title, author, words: wordsOfHtml(book), format, encoding: "utf-8", warnings: [], entries: [] };
  }
  if (isZip(bytes)) {
    const book = readEpub(bytes, name);
    return { ...book, words: wordsOfHtml(book), format: "EPUB", encoding: "utf-8", warnings: [] };
  }
  const { text, encoding, faults } = decodeAsIs(bytes, name);
  const warnings = faults === 0 ? [] : [`${faults} characters could not be read as ${encoding} and appear as "\ufffd"`];
  if (isHtml(text)) {
    const book = readHtml(text);
    return { ...book, words: wordsOfHtml(book), format: "HTML", encoding, warnings, entries: [] };
  }
  const inner = unwrap(unixLines(text));
  const { title, author, frame } = inner;
  return {
    blocks: textBlocks(inner.text, inner.line),
    words: countWords(inner.text),
    title,
    author,
    frame,
    leftOut: new Tally(),
    noteMarks: [],
    format: "text",
    encoding,
    warnings,
    entries: [],
  };
}

function wordsOfHtml({ blocks, leftOut }: HtmlBook): number {
  return wordsIn(blocks) + leftOut.leftOut().reduce((sum, { words }) => sum + words, 0);
}
