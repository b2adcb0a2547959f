/**
 * How people name a chapter: by what the book prints, with its part where numbers repeat.
 *
 *     const address = addressOf(work, number)   { label: "Part 2, Chapter 1", title: "Recalled to Life" }
 *     addressText(address)                      "Part 2, Chapter 1: Recalled to Life", for headings and lists
 *     shortAddress(address)                     "Part 2, Chapter 1", inside a sentence
 *     chapterNumber(work, "part 2 ch. 1")       the number of the chapter's file, from an address or a place
 *
 * A work's file numbers count from 0. People see addresses, or places, which count from 1: place = number + 1. This file
 * needs neither Node nor a folder, so that a browser can use it.
 */
export interface ChapterAddress {
  /** `Letter 2`, `Act 3, Scene 2`; empty where the book gives the chapter no number. */
  readonly label: string;
  /** `The Old Sea-dog`, `Bartleby`; empty where the book gives it no name. At least one of the two is there. */
  readonly title: string;
}

/** The names everyone uses. Nothing here depends on where a text is stored. */

/** What a work is. */
export type Kind = "novel" | "play" | "story";
/** What a work is for: learning from it, or asking about it. */
export type Split = "train" | "validation";

/** Summary paragraph `summary` covers (part of) story paragraph `story`, both counted from 0; confidence in [0, 1]. */
export interface Link {
  readonly summary: number;
  readonly story: number;
  readonly confidence: number;
  /** The words of the story paragraph that a language model quoted as its reason. */
  readonly quote?: string;
  /** The sentences of the story paragraph that carry the link, where somebody asked for them. */
  readonly sentences?: readonly LinkSentence[];
}

/** From character `start` to before `end` of the paragraph; how likely it belongs to what the point covers, from 0 to 1. */
export interface LinkSentence {
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** The links of a chapter. */
export type Alignment = readonly Link[];

/** One chapter or scene and its summary, paragraph by paragraph. `gold` is set only when its file has no fault. */
export interface Chapter {
  readonly work: string;
  readonly number: number;
  readonly summary: readonly string[];
  readonly story: readonly string[];
  readonly gold?: Alignment;
  /** The code of the language that the corpus names; otherwise it is detected from the story. */
  readonly language?: string;
}

/** Where a text came from and what may be done with it. */
export interface Rights {
  readonly source?: string;
  readonly licence?: string;
  readonly permission?: string;
}

/** A book, play or story with its summaries, and where they are from. */
export interface Work {
  readonly title: string;
  readonly folder: string;
  readonly author?: string;
  readonly kind: Kind | undefined;
  readonly split: Split;
  readonly story: Rights;
  readonly summary: Rights;
  /** The numbers of the chapters that have a story file, ascending. */
  readonly chapters: readonly number[];
  readonly summarised: readonly number[];
  /** The numbers of the chapters with a gold file, faulty or not. */
  readonly annotated: readonly number[];
  /** The code of its language (`fr`), where the corpus names one. */
  readonly language?: string;
  /** What the book prints above its chapters, where it is known. */
  readonly headings?: readonly string[];
  /** How the book names its chapters, by their numbers; `addressOf` reads it. */
  readonly addresses?: readonly ChapterAddress[];
}

/** Something wrong in a corpus folder, and what is used in spite of it. `row` counts lines from 1; null: the whole file. */
export interface Fault {
  readonly file: string;
  readonly row: number | null;
  readonly why: string;
  /** A chapter, or its gold, takes no part in anything because of it. */
  readonly leavesOut?: boolean;
}

/** An opened corpus folder. Texts are read when asked for, so that memory stays flat. */
export interface Corpus {
  readonly folder: string;
  readonly works: readonly Work[];
  chapter(work: Work, number: number): Promise<Chapter>;
  /** Chapters in the order of the folder; only summarised ones by default. */
  chapters(choice?: ChapterChoice): AsyncIterable<Chapter>;
  /** A short hash over everything an evaluation on these works (by default, all) depends on. */
  hash(works?: readonly Work[]): Promise<string>;
}

/** Which chapters of a corpus are wanted; by default the summarised ones of all works. */
export interface ChapterChoice {
  readonly works?: readonly Work[];
  readonly unsummarised?: boolean;
  readonly goldOnly?: boolean;
}
