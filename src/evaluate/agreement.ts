import type { Cell } from "../corpus/cells.ts";
import { mean, shared } from "./score.ts";

/** Two alignments of the same chapter. */
export interface Pair {
  readonly bullets: number;
  readonly paragraphs: number;
  readonly first: readonly Cell[];
  readonly second: readonly Cell[];
}

export interface Agreement {
  readonly chapters: number;
  /** 2 · shared ÷ (links of one + links of the other), the mean over chapters: it does not matter which comes first. */
  readonly f: number;
  /** Cohen's κ over all cells of all chapters: agreement beyond what the two would reach by chance. */
  readonly kappa: number;
  readonly shared: number;
  readonly first: number;
  readonly second: number;
}

/**
 * How far two people, or two methods, agree on the links of chapters.
 *
 * @example
 * const [first, second] = [[{ summary: 0, story: 0 }], [{ summary: 0, story: 0 }, { summary: 1, story: 1 }]];
 * agreement([{ bullets: 2, paragraphs: 2, first, second }]).shared; // → 1
 */
export function agreement(pairs: readonly Pair[]): Agreement {
  const counts = pairs.map((pair) => ({ pair, both: shared(pair.first, pair.second) }));
  const sum = (of: (pair: Pair) => number) => pairs.reduce((total, pair) => total + of(pair), 0);
  const both = counts.reduce((total, each) => total + each.both, 0);
  const [first, second] = [sum((pair) => pair.first.length), sum((pair) => pair.second.length)];
  return {
    chapters: pairs.length,
    f: mean(counts.map(({ pair, both }) => agreeing(both, pair.first.length, pair.second.length))),
    kappa: cohensKappa(
      both,
      first,
      second,
      sum((pair) => pair.bullets * pair.paragraphs),
    ),
    shared: both,
    first,
    second,
  };
}

/** Two that are both empty agree. */
function agreeing(both: number, first: number, second: number): number {
  return first + second === 0 ? 1 : (2 * both) / (first + second);
}

/** κ = (observed − expected) ÷ (1 − expected); two that never differ by more than chance allows have 1. */
function cohensKappa(both: number, first: number, second: number, cells: number): number {
  if (cells === 0) return 1;
  const observed = (cells - first - second + 2 * both) / cells;
  const expected = (first * second + (cells - first) * (cells - second)) / cells ** 2;
  return expected === 1 ? 1 : (observed - expected) / (1 - expected);
}
