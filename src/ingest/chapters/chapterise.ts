import type { Block } from "../blocks/block.ts";
import { type Aims, aimsOf } from "./aims.ts";
import { type Contents, findContents, type Headings } from "./contents.ts";
import { countedBefore, type Doubt, doubtsAbout } from "./doubts.ts";
import { findBoundaries, isTitleWithI } from "./find-boundaries.ts";
import { headingOf } from "./heading.ts";
import type { Heading } from "./heading-forms.ts";
import { withLearnedWords } from "./learned-words.ts";
import { doubtWeights } from "./limits.ts";
import { bookSections, type HeadingPlace, type Section } from "./sections.ts";
import { setAlike } from "./set-alike.ts";
import { findStructure, type Reading } from "./structure.ts";

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

/**
 * Finds the chapters of a book: its headings are read in several ways (all of them, only those that the contents list
 * names; by their words, by their numbers, by their titles), and the division is taken that least speaks against.
 */
export function chapterise(blocks: readonly Block[], promised: Contents["entries"] = []): Chapters {
  const all = withLearnedWords(blocks, allHeadings(blocks));
  const headings: Headings = all.size > mostHeadings ? new Map() : all;
  const found = findContents(blocks, headings);
  const contents = promised.length > 0 ? { ...found, entries: promised, certain: true } : found;
  const aims = aimsOf(blocks, headings, found);
  const book: Book = { blocks, wordsBefore: countedBefore(blocks), headings, contents, aims };
  const best = bestDivision(book);
  return { ...best, contents, warnings: [...tooMany(all), ...best.doubts.map(({ text }) => text)] };
}

interface Book {
  readonly blocks: readonly Block[];
  readonly wordsBefore: Float64Array;
  readonly headings: Headings;
  readonly contents: Contents;
  readonly aims: Aims;
}

interface Division extends Pick<Chapters, "scenic" | "chapters" | "apart" | "headings"> {
  readonly doubts: readonly Doubt[];
  readonly weight: number;
  /** Numbers say which headings are chapters or parts. */
  readonly isCounted: boolean;
}

/** The usual reading, unless another has less against it: a little less, by what the list names, or clearly less. */
function bestDivision(book: Book): Division {
  let best = divided(book, {});
  if (best.weight < doubtWeights.marginOfListed) return best;
  for (const reading of otherReadings(book)) {
    const isListed = reading.aims !== undefined && reading.alike !== true;
    const margin = isListed ? doubtWeights.marginOfListed : doubtWeights.margin;
    if (best.weight < margin) continue;
    const other = divided(book, reading);
    // Without any heading, little speaks against a division.
    if (!isListed && other.chapters.length < doubtWeights.leastOfGuess) continue;
    if (other.weight < best.weight - margin) best = isListed || other.isCounted ? other : guessed(other);
  }
  return best;
}

/** By how lines are set alone: whoever imports the book should look. */
function guessed(division: Division): Division {
  const text = `the ${division.chapters.length} chapters are known only by how their headings are set`;
  return { ...division, doubts: [...division.doubts, { text, weight: 0 }] };
}

function otherReadings({ blocks, headings, contents, aims }: Book): Reading[] {
  const preferred = (["words", "numbers", "titles"] as const).map((prefer) => ({ prefer }));
  const listed = aims.size === 0 ? [] : [{ aims }, ...preferred.map((reading) => ({ ...reading, aims }))];
  const alike = setAlike(blocks, headings, contents).map((own) => ({
    aims: own,
    prefer: "titles" as const,
    alike: true,
  }));
  return [...listed, ...preferred, ...alike];
}

function divided(book: Book, reading: Reading): Division {
  const { blocks, headings, contents, aims } = book;
  const structure = findStructure(blocks, headings, contents, reading);
  const sections = bookSections(blocks, findBoundaries(blocks, headings, contents, structure, aims), structure);
  const doubts = doubtsAbout({ ...sections, ...book, structure });
  return {
    scenic: structure.scenic,
    chapters: sections.chapters,
    apart: sections.apart,
    headings: sections.headings,
    doubts: doubts.filter(({ text }) => text !== ""),
    weight: doubts.reduce((sum, { weight }) => sum + weight, 0),
    isCounted: structure.leaves.length + structure.divisions.length > 0,
  };
}

/** More lines than this that look like headings are no book's: tables, lists, or someone's joke. */
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
