import type { Block } from "../book/block.ts";
import { type Contents, findContents, type Headings } from "./contents.ts";
import { doubtsAbout } from "./doubts.ts";
import { findBoundaries } from "./find-boundaries.ts";
import { headingOf } from "./heading.ts";
import type { Heading } from "./heading-forms.ts";
import { bookSections, type HeadingPlace, type Section } from "./sections.ts";
import { findStructure } from "./structure.ts";

export interface Chapters {
  /** Divided into acts and scenes, as plays are. */
  readonly scenic: boolean;
  readonly chapters: readonly Section[];
  /** Title page, contents, prefaces, cast list, notes: what is not the story. */
  readonly apart: readonly Section[];
  readonly headings: readonly HeadingPlace[];
  readonly contents: Contents;
  readonly warnings: readonly string[];
}

/** Finds the chapters of a book: headings first, then which of them number it, then what lies between those. */
export function chapterise(blocks: readonly Block[], promised: Contents["entries"] = []): Chapters {
  const all = allHeadings(blocks);
  const headings: Headings = all.size > mostHeadings ? new Map() : all;
  const found = findContents(blocks, headings);
  const contents = promised.length > 0 ? { ...found, entries: promised, certain: true } : found;
  const structure = findStructure(blocks, headings, contents);
  const { boundaries, warnings } = findBoundaries(blocks, headings, contents, structure);
  const sections = bookSections(blocks, boundaries, structure);
  return {
    ...sections,
    scenic: structure.scenic,
    contents,
    warnings: [...tooMany(all), ...warnings, ...doubtsAbout(blocks, sections.chapters, structure, contents, headings)],
  };
}

/** More lines than this that look like headings are no book's: tables, lists, or someone's joke. */
const mostHeadings = 6000;

function tooMany({ size }: Headings): string[] {
  if (size <= mostHeadings) return [];
  return [
    `over ${mostHeadings.toLocaleString("en")} lines look like headings, too many for a book; name those that are with --chapters`,
  ];
}

function allHeadings(blocks: readonly Block[]): Headings {
  const headings = new Map<number, Heading>();
  for (let k = 0; k < blocks.length && headings.size <= mostHeadings; k++) {
    const heading = headingOf(blocks[k]!);
    if (heading !== undefined) headings.set(k, heading);
  }
  return headings;
}
