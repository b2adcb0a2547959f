import type { Block } from "@plotline/formats";
import type { StudiedBook } from "./candidates.ts";
import type { Contents } from "./contents.ts";
import { keyOf, titleKey } from "./lettering.ts";
import type { Section } from "./sections.ts";

/** The first blocks of a book, among which its title is: few where it must be the same, more where it may be longer. */
export const titlePageBlocks = { same: 5, like: 8, within: 25 } as const;

/** A line is the title, as the title page prints it. */
export function isOnTitlePage(text: string, at: number, blocks: readonly Block[], contents: Contents): boolean {
  const key = titleKey(text);
  return blocks
    .slice(0, Math.min(at, titlePageBlocks.same))
    .some((block, k) => !contents.has(k) && keyOf(block) === key);
}

/** A heading begins as the title does, as the file or the title page gives it, or the title as the heading. */
export function isLikeTitle({ heading, at }: Section, { blocks, title = "" }: StudiedBook): boolean {
  const key = titleKey(heading);
  const [name = ""] = title.split(/[:;(—]|, or /);
  if (titleKey(name).length > 3 && startsWithEither(titleKey(name), key)) return true;
  return blocks
    .slice(0, Math.min(at, titlePageBlocks.like))
    .some((block) => block.text.length < 200 && keyOf(block).length > 3 && startsWithEither(keyOf(block), key));
}

function startsWithEither(a: string, b: string): boolean {
  return b !== "" && (a.startsWith(b) || b.startsWith(a));
}

/** A heading is a line of the title page, with or without more: a poem or a letter on its own page. */
export function repeatsTitlePage({ heading, at }: Section, blocks: readonly Block[]): boolean {
  const key = titleKey(heading);
  return blocks
    .slice(0, Math.min(at, titlePageBlocks.within))
    .some(
      (block) => block.text.length < heading.length + 40 && key.startsWith(keyOf(block)) && keyOf(block).length > 5,
    );
}
