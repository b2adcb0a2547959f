import { tokens } from "../../../text/tokens.ts";
import { noToken, rowsOfToken, rowsPerToken, type Spelling } from "./spelling.ts";

/** How much of a bullet the network reads: its first tokens, those that follow one by one, and others all together. */
export interface Reach {
  readonly given: number;
  readonly opening: number;
  readonly rest: number;
}

/** Rows of the table, four per token. */
export interface Continued {
  readonly opening: Int32Array;
  readonly rest: Int32Array;
  /** How many tokens the rest has. */
  readonly length: number;
}

/** The tokens just before the cut, padded at the start. */
export function begunRows(prefix: string, { given }: Reach, spelling: Spelling): Int32Array {
  const read = textsOf(prefix).slice(-given);
  const rows = new Int32Array(given * rowsPerToken).fill(noToken(spelling));
  rows.set(
    read.flatMap((text) => rowsOfToken(text, spelling)),
    (given - read.length) * rowsPerToken,
  );
  return rows;
}

export function continuedRows(text: string, { opening, rest }: Reach, spelling: Spelling): Continued {
  const read = textsOf(text);
  const after = read.slice(opening, opening + rest);
  return {
    opening: padded(read.slice(0, opening), opening, spelling),
    rest: padded(after, rest, spelling),
    length: after.length,
  };
}

/** Which fifth of its chapter a bullet is in: the first, early, midway, late, the last. */
export function stretchOf(index: number, bullets: number): number {
  if (index === 0) return 0;
  if (index === bullets - 1) return 4;
  const at = index / (bullets - 1);
  return at < 0.2 ? 1 : at > 0.8 ? 3 : 2;
}

export const stretches = 6;
/** A sentence of a story has no such place. */
export const noStretch = 5;

function textsOf(text: string): string[] {
  return tokens(text).map((token) => token.text);
}

function padded(texts: readonly string[], size: number, spelling: Spelling): Int32Array {
  const rows = new Int32Array(size * rowsPerToken).fill(noToken(spelling));
  rows.set(texts.flatMap((text) => rowsOfToken(text, spelling)));
  return rows;
}
