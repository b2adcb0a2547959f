import { sumOf } from "@plotline/base";
import { bm25 } from "../similarity/bm25.ts";
import { type Matrix, matrix } from "../similarity/similarity.ts";

/** What the model depends on; docs/guides.md says how it was chosen. */
const settings = {
  /** What a unit of BM25 with a whole part, and with its best passage, counts as a logarithm. */
  wholeWeight: 0.3,
  passageWeight: 0.2,
  /** The share of points that are from anywhere in the book. */
  stray: 0.04,
  /** How many moves to another part there are, for each part (where there are more points than parts). */
  moves: 0.8,
  /** A part with many points is passed in up to this many stages, and left before the last with this probability. */
  stages: 3,
  early: 0.1,
  /** How likely each further part is left out, when the guide moves on, and before the first point. */
  skip: 0.3,
  late: 0.5,
};

/** Where a point of a guide belongs among the parts of a book. */
export interface Placed {
  readonly part: number;
  /** How likely it is that part. */
  readonly confidence: number;
}

/**
 * The parts of a book (chapters, or windows of paragraphs) that the points of a guide cover, if both run the same way.
 * A hidden Markov model: from one point to the next the guide stays in its part or moves on, perhaps past parts that it
 * leaves out; now and then a point looks back or ahead, and is from anywhere. A part with many points is passed in stages, so
 * that no part has far fewer or far more points than others. The evidence of a point for a part is its BM25 with the part as
 * a whole and with the best of its passages. Points and parts by the thousand take seconds, since a row of the model needs
 * the row before and one sum along it.
 */
export function placeAlong(points: readonly string[], parts: readonly (readonly string[])[]): Placed[] {
  const [rows, columns] = [points.length, parts.length];
  if (rows === 0 || columns === 0) return [];
  const likely = posteriors(emissions(partScores(points, parts)), rows, columns);
  return Array.from({ length: rows }, (_, row) => {
    const own = likely.subarray(row * columns, (row + 1) * columns);
    let part = 0;
    for (let k = 1; k < columns; k++) if (own[k]! > own[part]!) part = k;
    return { part, confidence: own[part]! };
  });
}

/** BM25 of every point with every part as a whole, and with its best passage. */
interface PartScores {
  readonly whole: Matrix;
  readonly passage: Matrix;
}

function partScores(points: readonly string[], parts: readonly (readonly string[])[]): PartScores {
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

/** How each point is divided among the parts by its words alone: a softmax of its scores. */
function emissions({ whole, passage }: PartScores): Float64Array {
  const { wholeWeight, passageWeight } = settings;
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
function posteriors(words: Float64Array, rows: number, columns: number): Float64Array {
  const { stray, late } = settings;
  const pace = paceOf(rows, columns);
  const [{ stages }, states] = [pace, columns * pace.stages];
  const weighed = (values: Float64Array, row: number) =>
    values.map((value, state) => {
      const evidence = words[row * columns + Math.floor(state / stages)]!;
      return value * ((1 - stray) * evidence + stray / columns);
    });
  const before = new Float64Array(rows * states);
  for (let row = 0; row < rows; row++) {
    const here = before.subarray(row * states, (row + 1) * states);
    if (row === 0) for (let part = 0; part < columns; part++) here[part * stages] = late ** part;
    else moveOn(weighed(before.subarray((row - 1) * states, row * states), row - 1), here, pace);
    scale(here);
  }
  const likely = new Float64Array(rows * columns);
  let after = new Float64Array(states).fill(1);
  for (let row = rows - 1; row >= 0; row--) {
    const place = new Float64Array(columns);
    for (let state = 0; state < states; state++)
      place[Math.floor(state / stages)]! += before[row * states + state]! * after[state]!;
    const anywhere = sumOf(place) * (stray / columns);
    for (let part = 0, at = row * columns; part < columns; part++, at++)
      likely[at] = (place[part]! * (1 - stray) + anywhere) * words[at]!;
    normalise(likely.subarray(row * columns, (row + 1) * columns));
    const next = new Float64Array(states);
    moveBack(weighed(after, row), next, pace);
    scale(next);
    after = next;
  }
  return likely;
}

/** How a guide moves from point to point. */
interface Pace {
  /** Each part is passed in this many stages; it is left from the last one, and from others early. */
  readonly stages: number;
  /** How likely a stage ends with a point. */
  readonly ends: number;
  readonly early: number;
  readonly skip: number;
}

/** The more points a part has, the longer its stages; where there are about as many parts as points, a part has one. */
function paceOf(rows: number, columns: number): Pace {
  const { moves, stages: most, early, skip } = settings;
  const share = columns / Math.max(1, rows);
  const stages = Math.max(1, Math.min(most, Math.floor(1 / share)));
  return { stages, ends: Math.min(0.95, Math.max(0.02, stages * moves * Math.min(1, share))), early, skip };
}

/** From the last stage, or early, to the first stage of part b: Σ_{d ≥ 1} (1 − skip) skip^(d−1) left(b − d). */
function moveOn(from: Float64Array, to: Float64Array, { stages, ends, early, skip }: Pace): void {
  let moved = 0;
  for (let first = 0; first < to.length; first += stages) {
    const last = first + stages - 1;
    let left = ends * from[last]!;
    to[first] = (1 - ends) * from[first]! + moved;
    for (let state = first; state < last; state++) {
      left += ends * early * from[state]!;
      to[state + 1] = (1 - ends) * from[state + 1]! + ends * (1 - early) * from[state]!;
    }
    moved = (1 - skip) * left + skip * moved;
  }
}

function moveBack(from: Float64Array, to: Float64Array, { stages, ends, early, skip }: Pace): void {
  let moved = 0;
  for (let first = to.length - stages; first >= 0; first -= stages) {
    const last = first + stages - 1;
    to[last] = (1 - ends) * from[last]! + ends * moved;
    for (let state = first; state < last; state++)
      to[state] = (1 - ends) * from[state]! + ends * ((1 - early) * from[state + 1]! + early * moved);
    moved = (1 - skip) * from[first]! + skip * moved;
  }
}

function scale(values: Float64Array): void {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  if (most > 0) for (let k = 0; k < values.length; k++) values[k]! /= most;
}

function normalise(values: Float64Array): void {
  const total = sumOf(values);
  if (total > 0) for (let k = 0; k < values.length; k++) values[k]! /= total;
}
