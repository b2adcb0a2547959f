import { groupedBy, sumOf } from "@plotline/base";
import type { Cell } from "../chapter/cells.ts";
import { meanOf, shared } from "./score.ts";

/** Two alignments of the same chapter. */
export interface TwoAlignments {
  readonly points: number;
  readonly paragraphs: number;
  readonly first: readonly Cell[];
  readonly second: readonly Cell[];
}

/** How far two alignments agree. */
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
 * const { shared, f, kappa } = agreement([{ points: 2, paragraphs: 2, first, second }]);
 * [shared, f, kappa]; // → [1, 2 / 3, 0.5]
 */
export function agreement(pairs: readonly TwoAlignments[]): Agreement {
  const counts = pairs.map((pair) => ({ pair, both: shared(pair.first, pair.second) }));
  const both = sumOf(counts, (each) => each.both);
  const [first, second] = [sumOf(pairs, (pair) => pair.first.length), sumOf(pairs, (pair) => pair.second.length)];
  const cells = sumOf(pairs, (pair) => pair.points * pair.paragraphs);
  return {
    chapters: pairs.length,
    f: meanOf(counts.map(({ pair, both }) => agreeing(both, pair.first.length, pair.second.length))),
    kappa: cohensKappa(both, first, second, cells),
    shared: both,
    first,
    second,
  };
}

/** A chapter that several have linked. */
interface LinkedByMany {
  readonly points: number;
  readonly paragraphs: number;
  readonly voices: readonly { readonly name: string; readonly links: readonly Cell[] }[];
}

/** How far each two agree who have linked the same chapters, in the order of their names in the chapters. */
export function agreementByPair(chapters: readonly LinkedByMany[]) {
  const pairs = chapters.flatMap(({ voices, ...shape }) =>
    voices.flatMap((first, k) =>
      voices.slice(k + 1).map((second) => ({
        names: { first: first.name, second: second.name },
        pair: { ...shape, first: first.links, second: second.links },
      })),
    ),
  );
  return [...groupedBy(pairs, ({ names }) => `${names.first}\n${names.second}`).values()].map((own) => {
    const { f, kappa } = agreement(own.map(({ pair }) => pair));
    return { ...own[0]!.names, chapters: own.length, f, kappa };
  });
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
