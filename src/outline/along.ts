import { bm25 } from "../similarity/bm25.ts";
import { type Matrix, matrix } from "../similarity/matrix.ts";
import { type AlongSettings, alongDefaults } from "./settings.ts";

/** Where a point of a guide belongs among the parts of a book. */
export interface Placed {
  readonly part: number;
  /** How likely it is that part. */
  readonly confidence: number;
}

/**
 * The parts of a book (chapters, or windows of paragraphs) that the points of a guide cover, if both run the same way.
 * A hidden Markov model: from one point to the next the guide stays in its part or moves on, perhaps past parts that it
 * leaves out; now and then a point looks back or ahead, and is from anywhere. The evidence of a point for a part is its
 * BM25 with the part as a whole and with the best of its passages. Points and parts by the thousand take seconds, since
 * a row of the model needs the row before and one sum along it.
 */
export function placeAlong(
  points: readonly string[],
  parts: readonly (readonly string[])[],
  settings: AlongSettings = alongDefaults,
): Placed[] {
  return placedBy(partScores(points, parts), settings);
}

/** BM25 of every point with every part as a whole, and with its best passage. */
export interface PartScores {
  readonly whole: Matrix;
  readonly passage: Matrix;
}

export function partScores(points: readonly string[], parts: readonly (readonly string[])[]): PartScores {
  const score = bm25({ stopWords: true, stems: true }).prepare();
  const whole = score({ summary: points, story: parts.map((paragraphs) => paragraphs.join("\n")) });
  const passage = matrix(points.length, parts.length);
  for (let first = 0; first < points.length; first += pointsAtOnce) {
    const some = points.slice(first, first + pointsAtOnce);
    const cells = score({ summary: some, story: parts.flat() });
    for (let row = 0; row < some.length; row++) bestPassages(cells, row, parts, passage, first + row);
  }
  return { whole, passage };
}

/** Whole novels are scored in strips, so that memory stays small. */
const pointsAtOnce = 1024;
/** A passage is this many paragraphs. */
const passageLength = 3;

function bestPassages(
  cells: Matrix,
  row: number,
  parts: readonly (readonly string[])[],
  best: Matrix,
  point: number,
): void {
  let column = row * cells.columns;
  parts.forEach((paragraphs, part) => {
    let most = 0;
    let sum = 0;
    for (let k = 0; k < paragraphs.length; k++, column++) {
      sum += cells.values[column]!;
      if (k >= passageLength) sum -= cells.values[column - passageLength]!;
      const peak = 0.5 * cells.values[column]! + 0.5 * sum;
      if (peak > most) most = peak;
    }
    best.values[point * best.columns + part] = most;
  });
}

export function placedBy(scores: PartScores, settings: AlongSettings): Placed[] {
  const { rows, columns } = scores.whole;
  if (rows === 0 || columns === 0) return [];
  const likely = posteriors(emissions(scores, settings), rows, columns, settings);
  return Array.from({ length: rows }, (_, row) => {
    const own = likely.subarray(row * columns, (row + 1) * columns);
    let part = 0;
    for (let k = 1; k < columns; k++) if (own[k]! > own[part]!) part = k;
    return { part, confidence: own[part]! };
  });
}

/** How each point is divided among the parts by its words alone: a softmax of its scores. */
function emissions({ whole, passage }: PartScores, { wholeWeight, passageWeight }: AlongSettings): Float64Array {
  const { rows, columns } = whole;
  const made = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const from = row * columns;
    let most = -Infinity;
    for (let k = from; k < from + columns; k++) {
      made[k] = wholeWeight * whole.values[k]! + passageWeight * passage.values[k]!;
      if (made[k]! > most) most = made[k]!;
    }
    let total = 0;
    for (let k = from; k < from + columns; k++) {
      made[k] = Math.exp(made[k]! - most);
      total += made[k]!;
    }
    for (let k = from; k < from + columns; k++) made[k]! /= total;
  }
  return made;
}

/**
 * Forward and backward sums, each row scaled to 1. With e(i, b) the evidence of the words for point i in part b, and
 * the share `stray` of points from anywhere, a point weighs w(i, b) = (1 − stray) e(i, b) + stray ÷ parts where the
 * guide is at b.
 */
function posteriors(words: Float64Array, rows: number, columns: number, settings: AlongSettings): Float64Array {
  const stray = settings.stray;
  const stay = stayingShare(rows, columns, settings);
  const weight = (row: number, part: number) => (1 - stray) * words[row * columns + part]! + stray / columns;
  const before = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const here = before.subarray(row * columns, (row + 1) * columns);
    if (row === 0) for (let part = 0; part < columns; part++) here[part] = settings.late ** part;
    else {
      const above = before.subarray((row - 1) * columns, row * columns);
      const weighed = above.map((value, part) => value * weight(row - 1, part));
      moveOn(weighed, here, stay, settings.skip);
    }
    scale(here);
  }
  const likely = new Float64Array(rows * columns);
  let after = new Float64Array(columns).fill(1);
  for (let row = rows - 1; row >= 0; row--) {
    const place = new Float64Array(columns);
    let total = 0;
    for (let part = 0; part < columns; part++) {
      place[part] = before[row * columns + part]! * after[part]!;
      total += place[part]! * weight(row, part);
    }
    const elsewhere = place.reduce((sum, value) => sum + value, 0) * (stray / columns);
    for (let part = 0; part < columns; part++) {
      const at = row * columns + part;
      likely[at] = (place[part]! * (1 - stray) * words[at]! + elsewhere * words[at]!) / total;
    }
    normalise(likely.subarray(row * columns, (row + 1) * columns));
    const weighed = after.map((value, part) => value * weight(row, part));
    after = new Float64Array(columns);
    moveBack(weighed, after, stay, settings.skip);
    scale(after);
  }
  return likely;
}

/** How often a guide stays in its part: more points than parts, and it stays more often. */
function stayingShare(rows: number, columns: number, { stay }: AlongSettings): number {
  const moves = Math.min(1, columns / Math.max(1, rows));
  return Math.min(0.98, Math.max(0.05, 1 - stay * moves));
}

/** to(b) = stay · from(b) + (1 − stay) Σ_{d ≥ 1} (1 − skip) skip^(d−1) from(b − d). */
function moveOn(from: Float64Array, to: Float64Array, stay: number, skip: number): void {
  let moved = 0;
  for (let part = 0; part < to.length; part++) {
    to[part] = stay * from[part]! + (1 - stay) * moved;
    moved = (1 - skip) * from[part]! + skip * moved;
  }
}

function moveBack(from: Float64Array, to: Float64Array, stay: number, skip: number): void {
  let moved = 0;
  for (let part = to.length - 1; part >= 0; part--) {
    to[part] = stay * from[part]! + (1 - stay) * moved;
    moved = (1 - skip) * from[part]! + skip * moved;
  }
}

function scale(values: Float64Array): void {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  if (most > 0) for (let k = 0; k < values.length; k++) values[k]! /= most;
}

function normalise(values: Float64Array): void {
  let total = 0;
  for (const value of values) total += value;
  if (total > 0) for (let k = 0; k < values.length; k++) values[k]! /= total;
}
