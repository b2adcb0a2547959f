/** What makes a list of links a table of contents. Lengths are in characters. */
export const linkLimits = {
  /** A heading that no tag calls so; what is longer is a paragraph. */
  longestTarget: 200,
  levelOfTarget: 2,
  gapOfTarget: 4,
  /** An anchor of a page may come this many blocks before the heading on it. */
  blocksBeforeHeading: 2,
  /** Text between two entries: descriptions of chapters, names of parts without a link. */
  textBetweenLinks: 1500,
  leastEntries: 3,
  /** The share of entries that lead to a heading; notes lead into paragraphs. */
  titles: 0.7,
  /** The share of links that are marks of notes, `[1]` or `(a)`: more make a list of notes. */
  notes: 0.5,
  /** Text below each heading on the average: letters of an index have less. */
  leastText: 150,
  /** A list at the end of a book (French, Dutch, Portuguese ones) leads over this share of it; a few notes do not. */
  spreadOfLast: 0.5,
  /** Lines that are one and the same link, at least: a way back to the contents at each chapter. */
  leastNavigation: 4,
  /** "ILLUSTRATIONS" is this many blocks above its list at most. */
  blocksAboveList: 3,
} as const;
