import { type Block, type Document, Tally } from "@plotline/formats";
import { BlockWriter } from "../html/block-writer.ts";
import { type HtmlBook, withoutFrame } from "./html.ts";

/** A book in a document of a word processor, or a PDF. */
export function documentBook(document: Document): HtmlBook {
  const book = withoutFrame({ blocks: blocksOf(document), title: undefined, leftOut: new Tally(), noteMarks: [] });
  return { ...book, title: document.title ?? book.title, author: document.author ?? book.author };
}

/** Headings have wide space above them, and two line breaks in a row end a paragraph, as on a page. */
function blocksOf({ blocks }: Document): Block[] {
  const writer = new BlockWriter("");
  const places: number[] = [];
  blocks.forEach(({ level, text }, k) => {
    writer.level = level;
    if (level > 0) writer.gap = 4;
    for (const [n, line] of text.split("\n").entries()) {
      if (n > 0) writer.breakLine();
      writer.add(0, line);
    }
    writer.flush();
    while (places.length < writer.blocks.length) places.push(k + 1);
  });
  return writer.blocks.map((block, k) => ({ ...block, line: places[k]! }));
}
