import type { Kind, PointChoice } from "@plotline/align";
import type { NewWork } from "@plotline/corpus/node";
import { bytesOfFile, type GivenFile, nameOfFile } from "@plotline/formats/node";
import { detectLanguage } from "@plotline/text";
import { readStory } from "./book/story.ts";
import type { Story } from "./book/types.ts";
import { type Guide, readGuide } from "./guide/guide.ts";
import { type Assignment, assignSections, chaptersOf, textsOf } from "./match/assign.ts";

/** A book and perhaps its guide, each in a file; and what a person has decided about them. */
export interface PairFiles {
  readonly book: GivenFile;
  readonly guide?: GivenFile;
  readonly title?: string;
  /** What it is called where neither a person nor the book says so. */
  readonly untitled?: string;
  readonly kind?: Kind;
  /** The headings of the chapters, as `--headings` reads them. */
  readonly headings?: readonly string[];
  /** Which section covers which chapter, as `--map` reads it. */
  readonly map?: string;
  /** Whether paragraphs of prose are cut into sentences, each of them a point. */
  readonly points?: PointChoice;
}

/** A book next to its guide: what would be written, and why. */
export interface Pair extends Assignment {
  readonly story: Story;
  readonly title: string;
  readonly kind: Kind;
  /** What was left out of the guide. */
  readonly notes: readonly string[];
}

/** Takes a book apart and lays its guide next to it; writes nothing. */
export function readPair({ book, guide: guideFile, map, headings, points, ...files }: PairFiles): Pair {
  const story = readStory(bytesOfFile(book), nameOfFile(book), { chapters: headings });
  const title = (files.title ?? story.title ?? files.untitled ?? "").trim();
  const guide: Guide = guideFile === undefined ? { sections: [], notes: [] } : readGuide(guideFile, title);
  const decided = map === undefined ? undefined : { text: map, file: "The matching" };
  return {
    ...assignSections(chaptersOf(story), guide.sections, { title, map: decided, points }),
    story,
    title,
    kind: files.kind ?? story.kind,
    notes: guide.notes,
  };
}

/** The whole pair as one work, so that both are written or neither. */
export function workOfPair(
  { story, title, kind, points }: Pair,
  { language = languageOf(story), ...sources }: Pick<NewWork, "story" | "summary" | "language">,
): NewWork {
  const texts = textsOf(points);
  return {
    title,
    author: story.author,
    kind,
    language,
    ...sources,
    headings: story.chapters.map(({ heading }) => heading),
    chapters: story.chapters.map(({ paragraphs }, number) => ({
      story: paragraphs,
      summary: texts.get(number),
    })),
  };
}

/** English is not noted, since nearly every text is. */
function languageOf({ chapters }: Story): string | undefined {
  const { code } = detectLanguage(chapters.flatMap(({ paragraphs }) => paragraphs));
  return code === "en" || code === "und" ? undefined : code;
}
