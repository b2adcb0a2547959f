import { type Block, type Document, Tally } from "@plotline/formats";
import { type HtmlBook, withoutFrame } from "./html.ts";

/** A book in a document of a word processor, or a PDF. */
export function documentBook(document: Document): HtmlBook {
  const book = withoutFrame({ blocks: blocksOf(document), title: undefined, leftOut: new Tally(), noteMarks: [] });
  return { ...book, title: document.title ?? book.title, author: document.author ?? book.author };
}

/** Two line breaks in a row end a paragraph, as on a page. A block's line is its place in the document. */
function blocksOf({ blocks }: Document): Block[] {
  return blocks.flatMap((block, k) =>
    (block.level > 0 ? [block.text] : block.text.split(/\n{2,}/)).map((text, n) => ({
      ...block,
      text,
      gap: n > 0 ? 2 : block.gap,
      line: k + 1,
    })),
  );
}
