import { countWords } from "@plotline/align";
import type { Block } from "@plotline/formats";
import { runningBefore, sumsBefore, textBefore } from "../blocks/sums.ts";
import { type Aims, aimsOf } from "./aims.ts";
import { type Contents, findContents, type Headings } from "./contents.ts";
import { headingOf } from "./heading.ts";
import type { Heading } from "./heading-forms.ts";
import { withLearnedWords } from "./learned-words.ts";
import { type Line, linesOf } from "./lines.ts";

/** What is known of a book before it is divided. */
export interface StudiedBook {
  readonly blocks: readonly Block[];
  /** Its title, where the file says it. */
  readonly title?: string | undefined;
  /** How many words outside of contents lists, characters, and characters of long paragraphs are above each block, and above the end. */
  readonly words: Float64Array;
  readonly characters: Float64Array;
  readonly running: Float64Array;
  readonly headings: Headings;
  readonly contents: Contents;
  readonly aims: Aims;
  readonly lines: readonly Line[];
}

export function studied(blocks: readonly Block[], promised: Contents["entries"], title?: string): StudiedBook {
  const headings = withLearnedWords(blocks, allHeadings(blocks));
  const found = findContents(blocks, headings);
  const contents = promised.length > 0 ? { ...found, entries: promised, certain: true } : found;
  const aims = aimsOf(blocks, headings, found);
  return {
    blocks,
    title,
    words: sumsBefore(blocks, ({ text }, k) => (contents.has(k) ? 0 : countWords(text))),
    characters: textBefore(blocks),
    running: runningBefore(blocks),
    headings,
    contents,
    aims,
    lines: linesOf(blocks, headings, contents, aims),
  };
}

/** No real book has more lines that look like headings; such a file is a table or a list. */
export const mostHeadings = 6000;

function allHeadings(blocks: readonly Block[]): Headings {
  const headings = new Map<number, Heading>();
  for (let k = 0; k < blocks.length && headings.size <= mostHeadings; k++) {
    const heading = blocks[k]!.inner === true ? undefined : headingOf(blocks[k]!);
    if (heading !== undefined) headings.set(k, heading);
  }
  const hasSecond = [...headings.values()].some((heading) => heading.number === 2 && heading.class === "number");
  for (const [k, heading] of headings) if (!hasSecond && isTitleWithI(heading, blocks[k]!.text)) headings.delete(k);
  return headings;
}

/** `I Go to Bristol` where no `II` follows: no number, but a title that begins with "I". */
function isTitleWithI({ class: kind, number, title }: Heading, text: string): boolean {
  return kind === "number" && number === 1 && title !== "" && /^\s*I \p{L}/u.test(text);
}
