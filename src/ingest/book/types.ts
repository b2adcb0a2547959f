import type { ChapterAddress } from "../../corpus/addresses/address.ts";
import type { ChapterMarks } from "../../corpus/marks/marks.ts";
import type { Kind } from "../../corpus/types.ts";
import type { Account } from "../blocks/account.ts";
import type { DocumentFormat } from "../documents/document.ts";

/** A book, taken apart: what goes into a corpus, and why. */
export interface Story {
  readonly title: string | undefined;
  readonly author: string | undefined;
  /** As the file itself names it. */
  readonly licence?: string;
  readonly kind: Kind;
  readonly format: "text" | "HTML" | "EPUB" | DocumentFormat;
  readonly encoding: string;
  readonly chapters: readonly StoryChapter[];
  /** How the book names its chapters, in their order. */
  readonly addresses: readonly ChapterAddress[];
  /** What the user should look at; first what nobody may miss. */
  readonly warnings: readonly string[];
  /** Those of the warnings that nobody may miss: text is missing, or chapters. */
  readonly alarms: readonly string[];
  /** What is not in the chapters, each with how many words it has. */
  readonly stripped: readonly string[];
  readonly account: Account;
  /** The speakers of a play, most talkative first. */
  readonly cast: readonly string[];
}

export interface StoryChapter {
  readonly heading: string;
  /** The line of the file that it begins on; of an EPUB, the block. */
  readonly line: number;
  readonly paragraphs: readonly string[];
  readonly words: number;
  readonly evidence: readonly string[];
  /** What the markup of an edition says of its paragraphs. */
  readonly marks?: ChapterMarks;
}
