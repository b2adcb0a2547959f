import { mixedFnv } from "../../../hash.ts";

/**
 * A token as four rows of one table of vectors, that are added: its word, its ending, its edges, its shape. Words are
 * hashed, so that no word list is needed: rare ones share rows, and the ending shows their grammar.
 */
export interface Spelling {
  /** Rows for words, and for endings and edges each. */
  readonly words: number;
  readonly endings: number;
}

export const rowsPerToken = 4;

const shapes = ["mark", "number", "capital", "small"] as const;

export function tableRows({ words, endings }: Spelling): number {
  return words + 2 * endings + shapes.length + 1;
}

/** The row of padding. */
export function noToken(spelling: Spelling): number {
  return tableRows(spelling) - 1;
}

export function rowsOfToken(text: string, { words, endings }: Spelling): readonly number[] {
  const shape = shapeOf(text);
  const plain = shape === "number" ? "0" : text.toLowerCase().replaceAll("’", "'");
  return [
    hashed(`w${plain}`) % words,
    words + (hashed(`e${shape}${plain.slice(-3)}`) % endings),
    words + endings + (hashed(`b${plain.slice(0, 2)}${plain.slice(-2)}`) % endings),
    words + 2 * endings + shapes.indexOf(shape),
  ];
}

function shapeOf(text: string): (typeof shapes)[number] {
  if (/^\p{N}/u.test(text)) return "number";
  if (!/^\p{L}/u.test(text)) return "mark";
  return /^\p{Lu}/u.test(text) ? "capital" : "small";
}

function hashed(text: string): number {
  return mixedFnv(text) >>> 0;
}
