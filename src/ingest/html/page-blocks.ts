import type { Tally } from "../blocks/account.ts";
import type { Block } from "../blocks/block.ts";
import { everything, type PageLink, Reader } from "./page-reader.ts";

interface HtmlText {
  readonly blocks: Block[];
  readonly title: string | undefined;
  /** The block that each element with an id begins with. */
  readonly anchors: ReadonlyMap<string, number>;
  /** The links to places of the same page, in order. */
  readonly links: readonly PageLink[];
  /** What the page has besides its blocks: footnotes, page numbers, captions. */
  readonly leftOut: Tally;
  /** What the page is, as its `body` or its first section says: `frontmatter`, `titlepage`, `chapter`. */
  readonly matter: string;
  /** The marks of footnotes among that. */
  readonly noteMarks: readonly string[];
}

/**
 * The text of an HTML page, block by block. Works on tokens, without a tree, so that nesting costs nothing. An element that
 * is left out and never closed would take the rest of the page with it: the page is read again with it.
 */
export function htmlBlocks(html: string, firstLine = 1): HtmlText {
  const taken = new Set<number>();
  for (;;) {
    const reader = new Reader(html, firstLine, taken);
    if (reader.unclosed === undefined) return reader;
    taken.add(taken.size < mostUnclosed ? reader.unclosed : everything);
  }
}

const mostUnclosed = 4;
