import { type Forest, logistic, Problem, scoreRow, sumOf } from "@plotline/base";
import learned from "../chapters/data/forests.json" with { type: "json" };
import { type Division, divisionFeatures, divisionsOf, proposals, unlike } from "./divisions.ts";
import { readerOf } from "./piece-features.ts";
import { seriesOf } from "./series.ts";
import type { StudiedBook } from "./study.ts";

/** Trees over features that have names, in the order of their columns. */
export interface NamedForest extends Forest {
  readonly features: readonly string[];
}

export interface Choice {
  readonly division: Division;
  /** The most likely other division, where several were weighed. */
  readonly rival: Division | undefined;
  /** How likely the division is right, going by the books with known chapters. */
  readonly sureness: number;
  readonly isSure: boolean;
}

/** The division of a book that the learned ranking prefers. */
export function choose(book: StudiedBook): Choice {
  const { divisions, rows } = candidatesOf(book, (row) => logistic(score(forests.piece, row)));
  const scores = rows.map((row) => score(forests.division, row));
  const best = scores.indexOf(Math.max(...scores));
  const others = scores.map((each, k) => (k === best ? Number.NEGATIVE_INFINITY : each));
  const rival = divisions.length === 1 ? undefined : divisions[others.indexOf(Math.max(...others))];
  const sureness = logistic(score(forests.sureness, surenessRow(rows[best]!, scores, best)));
  return { division: divisions[best]!, rival, sureness, isSure: sureness > learned.sure };
}

/** All divisions that are weighed, with their features. */
export function candidatesOf(book: StudiedBook, chanceOf: (row: Record<string, number>) => number) {
  const reader = readerOf(book);
  const all = proposals(reader, seriesOf(book)).flatMap((proposal) => divisionsOf(proposal, proposal.rows.map(chanceOf)));
  const divisions = unlike(all);
  return { divisions, rows: divisionFeatures(reader, divisions) };
}

/** What the sureness of a choice is learned from: the choice itself, and how close the others come. */
export function surenessRow(row: Record<string, number>, scores: readonly number[], best: number): Record<string, number> {
  const worths = scores.map((each) => Math.exp(each - scores[best]!));
  const margin = Math.min(20, ...scores.flatMap((each, k) => (k === best ? [] : [scores[best]! - each])));
  return { ...row, "share of the best": 1 / sumOf(worths), margin, "score": scores[best]! };
}

/** The trees' columns by their names; weights for other features are refused. */
function score(forest: NamedForest, row: Record<string, number>): number {
  return scoreRow(forest, Object.values(row));
}

function checked(forest: NamedForest, names: readonly string[]): NamedForest {
  if (forest.features.join() !== names.join()) throw new Problem("The weights of the chapters are of other features than the program's: train them again.");
  return forest;
}

const forests = learned as unknown as Record<"piece" | "division" | "sureness", NamedForest>;
export { checked };
