import { at, type Matrix } from "@plotline/align";
import { sumOf } from "@plotline/base";

/** How well the words of each section fit each chapter, and each run of chapters. */
export interface Content {
  /** Standard deviations above the section's average chapter, for the chapters from `from` to `to`, the points split among them. */
  score(section: number, from: number, to: number): number;
  /** The chapter that fits best. */
  best(section: number): number;
  /** How much better the best chapter outside of these fits, in the units of the similarity; below 0 where none does. */
  lead(section: number, from: number, to: number): number;
}

/** `similarity` has a row for each point of the whole guide and a column for each chapter; `starts` says where a section's rows begin. */
export function content(similarity: Matrix, starts: readonly number[]): Content {
  const sections = starts.slice(0, -1).map((start, k) => sectionContent(similarity, start, starts[k + 1] ?? start));
  const sumOver = (own: SectionContent, from: number, to: number) =>
    from === to ? own.sums[from]! : splitSum(similarity, own, from, to);
  return {
    score(section, from, to) {
      const own = sections[section]!;
      return own.spread === 0 ? 0 : (sumOver(own, from, to) - own.mean) / own.spread;
    },
    best: (section) => indexOfLargest(sections[section]!.sums),
    lead(section, from, to) {
      const own = sections[section]!;
      return (
        own.sums.reduce((most, sum, k) => (k < from || k > to ? Math.max(most, sum) : most), 0) - sumOver(own, from, to)
      );
    },
  };
}

/** The chapter of each point, from `from` to `to` without a step back, that fits best in sum; every chapter gets a point where there are enough. */
export function splitPoints(similarity: Matrix, start: number, end: number, from: number, to: number): number[] {
  const [points, chapters] = [end - start, to - from + 1];
  if (chapters === 1) return Array.from({ length: points }, () => from);
  const best = bestSums(similarity, { start, end }, from, to);
  const result: number[] = [];
  let chapter = points >= chapters ? chapters - 1 : indexOfLargest(best.slice((points - 1) * chapters));
  for (let point = points - 1; point >= 0; point--) {
    result.unshift(from + chapter);
    const stay = best[(point - 1) * chapters + chapter] ?? Number.NEGATIVE_INFINITY;
    const step =
      chapter > 0 ? (best[(point - 1) * chapters + chapter - 1] ?? Number.NEGATIVE_INFINITY) : Number.NEGATIVE_INFINITY;
    if (step > stay) chapter--;
  }
  return result;
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

function splitSum(similarity: Matrix, rows: { start: number; end: number }, from: number, to: number): number {
  const [points, chapters] = [rows.end - rows.start, to - from + 1];
  const best = bestSums(similarity, rows, from, to);
  const last = best.slice((points - 1) * chapters);
  return points >= chapters ? (last[chapters - 1] ?? 0) : Math.max(...last);
}

/** best[point, chapter]: the largest sum of the points so far where this one covers this chapter. From one point to the next, the chapter stays or is the next one. */
function bestSums(
  similarity: Matrix,
  { start, end }: { start: number; end: number },
  from: number,
  to: number,
): Float64Array {
  const chapters = to - from + 1;
  const best = new Float64Array((end - start) * chapters).fill(Number.NEGATIVE_INFINITY);
  for (let row = start; row < end; row++) {
    const here = (row - start) * chapters;
    for (let j = 0; j < chapters; j++) {
      const before =
        row === start
          ? j === 0
            ? 0
            : Number.NEGATIVE_INFINITY
          : Math.max(best[here - chapters + j]!, j > 0 ? best[here - chapters + j - 1]! : Number.NEGATIVE_INFINITY);
      best[here + j] = before + at(similarity, row, from + j);
    }
  }
  return best;
}

function indexOfLargest(values: ArrayLike<number>): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k]! > values[best]!) best = k;
  return best;
}
