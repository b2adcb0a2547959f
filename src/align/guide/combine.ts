import { countWords } from "../../corpus/words.ts";
import { type Matrix, matrix } from "../../similarity/matrix.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { type Mix, type Mixtures, sparse, usual } from "./constants.ts";
import type { OrderKind } from "./order.ts";

/** The log-odds of every cell, from what a bullet says alone and what it says among the others. */
export function combined(ordered: Matrix, single: Matrix, mix: Mix): Matrix {
  const { rows, columns } = ordered;
  const made = matrix(rows, columns);
  for (let cell = 0; cell < made.values.length; cell++)
    made.values[cell] = mix.ordered * ordered.values[cell]! + mix.single * single.values[cell]! + mix.shift;
  return made;
}

/**
 * How little there is of a guide for its story, compared with other guides: few words, and few bullets. A guide whose bullets
 * are headings has few words, and may yet cover everything.
 */
export function sparseness({ summary, story }: Passages): number {
  const words = Math.log(wordsIn(story) + 1);
  const byWords = words - Math.log(wordsIn(summary) + 1) - usual.byWords;
  return Math.min(byWords, words - Math.log(Math.max(1, summary.length)) - usual.byBullets);
}

/** The mixture for a guide of this many bullets: as guides are, a few bullets only, or between the two. */
export function mixFor(bullets: number, sparseness: number, mixtures: Mixtures, order: OrderKind = "kept"): Mix {
  const { fullGuide, mixed, fewBullets } = mixtures;
  const full = { ...fullGuide, shift: fullGuide.shift + fullGuide.sparse * bounded(sparseness) };
  return between(order === "mixed" ? mixed : full, byCount(bullets, fewBullets), fewness(bullets, sparseness));
}

/** What the log-odds of chosen links gain before they are shown as confidences. */
export function shownGain(bullets: number, sparseness: number, { shown }: Mixtures): number {
  return (1 - fewness(bullets, sparseness)) * (shown.shift + shown.sparse * bounded(sparseness));
}

/** 0 for a full guide, 1 for a few bullets that leave most of the story out. */
function fewness(bullets: number, sparseness: number): number {
  return ramp(sparseness, sparse.none, sparse.all) * (1 - ramp(bullets, sparse.few, sparse.many));
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

function byCount(bullets: number, fewBullets: Mixtures["fewBullets"]): Mix {
  const above = fewBullets.findIndex((entry) => entry.bullets >= bullets);
  if (above <= 0) return above < 0 ? fewBullets.at(-1)! : fewBullets[0]!;
  const [low, high] = [fewBullets[above - 1]!, fewBullets[above]!];
  return between(low, high, Math.log(bullets / low.bullets) / Math.log(high.bullets / low.bullets));
}

function between(a: Mix, b: Mix, share: number): Mix {
  const at = (from: number, to: number) => from + share * (to - from);
  return { ordered: at(a.ordered, b.ordered), single: at(a.single, b.single), shift: at(a.shift, b.shift) };
}

function wordsIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + countWords(text), 0);
}
