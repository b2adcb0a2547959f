/**
 * Thresholds by which chapters are found and that several files share; all others are in the file that uses them, each
 * with the kind of book that asks for it. Lengths are in characters. Before you change one, run the tests of this folder
 * and of ../book, and compare the chapters of the books that you have (bench/books.ts).
 */

/** What a line or a block must be to be read as a heading. */
export const headingLimits = {
  /** What HTML marks as a heading and is longer than this is text. */
  longest: 3000,
  /** A number in words that is misspelt is looked for in lines up to this. */
  longestMisspelt: 60,
} as const;

/** Where a contents list ends, and what looks like one. */
export const contentsLimits = {
  /** A list with nothing below it is at the end of a book: "TABLE" of French ones. */
  nearEnd: 0.8,
  /** Lines between "CONTENTS" and the first entry that is a link: "Page", a name of a part. */
  blocksBelowHeading: 5,
  longestList: 4000,
  /** A sentence of this length below a list is the book: lists of plays, after which a speech follows at once. */
  shortText: 80,
} as const;

/** Which blocks a contents list names. */
export const aimLimits = {
  /** An entry with less text below it names a part or a title page, and holds the next. */
  leastText: 300,
} as const;

/** Which run divides the book. */
export const structureLimits = {
  /** Chapters that are called so hold numerals as their sections: this many, with this share of the numerals inside. */
  leastNamedChapters: 3,
  numeralsInside: 0.6,
} as const;

/** Headings that the best run left out, and those that begin no chapter. */
export const repairLimits = {
  /** An epilogue whose chapters are numerals, where the others have a word: they are chapters at this share of the usual length. */
  subdivision: 0.4,
  leastChapters: 3,
} as const;

/** How much a doubt counts against a division: the one with the least is taken. */
export const doubtWeights = {
  /** Each chapter without a number among numbered ones, up to a most. */
  unnumbered: 0.15,
  mostUnnumbered: 0.6,
  withoutHeading: 0.3,
  /** Each heading of a kind that is used, or that would count the book just as well. */
  unused: 0.15,
  mostUnused: 1.2,
} as const;

/** What is a chapter and what is not the story. */
export const sectionLimits = {
  /** Text between the heading of a part and its first chapter that is a chapter: in a play, in prose, below any other heading. */
  leastBeforeScene: 4000,
  leastBeforeChapter: 1500,
  leastElsewhere: 120,
} as const;
