import type { Chapter } from "@plotline/align";

/** A row of gold that the paper prints as an example, next to the row in the corpus; counted from 0, as in the files. */
export interface PrintedRow {
  readonly work: string;
  readonly chapter: number;
  readonly summary: number;
  readonly paper: readonly number[];
  readonly gold: readonly number[];
}

/** One to one, one to many (Act 4, Scene 2), many to one. The paper quotes the first without its number. */
const printed: readonly Omit<PrintedRow, "gold">[] = [
  { work: "A Christmas Carol", chapter: 2, summary: 0, paper: [0] },
  { work: "A Midsummer Night's Dream", chapter: 7, summary: 2, paper: [6, 7] },
  { work: "A Midsummer Night's Dream", chapter: 7, summary: 3, paper: [8, 9, 10] },
  ...[1, 2, 3, 4].map((summary) => ({ work: "The Masque of the Red Death", chapter: 0, summary, paper: [1] })),
];

/** The rows of a chapter that the paper prints; none where the chapter has no gold. */
export function printedRows({ work, number, gold }: Pick<Chapter, "work" | "number" | "gold">): PrintedRow[] {
  if (gold === undefined) return [];
  return printed
    .filter((row) => row.work === work && row.chapter === number)
    .map((row) => ({
      ...row,
      gold: gold.flatMap((link) => (link.summary === row.summary ? [link.story] : [])).sort((a, b) => a - b),
    }));
}
