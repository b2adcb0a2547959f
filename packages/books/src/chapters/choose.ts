import { scoreRow, sumOf } from "@plotline/base";
import { type Candidate, candidates, type ReadBook, readingsOf, type StudiedBook } from "./candidates.ts";
import learned from "./data/forests.json" with { type: "json" };
import { type Doubt, doubtsAbout } from "./doubts.ts";
import { featuresOf, measureOf } from "./features.ts";

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
 * The reading with the fewest doubts, unless the trained ranking clearly prefers another division. The ranking was
 * trained on whole books with known chapters: a short text is divided as its headings say.
 */
export function choose(book: StudiedBook): Choice {
  const readings = readingsOf(book);
  const usual = leastDoubted(book, readings);
  if (book.words.at(-1)! < limits.leastWords) return usual;
  const measure = measureOf(book);
  const scored = candidates(book, readings).map((candidate) => {
    const features = featuresOf(measure, candidate);
    const isUsual = startsOf(candidate) === startsOf(usual);
    const { length, 0: first } = candidate.chapters;
    return { candidate, features, isUsual, score: scoreRow(learned.division, features), length, first: first!.at };
  });
  const best = preferred(scored, learned.margin);
  const division = best.isUsual ? usual : best.candidate;
  const doubts = doubtsAbout({ ...division, ...book });
  const isLikely = scoreRow(learned.confidence, confidenceRow(best, scored, doubts)) > learned.sure;
  const isSure = isLikely && (usual.isSure || !best.isUsual);
  return { ...division, doubts, isSure, rival: rivalOf(best, scored)?.candidate };
}

function startsOf({ chapters }: Candidate): string {
  return chapters.map(({ at }) => at).join();
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

interface Scored {
  readonly features: ArrayLike<number> & Iterable<number>;
  /** The division with the least against it. */
  readonly isUsual: boolean;
  readonly score: number;
  /** How many chapters, and the block of the first: candidates that agree in both are no rivals. */
  readonly length: number;
  readonly first: number;
}

/** The one with the highest score, where that is well above the usual one's. */
function preferred<Each extends Scored>(all: readonly Each[], margin: number): Each {
  const best = all.reduce((a, b) => (b.score > a.score ? b : a));
  return all.find(({ isUsual, score }) => isUsual && best.score - score < margin) ?? best;
}

/** Of the candidates that differ from the best, the one with the highest score. */
function rivalOf<Each extends Scored>(best: Each, all: readonly Each[]): Each | undefined {
  const rivals = all.filter((other) => isRival(other, best));
  return rivals.length === 0 ? undefined : rivals.reduce((a, b) => (b.score > a.score ? b : a));
}

function isRival(a: Scored, b: Scored): boolean {
  return a.length !== b.length || a.first !== b.first;
}

/** What the confidence in a choice is learned from: the choice itself, how close the others come, and the doubts. */
function confidenceRow(best: Scored, all: readonly Scored[], doubts: readonly Doubt[]): number[] {
  const worth = ({ score }: Scored) => Math.exp(score - best.score);
  const rivals = all.filter((other) => isRival(other, best));
  return [
    ...best.features,
    sumOf(rivals, worth) / sumOf(all, worth),
    rivals.reduce((least, { score }) => Math.min(least, best.score - score), 20),
    best.score,
    best.isUsual ? 1 : 0,
    sumOf(doubts, ({ weight }) => weight),
    doubts.filter(({ text }) => text !== undefined).length,
  ];
}
