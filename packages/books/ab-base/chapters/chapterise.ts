import { countWords } from "@plotline/align";
import type { Block } from "@plotline/formats";
import { runningBefore, sumsBefore, textBefore } from "../blocks/sums.ts";
import { aimsOf } from "./aims.ts";
import type { StudiedBook } from "./candidates.ts";
import { choose } from "./choose.ts";
import { type Contents, findContents, type Headings } from "./contents.ts";
import { isTitleWithI } from "./find-boundaries.ts";
import { headingOf } from "./heading.ts";
import type { Heading } from "./heading-forms.ts";
import { withLearnedWords } from "./learned-words.ts";
import type { HeadingPlace, Section } from "./sections.ts";

export interface Chapters {
  /** Divided into acts and scenes, as plays are. */
  readonly scenic: boolean;
  readonly chapters: readonly Section[];
  /** Title page, contents, prefaces, cast list, notes: what is not the story. */
  readonly apart: readonly Section[];
  readonly headings: readonly HeadingPlace[];
  readonly warnings: readonly string[];
}

/** Finds the chapters of a book: its headings are read in several ways, and the most likely one is taken. */
export function chapterise(blocks: readonly Block[], promised: Contents["entries"] = [], title?: string): Chapters {
  const { book, warnings } = studied(blocks, promised, title);
  const { structure, doubts, isSure, rival, ...division } = choose(book);
  const guessed = isSure ? [] : [guessOf(division.chapters, rival?.chapters ?? [])];
  return {
    ...division,
    scenic: structure.scenic,
    warnings: [...warnings, ...guessed, ...doubts.flatMap(({ text }) => text ?? [])],
  };
}

/** What the division and the most likely other one differ in, where that is little; otherwise how many chapters each has. */
function guessOf(chapters: readonly Section[], others: readonly Section[]): string {
  const [own, theirs] = [onlyIn(chapters, others), onlyIn(others, chapters)];
  if (others.length > 0 && own.length + theirs.length <= mostNamed) {
    const kept = own.length === 0 ? [] : [`${placesOf(own)}, which may begin no chapter`];
    const left = theirs.length === 0 ? [] : [`${placesOf(theirs)}, which may begin a chapter too`];
    return `look at ${[...kept, ...left].join("; and at ")}`;
  }
  const other =
    others.length === 0 ? "" : `; another division has ${others.length}, from ${placesOf(others.slice(0, 1))} on`;
  if (chapters.length === 1) return `that it is one chapter is a guess: look for headings inside${other}`;
  return `the ${chapters.length} chapters are a guess: look through their headings${other}`;
}

/** Sections that two divisions may differ in, to be named one by one. */
const mostNamed = 4;

function onlyIn(some: readonly Section[], others: readonly Section[]): Section[] {
  const known = new Set(others.map(({ at }) => at));
  return some.filter(({ at }) => !known.has(at));
}

function placesOf(sections: readonly Section[]): string {
  const places = sections.map(
    ({ heading, line }) => `${heading === "" ? "the text" : `"${heading.slice(0, 60)}"`} at line ${line}`,
  );
  return [places.slice(0, -1).join(", "), ...places.slice(-1)].filter(Boolean).join(" and ");
}

/** What is known of a book before it is divided. */
export function studied(
  blocks: readonly Block[],
  promised: Contents["entries"],
  title?: string,
): { book: StudiedBook; warnings: string[] } {
  const all = withLearnedWords(blocks, allHeadings(blocks));
  const headings: Headings = all.size > mostHeadings ? new Map() : all;
  const found = findContents(blocks, headings);
  const book: StudiedBook = {
    blocks,
    title,
    words: sumsBefore(blocks, ({ text }) => countWords(text)),
    characters: textBefore(blocks),
    running: runningBefore(blocks),
    headings,
    contents: promised.length > 0 ? { ...found, entries: promised, certain: true } : found,
    aims: aimsOf(blocks, headings, found),
  };
  return { book, warnings: tooMany(all) };
}

/** No real book has more lines that look like headings; such a file is a table or a list. */
const mostHeadings = 6000;

function tooMany({ size }: Headings): string[] {
  if (size <= mostHeadings) return [];
  return [`over ${mostHeadings.toLocaleString("en")} lines look like headings, too many for a book`];
}

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
