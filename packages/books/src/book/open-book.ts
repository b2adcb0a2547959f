import { Problem, sumOf } from "@plotline/base";
import { type Block, type Document, mustBeBook, NoBook, type SkippedText, Tally, wordsIn } from "@plotline/formats";
import { unixLines } from "@plotline/formats/node";
import type { Entry } from "../chapters/contents.ts";
import { readHtml } from "../html/contents-links.ts";
import { noticesOfGutenberg } from "../html/left-out.ts";
import type { OpenedFile } from "../open-file.ts";
import { readEpub } from "./epub.ts";
import { unwrapBlocks, unwrapText } from "./gutenberg.ts";
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
  const plain = { leftOut: new Tally(), noteMarks: [], entries: [], encoding: "utf-8", warnings: [] };
  if (file.kind === "document") {
    const { title, author, format } = file.document;
    const { blocks, frame, ...found } = unwrapBlocks(paragraphsOf(file.document));
    const named = { title: title ?? found.title, author: author ?? found.author };
    return { ...plain, blocks, frame, ...named, words: wordsIn(blocks), format };
  }
  if (file.kind === "EPUB") return { ...plain, ...counted(readEpub(file.archive, name)), format: "EPUB" };
  const { text, encoding, faults } = file;
  const warnings = faults === 0 ? [] : [`${faults} characters could not be read as ${encoding} and appear as "\ufffd"`];
  if (file.kind === "text") return { ...plain, ...unwrapText(unixLines(text)), format: "text", encoding, warnings };
  const page = readHtml(text);
  const book = counted({ ...page, ...unwrapBlocks(page.blocks, page.title) });
  return { ...plain, ...book, format: "HTML", encoding, warnings };
}

/** With its words: those of the blocks, and those that its markup says are not running text. */
function counted<Pages extends Pick<Book, "blocks" | "leftOut">>(pages: Pages): Pages & Pick<Book, "words"> {
  return { ...pages, words: wordsIn(pages.blocks) + sumOf(pages.leftOut.leftOut(), ({ words }) => words) };
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
