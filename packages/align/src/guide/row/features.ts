import { memoByName, Problem } from "@plotline/base";
import { type ChapterFeatures, type PlaneName, softness } from "../../learned/features.ts";
import { inEachRow, minusRow, ofParagraphs, scaleRows } from "../../learned/inputs.ts";
import { bestOfRows, least, reciprocals } from "../../learned/rivals.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { acquaintance } from "../names.ts";

/** What the row network reads of a chapter: numbers of every cell and of every point, none of which knows the other points. */
export interface RowFeatures {
  readonly rows: number;
  readonly columns: number;
  /** Feature after feature, each rows × columns. */
  readonly cells: Float32Array;
  /** Feature after feature, each one number per point. */
  readonly points: Float32Array;
}

/** A chapter, and what several features need of it. */
interface Seen extends ChapterFeatures {
  /** The best of each row of a plane. */
  readonly best: (name: PlaneName) => Float64Array;
  /** How much each paragraph counts among the rivals of a row: a refrain counts once, however often it is printed. */
  readonly alone: Float32Array;
  /** How alike the two texts of every cell are by the token table. */
  readonly table: NonNullable<ChapterFeatures["meaning"]["table"]>;
  readonly names: ReturnType<typeof acquaintance>;
}

/** Numbers of a cell, row by row. */
type CellFeature = (seen: Seen, out: Float32Array) => void;
/** A number of a point. */
type PointFeature = (seen: Seen, row: number) => number;

const likenesses = ["pooled", "pointFound", "paragraphFound"] as const;

const ofCells: readonly CellFeature[] = [
  ...(["words", "content", "names", "signs", "pairs", "sentence", "starts", "rarest"] as const).map(
    (name): CellFeature =>
      ({ planes }, out) =>
        logarithm(planes[name], out),
  ),
  ...(["cosine", "near 2", "near 5"] as const).map(
    (name): CellFeature =>
      ({ planes }, out) =>
        void out.set(planes[name]),
  ),
  ({ planes, byRow }, out) => scaleRows(planes.words, byRow.reach, out),
  ...(["words", "content", "cosine", "near 2", "near 5", "sentence"] as const).map(
    (name): CellFeature =>
      ({ planes, best }, out) =>
        scaleRows(planes[name], reciprocals(best(name), least), out),
  ),
  ({ planes, rows, alone }, out) => softShares(planes.words, rows, alone, softness, out),
  ({ planes, rows, alone }, out) => softShares(planes.cosine, rows, alone, 0.1, out),
  ...ofParagraphs.map(
    (name): CellFeature =>
      ({ ofParagraph }, out) =>
        inEachRow(ofParagraph[name], out),
  ),
  ...likenesses.flatMap((name): CellFeature[] => [
    ({ table }, out) => void out.set(table[name].plane),
    ({ table }, out) => minusRow(table[name].plane, table[name].bestOfRow, 1, out),
  ]),
];

const ofPoints: readonly PointFeature[] = [
  ({ ofPoint }, row) => ofPoint["point's length"][row]!,
  ({ columns }) => Math.log(columns),
  ({ best }, row) => Math.log1p(best("words")[row]!),
  ({ best, byRow }, row) => best("words")[row]! * byRow.reach[row]!,
  ...(["cosine", "near 2", "near 5"] as const).map(
    (name): PointFeature =>
      ({ best }, row) =>
        best(name)[row]!,
  ),
  ({ best }, row) => Math.log1p(best("pairs")[row]!),
  ({ best }, row) => best("rarest")[row]!,
  ({ best }, row) => Math.log1p(best("names")[row]!),
  ({ names: { names, known } }, row) =>
    names[row] === 0 ? 0 : Math.min(4, known[row]!) - 2 * Math.min(4, names[row]! - known[row]!),
  ({ planes, best, columns }, row) => {
    const most = best("words")[row]!;
    return most > least ? secondBest(planes.words.subarray(row * columns, (row + 1) * columns)) / most : 1;
  },
  ...likenesses.map(
    (name): PointFeature =>
      ({ table }, row) =>
        table[name].bestOfRow[row]!,
  ),
];

/** How many numbers the row network reads of a cell. */
export const cellFeatures = ofCells.length;
/** How many numbers it reads of a point. */
export const pointFeatures = ofPoints.length;

/** Those of the cells are written to `cells`. */
export function rowFeatures(
  chapter: ChapterFeatures,
  passages: Passages,
  cells: Float32Array = new Float32Array(cellFeatures * chapter.rows * chapter.columns),
): RowFeatures {
  const { rows, columns } = chapter;
  const seen = seenIn(chapter, passages);
  const size = rows * columns;
  ofCells.forEach((write, k) => void write(seen, cells.subarray(k * size, (k + 1) * size)));
  const points = new Float32Array(pointFeatures * rows);
  ofPoints.forEach((value, k) => {
    for (let row = 0; row < rows; row++) points[k * rows + row] = value(seen, row);
  });
  return { rows, columns, cells, points };
}

function seenIn(chapter: ChapterFeatures, passages: Passages): Seen {
  const { rows, columns, planes, meaning } = chapter;
  if (meaning.table === undefined)
    throw new Problem("The network that reads single points needs the token table; hand it to prepare().");
  const best = memoByName(String, (name: PlaneName) => bestOfRows(planes[name], rows, columns));
  const alone = weightsOfCopies(passages.story);
  return { ...chapter, best, alone, table: meaning.table, names: acquaintance(passages) };
}

function weightsOfCopies(story: readonly string[]): Float32Array {
  const copies = new Map<string, number>();
  for (const paragraph of story) copies.set(paragraph, (copies.get(paragraph) ?? 0) + 1);
  return Float32Array.from(story, (paragraph) => 1 / copies.get(paragraph)!);
}

function softShares(
  plane: Float32Array,
  rows: number,
  alone: Float32Array,
  temperature: number,
  made: Float32Array,
): void {
  const columns = alone.length;
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

/** The best outside the neighbourhood of the best. */
function secondBest(row: Float32Array): number {
  let place = 0;
  for (let column = 1; column < row.length; column++) if (row[column]! > row[place]!) place = column;
  let second = 0;
  for (let column = 0; column < row.length; column++)
    if (Math.abs(column - place) > neighbourhood && row[column]! > second) second = row[column]!;
  return second;
}

const neighbourhood = 3;

/** ln(1 + value); most pairs share nothing. */
function logarithm(plane: Float32Array, made: Float32Array): void {
  for (let cell = 0; cell < made.length; cell++) made[cell] = plane[cell] === 0 ? 0 : Math.log1p(plane[cell]!);
}
