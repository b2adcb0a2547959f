import type { ChapterAddress, Kind } from "@plotline/align";
import type { Account, DocumentFormat, SkippedText } from "@plotline/formats";
import type { Reason } from "../chapters/reasons.ts";

/** A book, taken apart: what goes into a corpus, and why. */
export interface Story {
  readonly title: string | undefined;
  readonly author: string | undefined;
  /** As the file itself names it. */
  readonly licence?: string;
  readonly kind: Kind;
  readonly format: "text" | "HTML" | "EPUB" | "TEI" | DocumentFormat;
  readonly encoding: string;
  readonly chapters: readonly StoryChapter[];
  /** How the book names its chapters, in their order. */
  readonly addresses: readonly ChapterAddress[];
  /** What the user should look at; first the alarms. */
  readonly warnings: readonly Warning[];
  /** What is not in the chapters. */
  readonly stripped: readonly SkippedText[];
  /** Project Gutenberg's header, footer or notices were around it. */
  readonly isGutenberg: boolean;
  readonly account: Account;
  /** The speakers of a play, most talkative first. */
  readonly cast: readonly string[];
}

/** Something that the user should look at, in a sentence without its full stop. */
export interface Warning {
  /** Nobody may miss that text was cut off, or an alarm: text is missing, or chapters. Otherwise what may be wrong: the chapters, or single characters and brackets. */
  readonly kind: "alarm" | "cut" | "chapters" | "characters";
  readonly text: string;
}

/** The warnings of some kinds, or all of them, as they are shown. */
export function warningTexts(warnings: readonly Warning[], ...only: readonly Warning["kind"][]): string[] {
  return warnings.filter(({ kind }) => only.length === 0 || only.includes(kind)).map(({ text }) => text);
}

export interface StoryChapter {
  readonly heading: string;
  /** The line of the file that it begins on; of an EPUB, the block. */
  readonly line: number;
  readonly paragraphs: readonly string[];
  readonly words: number;
  /** Why it begins there. */
  readonly reasons: readonly Reason[];
}
