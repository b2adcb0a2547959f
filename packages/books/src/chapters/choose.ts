import { type Forest, Problem, scoreRow, sumOf } from "@plotline/base";
import { type Candidate, candidates, type ReadBook, readingsOf, type StudiedBook } from "./candidates.ts";
import learned from "./data/forests.json" with { type: "json" };
import { type Doubt, doubtsAbout } from "./doubts.ts";
import { featuresOf, measureOf, type Row } from "./features.ts";

const limits = {
  /** Words of a book: shorter texts are unlike those that were learned from. */
  leastWords: 8000,
} as const;

const weights = {
  /** A division has this much less against it before the usual one is given up for it; less where the list names it. */
  margin: 0.3,
  marginOfListed: 0.03,
  /** Chapters that another division has, where no list names them. */
  leastOfGuess: 3,
} as const;

/** The division that is taken. */
export interface Choice extends Candidate {
  readonly doubts: readonly Doubt[];
  /** Whether the choice is certain enough to need no warning, going by the books with known chapters. */
  readonly isSure: boolean;
  /** The most likely other division, where several were weighed. */
  readonly rival?: Candidate | undefined;
}

/**
 * The division that the trees rank highest. They were trained on whole books with known chapters: a short text is divided as
 * its headings say, by the reading with the fewest doubts.
 */
export function choose(book: StudiedBook): Choice {
  const readings = readingsOf(book);
  if (book.words.at(-1)! < limits.leastWords) return leastDoubted(book, readings);
  const measure = measureOf(book);
  const scored = candidates(book, readings).map((candidate): Scored => {
    const row = featuresOf(measure, candidate);
    return { candidate, row, score: scoreNamed(forests.division, row) };
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  const doubts = doubtsAbout({ ...best.candidate, ...book });
  const isSure = scoreNamed(forests.confidence, confidenceRow(best, scored, doubts)) > learned.sure;
  return { ...best.candidate, doubts, isSure, rival: rivalOf(best, scored)?.candidate };
}

/** Trees over features that have names, in the order of their columns. */
export interface NamedForest extends Forest {
  readonly features: readonly string[];
}

const forests: Readonly<Record<"division" | "confidence", NamedForest>> = learned;

/** The score of named numbers; weights of other features are refused. */
export function scoreNamed(forest: NamedForest, row: Row): number {
  const names = Object.keys(row);
  if (names.length !== forest.features.length || names.some((name, k) => name !== forest.features[k]))
    throw new Problem("The weights that choose chapters are of other features than the program has: train them again.");
  return scoreRow(forest, Object.values(row));
}

/** The usual reading, unless another has less against it: a little less, by what the list names, or clearly less. */
function leastDoubted(book: StudiedBook, readings: readonly ReadBook[]): Choice {
  const weighed = (candidate: Candidate) => {
    const doubts = doubtsAbout({ ...candidate, ...book });
    return { ...candidate, doubts, weight: sumOf(doubts, ({ weight }) => weight), isSure: true };
  };
  const [usual, ...others] = readings;
  let best = weighed(usual!.whole);
  for (const { reading, whole } of others) {
    const isListed = reading.aims === book.aims;
    const margin = isListed ? weights.marginOfListed : weights.margin;
    const isAlike = reading.aims !== undefined && !isListed;
    if (best.weight < margin || isAlike) continue;
    const other = weighed(whole);
    if (!isListed && other.chapters.length < weights.leastOfGuess) continue;
    if (other.weight < best.weight - margin) {
      const isCounted = other.structure.leaves.length + other.structure.divisions.length > 0;
      best = { ...other, isSure: isListed || isCounted };
    }
  }
  return best;
}

/** A candidate with what is measured of it. */
export interface Scored {
  readonly candidate: Candidate;
  readonly row: Row;
  readonly score: number;
}

/** Of the candidates that differ from the best, the one with the highest score. */
function rivalOf<Each extends Scored>(best: Each, all: readonly Each[]): Each | undefined {
  const rivals = all.filter((other) => isRival(other, best));
  return rivals.length === 0 ? undefined : rivals.reduce((a, b) => (b.score > a.score ? b : a));
}

/** Candidates that agree in how many chapters they have, and where the first begins, are no rivals. */
function isRival({ candidate: { chapters: a } }: Scored, { candidate: { chapters: b } }: Scored): boolean {
  return a.length !== b.length || a[0]!.at !== b[0]!.at;
}

/** What the confidence in a choice is learned from: the choice itself, how close the others come, and the doubts. */
export function confidenceRow(best: Scored, all: readonly Scored[], doubts: readonly Doubt[]): Row {
  const worth = ({ score }: Scored) => Math.exp(score - best.score);
  const rivals = all.filter((other) => isRival(other, best));
  return {
    ...best.row,
    "share of the rivals": sumOf(rivals, worth) / sumOf(all, worth),
    margin: rivals.reduce((least, { score }) => Math.min(least, best.score - score), 20),
    score: best.score,
    "doubts, weighed": sumOf(doubts, ({ weight }) => weight),
    "doubts aloud": doubts.filter(({ text }) => text !== undefined).length,
  };
}
