import type { Alignment } from "@plotline/align";
import { escaped } from "@plotline/formats";
import type { QuizQuestion } from "@plotline/questions";
import { dataOpen, slots } from "./slots.ts";

/** A book with its guide and its quiz, as one file to read. */
export interface ReadingPage {
  readonly title: string;
  readonly chapters: readonly PageChapter[];
  readonly questions: readonly QuizQuestion[];
  /** How the links were made, for the page with the contents. */
  readonly madeBy: string;
}

export interface PageChapter {
  readonly number: number;
  /** What the book calls it, and the word for it in a web address. */
  readonly address: string;
  readonly title: string | null;
  readonly slug: string;
  readonly summary: readonly string[];
  readonly story: readonly string[];
  /** With the sentences that carry them. */
  readonly links: Alignment;
}

/** What the file holds: a question's passage is in the book already. */
export interface PageData extends Omit<ReadingPage, "questions"> {
  readonly questions: readonly (Omit<QuizQuestion, "passage"> & { readonly passage: readonly number[] })[];
}

/**
 * One HTML file to read a guide and its story side by side, with recap and quiz. It loads nothing from the network.
 * `template` is the app as the build leaves it in one file.
 */
export function readingPage(template: string, page: ReadingPage): string {
  const stories = new Map(page.chapters.map(({ number, story }) => [number, story]));
  const questions = page.questions.map(({ passage, ...question }) => ({
    ...question,
    passage: passage.map((text) => stories.get(question.chapter)?.indexOf(text) ?? -1).filter((at) => at >= 0),
  }));
  const data: PageData = { ...page, questions };
  // A novel has thousands of scores, and `<` would end the element.
  const rounded = (_: string, value: unknown) => (typeof value === "number" ? Math.round(value * 1000) / 1000 : value);
  return template
    .replace(slots.title, () => escaped(page.title))
    .replace(slots.book, () => JSON.stringify(data, rounded).replaceAll("<", "\\u003c"));
}

/** Whether an HTML file is such a page. */
export function isReadingPage(html: string): boolean {
  return html.includes(dataOpen);
}
