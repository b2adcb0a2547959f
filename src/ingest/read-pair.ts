import { dirname, sep } from "node:path";
import type { NewWork } from "../corpus/changes/store.ts";
import type { Kind } from "../corpus/types.ts";
import { Problem } from "../problem.ts";
import { readStory } from "./book/story.ts";
import type { Story } from "./book/types.ts";
import { plainBytes } from "./files/plain-file.ts";
import { type Guide, readGuide } from "./guide/guide.ts";
import { type Assignment, assignSections, chaptersOf } from "./match/assign.ts";

/** A book and perhaps its guide, each in a file; and what a person has decided about them. */
export interface PairFiles {
  readonly book: string;
  readonly guide?: string;
  readonly title?: string;
  readonly kind?: Kind;
  /** The headings of the chapters, as `--chapters` reads them. */
  readonly headings?: readonly string[];
  /** Which section covers which chapter, as `--map` reads it. */
  readonly map?: string;
}

/** A book next to its guide: what would be written, and why. */
export interface Pair extends Assignment {
  readonly story: Story;
  readonly title: string;
  readonly kind: Kind;
  /** What was left out of the guide. */
  readonly notes: readonly string[];
}

/** Takes a book apart and lays its guide next to it; writes nothing. Messages name the files without their folder. */
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
  { story, title, kind, bullets, pointParagraphs }: Pair,
  sources: Pick<NewWork, "story" | "summary">,
): NewWork {
  return {
    title,
    kind,
    ...sources,
    headings: story.chapters.map(({ heading }) => heading),
    pointParagraphs,
    chapters: story.chapters.map(({ paragraphs, marks }, number) => ({
      story: paragraphs,
      summary: bullets.get(number),
      marks,
    })),
  };
}

function pairOf({ book, guide: guideFile, map, headings, ...files }: PairFiles): Pair {
  const story = readStory(plainBytes(book), book, { chapters: headings });
  const title = (files.title ?? story.title ?? "").trim();
  const guide: Guide = guideFile === undefined ? { sections: [], notes: [] } : readGuide(guideFile, title);
  const decided = map === undefined ? undefined : { text: map, file: "The matching" };
  const assigned = assignSections(chaptersOf(story), guide.sections, { title, map: decided });
  return {
    ...assigned,
    story,
    title,
    kind: files.kind ?? story.kind,
    notes: [...guide.notes, ...assigned.cuts],
  };
}
