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
