import { at, type Matrix } from "@plotline/align";
import { sumOf } from "@plotline/base";

/** How well the words of each section fit each chapter, and each run of chapters. */
export interface Content {
  /** Standard deviations above the section's average chapter, for the chapters from `from` to `to`. */
  score(section: number, from: number, to: number): number;
  /** The chapter that fits best. */
  best(section: number): number;
  /** How much better the best chapter outside of these fits, in the units of the similarity; below 0 where none does. */
  lead(section: number, from: number, to: number): number;
}

/** `similarity` has a row for each point of the whole guide and a column for each chapter; `starts` says where a section's rows begin. */
export function content(similarity: Matrix, starts: readonly number[]): Content {
  const sections = starts.slice(0, -1).map((start, k) => sectionContent(similarity, start, starts[k + 1]!));
  const sumOver = ({ sums, start, end }: SectionContent, from: number, to: number) =>
    from === to ? sums[from]! : bestOf(similarity, start, end, from, to);
  return {
    score(section, from, to) {
      const own = sections[section]!;
      return own.spread === 0 ? 0 : (sumOver(own, from, to) - own.mean) / own.spread;
    },
    best: (section) => sections[section]!.sums.reduce((best, sum, k, sums) => (sum > sums[best]! ? k : best), 0),
    lead(section, from, to) {
      const own = sections[section]!;
      const elsewhere = own.sums.reduce((most, sum, k) => (k < from || k > to ? Math.max(most, sum) : most), 0);
      return elsewhere - sumOver(own, from, to);
    },
  };
}

interface SectionContent {
  readonly start: number;
  readonly end: number;
  readonly sums: Float64Array;
  readonly mean: number;
  readonly spread: number;
}

function sectionContent(similarity: Matrix, start: number, end: number): SectionContent {
  const sums = new Float64Array(similarity.columns);
  for (let row = start; row < end; row++) for (let j = 0; j < sums.length; j++) sums[j]! += at(similarity, row, j);
  const mean = sumOf(sums) / Math.max(1, sums.length);
  const variance = sumOf(sums, (value) => (value - mean) ** 2) / Math.max(1, sums.length);
  return { start, end, sums, mean, spread: Math.sqrt(variance) };
}

/** Each of the points where it fits best among some chapters. */
function bestOf(similarity: Matrix, start: number, end: number, from: number, to: number): number {
  let sum = 0;
  for (let row = start; row < end; row++) {
    let best = 0;
    for (let j = from; j <= to; j++) best = Math.max(best, at(similarity, row, j));
    sum += best;
  }
  return sum;
}
