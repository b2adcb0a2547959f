import type { Block } from "@plotline/formats";
import { choose } from "./choose.ts";
import type { Contents } from "./contents.ts";
import { type Sections, sectionsOf } from "./sections.ts";
import { mostHeadings, studied } from "./study.ts";
import { warningsOf } from "./warnings.ts";

export interface Chapters extends Sections {
  /** Divided into acts and scenes, as plays are. */
  readonly scenic: boolean;
  readonly warnings: readonly string[];
}

/** Finds the chapters of a book: simple finders propose divisions, and the one that the learned choice prefers is taken. */
export function chapterise(blocks: readonly Block[], promised: Contents["entries"] = [], title?: string): Chapters {
  const book = studied(blocks, promised, title);
  const choice = choose(book);
  const sections = sectionsOf(book, choice.division);
  const { chapters } = choice.division;
  const scenes = chapters.filter(({ form }) => form === "act" || form === "scene").length;
  return {
    ...sections,
    scenic: scenes > chapters.length / 2,
    warnings: [...tooMany(book.headings.size), ...warningsOf(book, choice, sections.chapters)],
  };
}

function tooMany(size: number): string[] {
  if (size <= mostHeadings) return [];
  return [`over ${mostHeadings.toLocaleString("en")} lines look like headings, too many for a book`];
}
