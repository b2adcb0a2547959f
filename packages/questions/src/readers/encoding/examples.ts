import type { Split } from "@plotline/align";

/** A text as numbers: words by their place in a word list, entity k of the work as `entityToken(k)`. */
export type Encoded = Int32Array;

/** A point with one entity (or, in training, one word) masked. */
export interface ClozeExample {
  readonly id: string;
  readonly paragraph: number;
  readonly kind: "entity" | "word";
  readonly text: Encoded;
  /** Where the first mask is in the text. */
  readonly mask: number;
  /** Entities or words to choose from, the answer first. */
  readonly options: Encoded;
}

/** The start of a point and the points whose continuations are the options, its own first. */
export interface CompletionExample {
  readonly id: string;
  readonly paragraph: number;
  readonly options: readonly PointPlace[];
}

export interface PointPlace {
  readonly chapter: number;
  readonly paragraph: number;
}

export interface EncodedPoint {
  readonly text: Encoded;
  /** How many of its tokens are given in completion; the rest is the continuation. */
  readonly given: number;
}

export interface EncodedChapter {
  readonly number: number;
  readonly story: readonly Encoded[];
  readonly points: readonly EncodedPoint[];
  readonly cloze: readonly ClozeExample[];
  readonly completion: readonly CompletionExample[];
}

export interface EncodedWork {
  readonly title: string;
  readonly split: Split;
  /** Hashes of what its questions ask. */
  readonly questions: { readonly cloze: string; readonly completion: string };
  /** The chapters that have a summary. */
  readonly chapters: readonly EncodedChapter[];
}

/** Story paragraphs for each point of each chapter: what one alignment gives a reader. */
export type WorkContexts = ReadonlyMap<string, readonly (readonly number[])[]>;

/** A chapter as a key: its work's title and its number. */
export function chapterKey(title: string, chapter: number): string {
  return `${title}/${chapter}`;
}
