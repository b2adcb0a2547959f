import { type Forest, logistic, Problem, scoreRow, sumOf } from "@plotline/base";
import { completeCount } from "./complete-count.ts";
import learned from "./data/forests.json" with { type: "json" };
import { type Division, divisionFeatures, divisionsOf, proposalsOf, unlike } from "./divisions.ts";
import { type Reader, readerOf } from "./piece-features.ts";
import type { StudiedBook } from "./study.ts";

/** Trees over features that have names, in the order of their columns. */
export interface NamedForest extends Forest {
  readonly features: readonly string[];
}

export interface Choice {
  readonly division: Division;
  /** The most likely other division, where several were weighed. */
  readonly rival: Division | undefined;
  /** Whether it needs no warning, going by the books with known chapters. */
  readonly isSure: boolean;
}

/** Words of a whole book; in shorter texts a complete count is enough. */
const leastWhole = 8000;

/** The division of a book that the learned ranking prefers. */
export function choose(book: StudiedBook): Choice {
  const reader = readerOf(book);
  const counted = book.words.at(-1)! < leastWhole ? completeCount(reader) : undefined;
  if (counted !== undefined) return { division: counted, rival: undefined, isSure: true };
  const { divisions, rows } = candidatesOf(reader, (row) => logistic(score(learned.piece, row)));
  const scores = rows.map((row) => score(learned.division, row));
  const best = scores.indexOf(Math.max(...scores));
  const others = scores.map((each, k) => (k === best ? Number.NEGATIVE_INFINITY : each));
  const rival = divisions.length === 1 ? undefined : divisions[others.indexOf(Math.max(...others))];
  const isSure = score(learned.sureness, surenessRow(rows[best]!, scores, best)) > learned.sure;
  return { division: divisions[best]!, rival, isSure };
}

/** All divisions that are weighed, with their features. */
export function candidatesOf(reader: Reader, chanceOf: (row: Record<string, number>) => number) {
  const all = proposalsOf(reader).flatMap((proposal) => divisionsOf(proposal, proposal.rows.map(chanceOf)));
  const divisions = unlike(all);
  return { divisions, rows: divisionFeatures(reader, divisions) };
}

/** What the sureness of a choice is learned from: the choice itself, and how close the others come. */
export function surenessRow(
  row: Record<string, number>,
  scores: readonly number[],
  best: number,
): Record<string, number> {
  const worths = scores.map((each) => Math.exp(each - scores[best]!));
  const margin = Math.min(20, ...scores.flatMap((each, k) => (k === best ? [] : [scores[best]! - each])));
  return { ...row, "share of the best": 1 / sumOf(worths), margin, score: scores[best]! };
}

/** The score of a row by its features' names; weights of other features are refused. */
export function score(forest: NamedForest, row: Record<string, number>): number {
  const names = Object.keys(row);
  if (!isOf(forest, names.join()))
    throw new Problem("The weights that choose chapters are of other features than the program has: train them again.");
  return scoreRow(forest, Object.values(row));
}

function isOf({ features }: NamedForest, names: string): boolean {
  return features.join() === names;
}
