import type { Story } from "../book/story.ts";
import { type GuideSection, matchGuide } from "./match.ts";

/** For each chapter of a story the bullets that tell it, none where the guide leaves it out; and what is doubtful. */
export interface Beside {
  readonly bullets: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** Lays the sections of a guide beside the chapters of a story. */
export function beside(story: Story, sections: readonly GuideSection[]): Beside {
  const chapters = story.chapters.map(({ heading, paragraphs }, number) => ({ number, heading, story: paragraphs }));
  const bullets = chapters.map((): string[] => []);
  const notes: string[] = [];
  for (const { section, chapters: told, sure, why } of matchGuide(sections, chapters, story.title)) {
    for (const each of told) bullets[each.number]?.push(...each.bullets);
    if (told.length === 0) notes.push(`"${section.name}" is left out: it ${why ?? "fits no chapter"}`);
    else if (!sure) notes.push(`it is not sure which chapter "${section.name}" tells${why ? `: ${why}` : ""}`);
  }
  return { bullets, notes };
}
