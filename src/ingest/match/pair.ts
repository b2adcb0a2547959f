import { dirname, sep } from "node:path";
import type { NewWork } from "../../corpus/store.ts";
import type { Kind } from "../../corpus/types.ts";
import { Problem } from "../../problem.ts";
import { plainBytes } from "../book/plain-file.ts";
import { readStory, type Story } from "../book/story.ts";
import { type Guide, readGuide } from "../guide/guide.ts";
import { matchWithMap } from "./apply-map.ts";
import { readMap } from "./map-file.ts";
import type { Match } from "./match.ts";

/** A book and perhaps its guide, each in a file; and what a person has decided about them. */
export interface PairFiles {
  readonly book: string;
  readonly guide?: string;
  readonly title?: string;
  readonly kind?: Kind;
  /** The headings of the chapters, as `--chapters` reads them. */
  readonly headings?: readonly string[];
  /** Which section tells which chapter, as `--map` reads it. */
  readonly map?: string;
}

/** A book beside its guide: what would be written, and why. */
export interface Pair {
  readonly story: Story;
  readonly title: string;
  readonly kind: Kind;
  readonly matches: readonly Match[];
  /** Chapters that no section tells. */
  readonly untold: readonly number[];
  readonly notes: readonly string[];
}

/** Takes a book apart and lays its guide beside it; writes nothing. Messages name the files without their folder. */
export function readPair(files: PairFiles): Pair {
  try {
    return pairOf(files);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.message.replaceAll(`${dirname(files.book)}${sep}`, ""));
  }
}

/** The whole pair as one work, so that both are written or neither. */
export function workOfPair(
  { story, title, kind, matches }: Pair,
  sources: Pick<NewWork, "story" | "summary">,
): NewWork {
  const bullets = new Map(matches.flatMap(({ chapters }) => chapters.map((each) => [each.number, each.bullets])));
  return {
    title,
    kind,
    ...sources,
    headings: story.chapters.map(({ heading }) => heading),
    chapters: story.chapters.map(({ paragraphs }, number) => ({ story: paragraphs, summary: bullets.get(number) })),
  };
}

function pairOf({ book, guide: guideFile, map, headings, ...files }: PairFiles): Pair {
  const story = readStory(plainBytes(book), book, { chapters: headings });
  const title = (files.title ?? story.title ?? "").trim();
  const numbers = [...story.chapters.keys()];
  const guide: Guide = guideFile === undefined ? { sections: [], notes: [] } : readGuide(guideFile, title);
  const chapters = story.chapters.map(({ heading, paragraphs }, number) => ({ number, heading, story: paragraphs }));
  const lines = map === undefined ? [] : readMap(map, "The matching", guide.sections, numbers);
  const matches = guide.sections.length === 0 ? [] : matchWithMap(guide.sections, chapters, lines, title);
  const told = new Set(matches.flatMap((match) => match.chapters.map(({ number }) => number)));
  return {
    story,
    title,
    kind: files.kind ?? story.kind,
    matches,
    untold: numbers.filter((number) => !told.has(number)),
    notes: guide.notes,
  };
}
