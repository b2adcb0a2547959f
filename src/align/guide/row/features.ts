import { Problem } from "../../../problem.ts";
import type { Passages } from "../../../similarity/similarity.ts";
import { bestOfRows } from "../../best-of-rows.ts";
import { type ChapterFeatures, type PlaneName, softness } from "../../learned/features.ts";
import { lessRow, timesRow } from "../../learned/inputs.ts";
import { least, turnedOver } from "../../learned/rivals.ts";
import { acquaintance } from "../names.ts";

/** What the row network reads of a chapter: numbers of every cell and of every bullet, none of which knows the other bullets. */
export interface RowFeatures {
  readonly rows: number;
  readonly columns: number;
  /** Feature after feature, each rows × columns. */
  readonly cells: Float32Array;
  /** Feature after feature, each one number a bullet. */
  readonly bullets: Float32Array;
}

const logarithms = ["words", "content", "names", "signs", "pairs", "sentence", "starts", "rarest"] as const;
const plainly = ["cosine", "near 2", "near 5"] as const;
const ofBest = ["words", "content", "cosine", "near 2", "near 5", "sentence"] as const;
const ofParagraphs = 6;
const likenesses = ["pooled", "bulletFound", "paragraphFound"] as const;

export const cellFeatures =
  logarithms.length + plainly.length + 1 + ofBest.length + 2 + ofParagraphs + 2 * likenesses.length;
export const bulletFeatures = 12 + likenesses.length;

/** Those of the cells are written to `cells`. */
export function rowFeatures(
  chapter: ChapterFeatures,
  passages: Passages,
  cells: Float32Array = new Float32Array(cellFeatures * chapter.rows * chapter.columns),
): RowFeatures {
  const { rows, columns, planes, byRow, ofParagraph } = chapter;
  const size = rows * columns;
  let at = 0;
  const next = () => cells.subarray(at, (at += size));
  for (const name of logarithms) logarithm(planes[name], next());
  for (const name of plainly) next().set(planes[name]);
  timesRow(planes.words, byRow.reach, next());
  const tops = new Map(ofBest.map((name) => [name, bestOfRows(planes[name], rows, columns)]));
  for (const name of ofBest) timesRow(planes[name], turnedOver(tops.get(name)!, least), next());
  const alone = weightsOfCopies(passages.story);
  softShares(planes.words, rows, columns, alone, softness, next());
  softShares(planes.cosine, rows, columns, alone, 0.1, next());
  for (const values of ofParagraph.slice(0, ofParagraphs)) {
    const made = next();
    for (let first = 0; first < size; first += columns) made.set(values, first);
  }
  for (const name of likenesses) {
    const { plane, bestOfRow } = likenessOf(chapter, name);
    next().set(plane);
    lessRow(plane, bestOfRow, 1, next());
  }
  return { rows, columns, cells, bullets: bulletNumbers(chapter, passages, tops) };
}

/** What the token table says of every cell. */
function likenessOf({ meaning }: ChapterFeatures, name: (typeof likenesses)[number]) {
  if (meaning.table === undefined)
    throw new Problem("The network that reads single bullets needs the token table; hand it to prepare().");
  return meaning.table[name];
}

function bulletNumbers(
  chapter: ChapterFeatures,
  passages: Passages,
  tops: ReadonlyMap<string, ArrayLike<number>>,
): Float32Array {
  const { rows, columns, planes, byRow, ofBullet } = chapter;
  const bullets = new Float32Array(bulletFeatures * rows);
  const { names, known } = acquaintance(passages);
  const best = (name: PlaneName) => tops.get(name) ?? bestOfRows(planes[name], rows, columns);
  const [words, cosine, near2, near5] = [best("words"), best("cosine"), best("near 2"), best("near 5")];
  const [pairs, rarest, called] = [best("pairs"), best("rarest"), best("names")];
  const rivals = secondBest(planes.words, rows, columns);
  const numbers: ((row: number) => number)[] = [
    (row) => ofBullet[0]![row]!,
    () => Math.log(columns),
    (row) => Math.log1p(words[row]!),
    (row) => words[row]! * byRow.reach[row]!,
    (row) => cosine[row]!,
    (row) => near2[row]!,
    (row) => near5[row]!,
    (row) => Math.log1p(pairs[row]!),
    (row) => rarest[row]!,
    (row) => Math.log1p(called[row]!),
    (row) => (names[row] === 0 ? 0 : Math.min(4, known[row]!) - 2 * Math.min(4, names[row]! - known[row]!)),
    (row) => (words[row]! > 1e-6 ? rivals[row]! / words[row]! : 1),
    ...likenesses.map((name) => {
      const { bestOfRow } = likenessOf(chapter, name);
      return (row: number) => bestOfRow[row]!;
    }),
  ];
  numbers.forEach((number, k) => {
    for (let row = 0; row < rows; row++) bullets[k * rows + row] = number(row);
  });
  return bullets;
}

/** How much each paragraph counts among the rivals of a row: a refrain counts once, however often it is printed. */
function weightsOfCopies(story: readonly string[]): Float32Array {
  const copies = new Map<string, number>();
  for (const paragraph of story) copies.set(paragraph, (copies.get(paragraph) ?? 0) + 1);
  return Float32Array.from(story, (paragraph) => 1 / copies.get(paragraph)!);
}

function softShares(
  plane: Float32Array,
  rows: number,
  columns: number,
  alone: Float32Array,
  temperature: number,
  made: Float32Array,
): void {
  for (let row = 0; row < rows; row++) {
    const from = row * columns;
    let [most, total] = [0, 0];
    for (let column = 0; column < columns; column++) most = Math.max(most, plane[from + column]!);
    for (let column = 0; column < columns; column++) {
      made[from + column] = Math.exp((plane[from + column]! - most) / temperature);
      total += made[from + column]! * alone[column]!;
    }
    for (let column = 0; column < columns; column++) made[from + column]! /= total;
  }
}

/** The best of each row outside the neighbourhood of its best. */
function secondBest(plane: Float32Array, rows: number, columns: number): Float32Array {
  const second = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let place = 0;
    for (let column = 1; column < columns; column++)
      if (plane[row * columns + column]! > plane[row * columns + place]!) place = column;
    for (let column = 0; column < columns; column++)
      if (Math.abs(column - place) > neighbourhood && plane[row * columns + column]! > second[row]!)
        second[row] = plane[row * columns + column]!;
  }
  return second;
}

const neighbourhood = 3;

/** ln(1 + value); most pairs share nothing. */
function logarithm(plane: Float32Array, made: Float32Array): void {
  for (let cell = 0; cell < made.length; cell++) made[cell] = plane[cell] === 0 ? 0 : Math.log1p(plane[cell]!);
}
