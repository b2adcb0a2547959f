import { sumOf } from "@plotline/base";
import { countWords } from "../chapter/words.ts";
import { bestOfRows } from "../learned/rivals.ts";
import { type Matrix, matrix, type Passages } from "../similarity/similarity.ts";
import { type Mix, type Mixtures, sparse, usual } from "./constants.ts";
import type { OrderKind } from "./order.ts";

/** How many words each point and each paragraph has. */
export interface Lengths {
  readonly summary: readonly number[];
  readonly story: readonly number[];
}

export function lengthsOf({ summary, story }: Passages): Lengths {
  return { summary: summary.map(countWords), story: story.map(countWords) };
}

/**
 * The log-odds of every cell, from what a point says alone, what it says among the others, and how far from its likeliest
 * paragraph the cell is.
 */
export function combined(ordered: Matrix, single: Matrix, mix: Mix, lengths: Lengths): Matrix {
  const { rows, columns } = ordered;
  const made = matrix(rows, columns);
  for (let cell = 0; cell < made.values.length; cell++)
    made.values[cell] = mix.ordered * ordered.values[cell]! + mix.single * single.values[cell]! + mix.shift;
  if (mix.far === 0) return made;
  distances(made, lengths).forEach((far, cell) => {
    made.values[cell]! += mix.far * far;
  });
  return made;
}

/** How far each cell is from its point's likeliest paragraph: ln(1 + words between them ÷ words of the point). */
export function distances({ rows, columns, values }: Matrix, { summary, story }: Lengths): Float64Array {
  let before = 0;
  const middles = story.map((words) => (before += words) - words / 2);
  const best = bestOfRows(values, rows, columns, Number.NEGATIVE_INFINITY);
  const far = new Float64Array(values.length);
  for (let row = 0, cell = 0; row < rows; row++) {
    const likeliest = middles[values.subarray(cell, cell + columns).indexOf(best[row]!)]!;
    for (let column = 0; column < columns; column++, cell++)
      far[cell] = Math.log1p(Math.abs(middles[column]! - likeliest) / Math.max(1, summary[row]!));
  }
  return far;
}

/**
 * How little there is of a guide for its story, compared with other guides: few words, and few points. A guide whose points
 * are headings has few words, but may still cover everything.
 */
export function sparseness({ summary, story }: Lengths): number {
  const words = Math.log(sumOf(story) + 1);
  const byWords = words - Math.log(sumOf(summary) + 1) - usual.byWords;
  return Math.min(byWords, words - Math.log(Math.max(1, summary.length)) - usual.byPoints);
}

/** The mixture for a guide of this many points: as guides are, a few points only, or between the two. */
export function mixFor(points: number, sparseness: number, mixtures: Mixtures, order: OrderKind = "kept"): Mix {
  const { fullGuide, mixed, fewPoints } = mixtures;
  const full = { ...fullGuide, shift: fullGuide.shift + fullGuide.sparse * bounded(sparseness) };
  return between(order === "mixed" ? mixed : full, byCount(points, fewPoints), fewness(points, sparseness));
}

/** What the log-odds of chosen links gain before they are shown as confidences. */
export function shownGain(points: number, sparseness: number, { shown }: Mixtures): number {
  return (1 - fewness(points, sparseness)) * (shown.shift + shown.sparse * bounded(sparseness));
}

/** 0 for a full guide, 1 for a few points that leave most of the story out. */
function fewness(points: number, sparseness: number): number {
  return ramp(sparseness, sparse.none, sparse.all) * (1 - ramp(points, sparse.few, sparse.many));
}

function bounded(sparseness: number): number {
  return Math.max(-furthest, Math.min(furthest, sparseness));
}

/** From 0 to 1 between two values. */
function ramp(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}

/** Guides with more words for their story than this, or fewer, are too rare to say more. */
const furthest = 1.2;

function byCount(points: number, { one, several }: Mixtures["fewPoints"]): Mix {
  return between(one, several, Math.min(1, Math.log(points) / Math.log(sparse.few)));
}

function between(a: Mix, b: Mix, share: number): Mix {
  const at = (name: keyof Mix) => a[name] + share * (b[name] - a[name]);
  return { ordered: at("ordered"), single: at("single"), shift: at("shift"), far: at("far") };
}
