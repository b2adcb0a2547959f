import type { Alignment, PointChoice, Readable } from "@plotline/align";
import { Problem, startsOf } from "@plotline/base";
import { type BookChapter, chaptersOf, type GuidePoint } from "@plotline/books";
import { type Pair, readPair } from "@plotline/books/node";
import { addressesOf, chapterIndex } from "@plotline/corpus";
import type { ReadingPage } from "./page.ts";
import { plainName } from "./page-file.ts";

/** A book and its guide, ready to be aligned and read together. */
export interface SideBySide {
  readonly title: string;
  readonly parts: readonly Part[];
  /** Whether the book has chapters, so that their headings are worth showing. */
  readonly hasChapters: boolean;
  readonly notes: readonly Note[];
}

/** What is aligned at once: a chapter with its section of the guide, or everything where the guide has no sections. */
export interface Part {
  readonly headings: readonly string[];
  readonly chapters: readonly (readonly string[])[];
  readonly points: readonly GuidePoint[];
}

/** Something that a person should know: the file and a sentence without its full stop. */
export interface Note {
  readonly text: string;
  /** Shown even with --quiet. */
  readonly alarm: boolean;
}

export interface SideBySideOptions {
  readonly title?: string;
  /** Only this chapter: its address, or its place counted from 1. */
  readonly chapter?: string;
  /** Whether paragraphs of prose are cut into sentences, each of them a point. */
  readonly points?: PointChoice;
}

export interface BookAndGuide {
  readonly book: string;
  readonly guide: string;
}

/** Reads a book and its guide and matches their parts; writes nothing. */
export function readSideBySide({ book, guide }: BookAndGuide, options: SideBySideOptions = {}): SideBySide {
  const { title, points } = options;
  const pair = readPair({ book, guide, title, points, untitled: plainName(book) });
  const { story, notes, cuts } = pair;
  const chapter = options.chapter === undefined ? undefined : chapterIndex(book, story.addresses, options.chapter);
  const chapters = chaptersOf(story).filter(({ number }) => chapter === undefined || number === chapter);
  // A guide in one piece is spread along the whole book, unless a person named its chapter.
  const inOnePiece = story.chapters.length === 1 || (pair.whole && chapter !== undefined);
  const parts = inOnePiece ? [asOnePart(chapters, pair)] : chapters.map((each) => partOf(each, pair));
  if (parts.every(({ points }) => points.length === 0)) throw new Problem(`${guide} has no section on this chapter.`);
  // A single section that covers everything leaves nothing unsure or uncovered.
  const doubts = inOnePiece && pair.matches.length === 1 ? [] : pair.doubts;
  return {
    title: pair.title,
    parts,
    hasChapters: story.chapters.length > 1,
    notes: [
      ...story.warnings.map(({ kind, text }) => ({ text: `${book}: ${text}`, alarm: /^(alarm|cut)$/.test(kind) })),
      ...[...notes, ...[...cuts, ...doubts].map((text) => `${guide}: ${text}`)].map((text) => ({ text, alarm: false })),
    ],
  };
}

function partOf({ number, heading = "", story }: BookChapter, { points }: Pair): Part {
  return {
    headings: [heading],
    chapters: [story],
    points: points.get(number) ?? [],
  };
}

function asOnePart(chapters: readonly BookChapter[], { undivided }: Pair): Part {
  return {
    headings: chapters.map(({ heading = "" }) => heading),
    chapters: chapters.map(({ story }) => story),
    points: undivided,
  };
}

/** The parts as chapters that a method aligns. */
export function chaptersToAlign({ title, parts }: SideBySide, language?: string): Readable[] {
  return parts.map(({ points, chapters }, number) => ({
    work: title,
    number,
    summary: points.map(({ text }) => text),
    story: chapters.flat(),
    language,
  }));
}

/** The links of each part, with points and paragraphs numbered through the whole book. */
export function numberedThroughBook({ parts }: SideBySide, links: readonly Alignment[]): Alignment {
  const points = startsOf(parts.map((part) => part.points));
  const paragraphs = startsOf(parts.map(({ chapters }) => chapters.flat()));
  return links.flatMap((own, k) =>
    own.map((link) => ({ ...link, summary: link.summary + points[k]!, story: link.story + paragraphs[k]! })),
  );
}

/** What the page shows; `madeBy` is for its contents. */
export function pageOf(
  { title, parts }: SideBySide,
  links: readonly Alignment[],
  others: Pick<ReadingPage, "questions" | "madeBy">,
): ReadingPage {
  const addresses = addressesOf(parts.map(({ headings }) => (headings.length === 1 ? (headings[0] ?? "") : "")));
  const chapters = parts.map(({ chapters: story, points }, number) => {
    const { label, title: name } = addresses[number]!;
    return {
      number,
      address: parts.length === 1 && name === "" ? "The text" : label || name,
      title: label === "" || name === "" ? null : name,
      slug: String(number + 1),
      summary: points.map(({ text }) => text),
      story: story.flat(),
      links: links[number] ?? [],
    };
  });
  return { title, chapters, ...others };
}
