import { type Block, type SkippedText, type Tally, wordsIn } from "@plotline/formats";
import { withAims } from "../html/contents-links.ts";
import { htmlBlocks } from "../html/page-blocks.ts";
import { isEndMarker, unwrap } from "./gutenberg.ts";

export interface HtmlBook {
  readonly blocks: readonly Block[];
  readonly title: string | undefined;
  readonly author: string | undefined;
  /** What others wrote around the book. */
  readonly frame: readonly SkippedText[];
  readonly leftOut: Tally;
  readonly noteMarks: readonly string[];
}

/** A book in one HTML file. */
export function readHtml(html: string): HtmlBook {
  const page = htmlBlocks(html);
  const { blocks, navigation } = withAims(page.blocks, page.anchors, page.links);
  if (navigation.length > 0) page.leftOut.add("links from place to place", wordsIn(navigation), { count: 0 });
  const { title, leftOut, noteMarks } = page;
  return withoutFrame({ blocks, title, leftOut, noteMarks });
}

type Page = Pick<HtmlBook, "blocks" | "title" | "leftOut" | "noteMarks">;

/** What is between the markers of Project Gutenberg, if a page has them. */
export function withoutFrame({ blocks, title, leftOut, noteMarks }: Page): HtmlBook {
  const early = blocks.slice(0, Math.min(200, blocks.length / 2));
  const start = Math.max(
    early.findLastIndex(({ text }) => startMarker.test(text)),
    early.slice(0, 40).findLastIndex(({ text }) => headerField.test(text)),
  );
  const end = blocks.findIndex(({ text, listed }, k) => k > start && listed !== true && isEndMarker(text));
  const opening = blocks.slice(0, 40).map(({ text }) => text);
  const head = unwrap(opening.join("\n\n"));
  const last = end < 0 ? blocks.length : end;
  const around = wordsIn(blocks, 0, start + 1) + wordsIn(blocks, last);
  const named = head.title ?? title?.replace(aroundTitle, "").trim();
  return {
    blocks: blocks.slice(start + 1, last),
    title: named || undefined,
    author: head.author,
    frame:
      start >= 0 || end >= 0 ? [{ what: "Project Gutenberg's header and footer", words: around, explained: true }] : [],
    leftOut,
    noteMarks,
  };
}

const aroundTitle =
  /^The Project Gutenberg e?-?(?:Book|text) of |^The Project Gutenberg eBook, |,? by [^,]+$|\s*\|\s*Project Gutenberg\s*$/gi;
const startMarker = /\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG|\*END\*? ?THE SMALL PRINT/i;
const headerField = /^(?:character set encoding|edition|release date|language)\s*:/i;
