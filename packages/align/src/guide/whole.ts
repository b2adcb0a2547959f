import { logSum, sumOf } from "@plotline/base";
import type { Alignment } from "../chapter/types.ts";
import type { Pins } from "../method.ts";
import { plan } from "../pins.ts";
import { type Matrix, matrix } from "../similarity/similarity.ts";
import { whole } from "./constants.ts";

/**
 * How likely each cell is a link in a guide whose points cover the whole story in their order, each from where it begins up
 * to the next: forward and backward sums over all ways to divide the story among the points,
 *
 *     P(division) ∝ exp(Σ log-odds of its cells ÷ temperature − price · points without a paragraph)
 *
 * No single cell may decide where a point begins, so what one can say is bounded. Neighbouring paragraphs repeat each other's
 * evidence, so the sums are too sure, and none counts for more than `surest`. Pinned links have 1, forbidden ones 0;
 * pins against the order of the others have no influence.
 */
export function wholeLikelihoods(odds: Matrix, pins: Pins): Matrix {
  const { rows, columns } = odds;
  const likely = matrix(rows, columns, new Float64Array(rows * columns));
  if (rows === 0 || columns === 0) return likely;
  const { chain, aside, forbidden } = plan(pins, rows, columns);
  const weights = cellWeights(odds, chain, forbidden);
  const [here, on] = [waysTo(weights, false), waysTo(weights, true)];
  for (let column = 0; column < columns; column++) {
    const cells = Array.from({ length: rows }, (_, row) => row * columns + column);
    const sums = cells.map((cell) => here[cell]! + on[cell]! - weights.values[cell]!);
    const all = sums.reduce(logSum, Number.NEGATIVE_INFINITY);
    cells.forEach((cell, row) => {
      likely.values[cell] = whole.surest * Math.exp(sums[row]! - all);
    });
  }
  for (const { summary, story } of forbidden) likely.values[summary * columns + story] = 0;
  for (const { summary, story } of [...chain, ...aside]) likely.values[summary * columns + story] = 1;
  return likely;
}

type Cells = Pins["linked"];

/** What each cell adds to the logarithm of a division's weight; a paragraph that no point may have decides nothing. */
function cellWeights({ rows, columns, values }: Matrix, linked: Cells, forbidden: Cells): Matrix {
  const made = matrix(
    rows,
    columns,
    Float64Array.from(
      values,
      (value) => Math.max(-whole.furthest, Math.min(whole.furthest, value)) / whole.temperature,
    ),
  );
  for (const { summary, story } of forbidden) made.values[summary * columns + story] = never;
  for (const story of new Set(linked.map((cell) => cell.story)))
    for (let row = 0; row < rows; row++)
      if (!linked.some((cell) => cell.story === story && cell.summary === row))
        made.values[row * columns + story] = never;
  for (let column = 0; column < columns; column++) {
    const cells = Array.from({ length: rows }, (_, row) => row * columns + column);
    if (cells.every((cell) => made.values[cell] === never)) for (const cell of cells) made.values[cell] = 0;
  }
  return made;
}

/** The logarithm of a weight that no division outweighs, and that is still finite. */
const never = -1e6;

/** The logarithm of all ways from the first cell, or from the last one back, that end with each cell. */
function waysTo({ rows, columns, values }: Matrix, backwards: boolean): Float64Array {
  const ways = new Float64Array(rows * columns);
  const place = (row: number, column: number) =>
    backwards ? (rows - 1 - row) * columns + columns - 1 - column : row * columns + column;
  for (let column = 0; column < columns; column++) {
    // All ways that come from earlier points, whatever points they pass over.
    let jump = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < rows; row++) {
      const stay = column === 0 ? -whole.skipSummary * row : ways[place(row, column - 1)]!;
      ways[place(row, column)] = values[place(row, column)]! + (column === 0 ? stay : logSum(stay, jump));
      jump = logSum(stay, jump - whole.skipSummary);
    }
  }
  return ways;
}

/** Links of a chapter that people made, and how many paragraphs it has. */
interface Covering {
  readonly gold: Alignment;
  readonly paragraphs: number;
}

/** Whether the guides of some chapters cover them whole: nearly every paragraph belongs to one point, and points follow each other. */
export function areWhole(chapters: readonly Covering[]): boolean {
  const paragraphs = sumOf(chapters, (chapter) => chapter.paragraphs);
  const inPlace = sumOf(chapters, paragraphsInPlace);
  return paragraphs > 0 && inPlace / paragraphs >= whole.share;
}

/** How many paragraphs belong to one point only, and to none before that of the paragraph before. */
function paragraphsInPlace({ gold, paragraphs }: Covering): number {
  const points = Array.from({ length: paragraphs }, (): number[] => []);
  for (const { summary, story } of gold) points[story]?.push(summary);
  let [count, last] = [0, 0];
  for (const [point, ...more] of points) {
    if (point === undefined || more.length > 0 || point < last) continue;
    last = point;
    count++;
  }
  return count;
}
