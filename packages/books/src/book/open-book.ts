import { counted, Problem, sumOf } from "@plotline/base";
import { type Document, mustBeBook, NoBook, Tally, textBlocks, wordsIn } from "@plotline/formats";
import { unixLines } from "@plotline/formats/node";
import type { Entry } from "../chapters/contents.ts";
import { isCutPage } from "../html/cut-page.ts";
import { noticesOfGutenberg } from "../html/left-out.ts";
import type { OpenedFile } from "../open-file.ts";
import { readEpub } from "./epub.ts";
import { unwrap } from "./gutenberg.ts";
import { type HtmlBook, readHtml, withoutFrame } from "./html.ts";
import type { Story } from "./types.ts";

export interface Book extends HtmlBook, Pick<Story, "format" | "encoding" | "isGutenberg"> {
  /** Sentences on characters that could not be read. */
  readonly warnings: readonly string[];
  /** How many words its body has: all but what others wrote around it. */
  readonly words: number;
  /** Whether its end is missing. */
  readonly isCut: boolean;
  /** The table of contents of an EPUB. */
  readonly entries: readonly Entry[];
}

export function openBook(file: OpenedFile, name: string): Book {
  try {
    const book = { encoding: "utf-8", warnings: [], isCut: false, entries: [], ...read(file, name) };
    const { blocks, frame, leftOut } = book;
    const words = wordsIn(blocks) + sumOf(leftOut.leftOut(), (each) => each.words);
    mustBeBook({ words, blocks }, name);
    const isGutenberg = frame.some((each) => each.words > 0) || leftOut.wordsOf(noticesOfGutenberg) > 0;
    return { ...book, words, isGutenberg };
  } catch (error) {
    if (!(error instanceof NoBook)) throw error;
    throw new Problem(`${name} has ${error.message}, too many for one book; import its volumes one by one.`);
  }
}

function read(file: OpenedFile, name: string): HtmlBook & Pick<Book, "format"> & Partial<Book> {
  if (file.kind === "document") return { ...documentBook(file.document), format: file.document.format };
  if (file.kind === "EPUB") return { ...readEpub(file.archive, name), format: "EPUB" };
  const { text, encoding, faults } = file;
  const unread = `${counted(faults, "character")} could not be read as ${encoding}, shown as "\ufffd": save the file as UTF-8`;
  const warnings = faults === 0 ? [] : [unread];
  return file.kind === "HTML"
    ? { ...readHtml(text), isCut: isCutPage(text), format: "HTML", encoding, warnings }
    : { ...plainBook(text), format: "text", encoding, warnings };
}

function plainBook(printed: string): HtmlBook {
  const { text, line, ...around } = unwrap(unixLines(printed));
  return { ...around, blocks: textBlocks(text, line), leftOut: new Tally(), noteMarks: [] };
}

/**
 * A book in a document of a word processor, or a PDF. Two line breaks in a row end a paragraph, as on a page; a block's line
 * is its place in the document.
 */
function documentBook(document: Document): HtmlBook {
  const blocks = document.blocks.flatMap((block, k) => {
    const paragraphs = block.level > 0 ? [block.text] : block.text.split(/\n{2,}/);
    return paragraphs.map((text, n) => ({ ...block, text, gap: n > 0 ? 2 : block.gap, line: k + 1 }));
  });
  const book = withoutFrame({ blocks, title: undefined, leftOut: new Tally(), noteMarks: [] });
  return { ...book, title: document.title ?? book.title, author: document.author ?? book.author };
}
