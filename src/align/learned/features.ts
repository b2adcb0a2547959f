import { matrix } from "../../similarity/matrix.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { posterior } from "../posterior.ts";
import {
  bestSentence,
  cohesion,
  company,
  nearby,
  overlap,
  type Plane,
  reachOf,
  shareWords,
  type Weighed,
  weigh,
} from "./evidence.ts";
import type { Meaning, MeaningSource } from "./meaning.ts";
import { steepest } from "./paths.ts";
import type { ChapterReader, Reading } from "./reading.ts";

/** What is computed of every cell. Paths: how likely a staircase passes, by a score and at several temperatures. */
const planeNames = [
  ...(["words", "reverse", "starts", "names", "signs", "content", "pairs", "sentence", "rarest"] as const),
  ...(["cosine", "near 2", "near 5", "company"] as const),
  ...(["paths by words 12", "paths by words 6", "paths by words 3", "paths by cosine", "paths by mixed"] as const),
] as const;

export type PlaneName = (typeof planeNames)[number];

/** The words' score over this counts as an exponent where it is compared with its rivals'. */
export const softness = 3;

/** A chapter as numbers without a unit, bounded whatever the text is. */
export interface ChapterFeatures {
  readonly rows: number;
  readonly columns: number;
  readonly planes: Readonly<Record<PlaneName, Plane>>;
  /** What the words of a cell are divided by, by bullet and by paragraph. */
  readonly byRow: Rivals & { readonly reach: Float32Array };
  readonly byColumn: Rivals;
  /** Where bullets and paragraphs stand between 0 and 1, counted in paragraphs and in words. */
  readonly bulletPlaces: Places;
  readonly paragraphPlaces: Places;
  readonly ofBullet: readonly Float32Array[];
  readonly ofParagraph: readonly Float32Array[];
  readonly ofChapter: readonly number[];
  /** What vectors say, by where they come from. */
  readonly meaning: Readonly<Partial<Record<MeaningSource, Readonly<Record<keyof Meaning, AmongRivals>>>>>;
}

/** A plane with the best of each of its rows and columns. */
export interface AmongRivals {
  readonly plane: Plane;
  readonly bestOfRow: Float64Array;
  readonly bestOfColumn: Float64Array;
  /** Over all cells of the chapter. */
  readonly mean: number;
  readonly deviation: number;
}

/** The best of a row or column, or the sum of its exponentials, turned over. */
export interface Rivals {
  readonly words: Float32Array;
  readonly content: Float32Array;
  readonly cosine: Float32Array;
  readonly soft: Float32Array;
}

export interface Places {
  readonly inParagraphs: Float32Array;
  readonly inWords: Float32Array;
}

/** A chapter with at least one paragraph on each side. */
export function chapterFeatures(
  read: ChapterReader,
  passages: Passages,
  meanings: Readonly<Partial<Record<MeaningSource, Meaning>>> = {},
): ChapterFeatures {
  const reading = read(passages);
  const [rows, columns] = [passages.summary.length, passages.story.length];
  const weighed = weigh(reading);
  const reach = reachOf(weighed);
  const planes = fillPlanes(reading, weighed, reach);
  const soft = exponentials(planes.words);
  return {
    rows,
    columns,
    planes,
    byRow: { ...rivals(planes, soft, rows, columns, "row"), reach: turnedOver(reach) },
    byColumn: rivals(planes, soft, rows, columns, "column"),
    bulletPlaces: places(reading.summaryLengths),
    paragraphPlaces: places(reading.storyLengths),
    ofBullet: bulletFeatures(reading.summaryLengths),
    ofParagraph: paragraphFeatures(reading, weighed, passages.story),
    ofChapter: [Math.max(-3, Math.min(5, Math.log(columns / rows))), Math.log(rows), Math.log(columns)],
    meaning: mapped(meanings, (meaning) => mapped(meaning, (plane) => amongRivals(plane, rows, columns))),
  };
}

function mapped<Key extends string, From, To>(
  values: { readonly [key in Key]?: From },
  change: (value: From) => To,
): Record<Key, To> {
  const entries = Object.entries(values) as [Key, From][];
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value)])) as Record<Key, To>;
}

function amongRivals(plane: Plane, rows: number, columns: number): AmongRivals {
  return {
    plane,
    bestOfRow: bestOfRows(plane, rows, columns, Number.NEGATIVE_INFINITY),
    bestOfColumn: bestOfColumns(plane, rows, columns, Number.NEGATIVE_INFINITY),
    ...spread(plane),
  };
}

function spread(plane: Plane): { readonly mean: number; readonly deviation: number } {
  let [sum, squares] = [0, 0];
  for (let cell = 0; cell < plane.length; cell++) {
    sum += plane[cell]!;
    squares += plane[cell]! ** 2;
  }
  const mean = sum / plane.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / plane.length - mean ** 2)) };
}

function fillPlanes(reading: Reading, weighed: Weighed, reach: Float64Array): ChapterFeatures["planes"] {
  const { rows, columns } = weighed;
  const made = new Map(planeNames.map((name) => [name, new Float32Array(rows * columns)]));
  const planes = Object.fromEntries(made) as Record<PlaneName, Plane>;
  const { words, names, cosine, content, reverse, rarest, starts, sentence } = planes;
  shareWords(weighed, { words, names, cosine, reverse, rarest });
  withoutNames(words, names, content);
  overlap(reading.starts, starts);
  overlap(reading.signs, planes.signs);
  overlap(reading.pairs, planes.pairs);
  bestSentence(weighed, reading.sentences, reading.sentenceRows, sentence);
  nearby(weighed, reach, 2, planes["near 2"]);
  nearby(weighed, reach, 5, planes["near 5"]);
  const mixed = meanOf(content, starts, sentence);
  const paths = (scores: Plane, temperature: number, most = steepest) =>
    passing(scores, rows, columns, temperature, most);
  planes["paths by cosine"] = paths(cosine, 1 / 8);
  planes["paths by mixed"] = paths(mixed, 4.3);
  for (const temperature of [12, 6, softness] as const)
    planes[`paths by words ${temperature}`] = paths(words, temperature, (3 * 12) / temperature);
  company(weighed, planes["paths by mixed"], planes.company);
  return planes;
}

function meanOf(a: Plane, b: Plane, c: Plane): Plane {
  const mean = new Float32Array(a.length);
  for (let cell = 0; cell < mean.length; cell++) mean[cell] = (a[cell]! + b[cell]! + c[cell]!) / 3;
  return mean;
}

function exponentials(scores: Plane): Plane {
  const made = new Float32Array(scores.length);
  for (let cell = 0; cell < made.length; cell++) made[cell] = Math.exp(Math.min(steepest, scores[cell]! / softness));
  return made;
}

/** How likely a staircase passes through each cell, by scores over a temperature, none of them above `most`. */
function passing(scores: Plane, rows: number, columns: number, temperature: number, most: number): Plane {
  const values = new Float64Array(scores.length);
  for (let cell = 0; cell < values.length; cell++) values[cell] = Math.min(most, scores[cell]! / temperature);
  return posterior(matrix(rows, columns, values)).values as Plane;
}

function withoutNames(words: Plane, names: Plane, content: Plane): void {
  for (let cell = 0; cell < words.length; cell++) {
    const rest = words[cell]! - names[cell]!;
    content[cell] = rest > 0 ? rest : 0;
  }
}

function rivals(
  { words, content, cosine }: ChapterFeatures["planes"],
  soft: Plane,
  rows: number,
  columns: number,
  side: "row" | "column",
): Rivals {
  const [best, sum] = side === "row" ? [bestOfRows, sumOfRows] : [bestOfColumns, sumOfColumns];
  return {
    words: turnedOver(best(words, rows, columns), 1e-6),
    content: turnedOver(best(content, rows, columns), 1e-6),
    cosine: turnedOver(best(cosine, rows, columns), 1e-6),
    soft: turnedOver(sum(soft, rows, columns)),
  };
}

function bestOfRows(plane: Plane, rows: number, columns: number, least = 0): Float64Array {
  const made = new Float64Array(rows);
  for (let row = 0, cell = 0; row < rows; row++) {
    let best = least;
    for (let column = 0; column < columns; column++, cell++) if (plane[cell]! > best) best = plane[cell]!;
    made[row] = best;
  }
  return made;
}

function bestOfColumns(plane: Plane, rows: number, columns: number, least = 0): Float64Array {
  const made = new Float64Array(columns).fill(least);
  for (let row = 0, cell = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, cell++)
      if (plane[cell]! > made[column]!) made[column] = plane[cell]!;
  return made;
}

function sumOfRows(plane: Plane, rows: number, columns: number): Float64Array {
  const made = new Float64Array(rows);
  for (let row = 0, cell = 0; row < rows; row++) {
    let sum = 0;
    for (let column = 0; column < columns; column++, cell++) sum += plane[cell]!;
    made[row] = sum;
  }
  return made;
}

function sumOfColumns(plane: Plane, rows: number, columns: number): Float64Array {
  const made = new Float64Array(columns);
  for (let row = 0, cell = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, cell++) made[column]! += plane[cell]!;
  return made;
}

/** 1 / value; 0 where there is none. */
function turnedOver(values: Float64Array, least = 0): Float32Array {
  return each(values.length, (k) => (values[k]! > least ? 1 / values[k]! : 0));
}

function places(sizes: Int32Array): Places {
  let total = 0;
  for (let k = 0; k < sizes.length; k++) total += sizes[k]!;
  const inWords = new Float32Array(sizes.length);
  for (let k = 0, before = 0; k < sizes.length; k++) {
    inWords[k] = (before + sizes[k]! / 2) / Math.max(1, total);
    before += sizes[k]!;
  }
  return { inParagraphs: each(sizes.length, (k) => (k + 0.5) / sizes.length), inWords };
}

/** How long a bullet is, and whether it is the first or the last. */
function bulletFeatures(sizes: Int32Array): Float32Array[] {
  const last = sizes.length - 1;
  const ofBullets = (value: (k: number) => number) => each(sizes.length, value);
  return [
    ofBullets((k) => Math.log1p(sizes[k]!)),
    ofBullets((k) => (k === 0 ? 1 : 0)),
    ofBullets((k) => (k === last ? 1 : 0)),
  ];
}

/** What a paragraph is, whatever it is compared with. */
function paragraphFeatures({ storyLengths, names }: Reading, weighed: Weighed, story: readonly string[]) {
  const together = cohesion(weighed);
  const last = story.length - 1;
  const ofParagraphs = (value: (k: number) => number) => each(story.length, value);
  return [
    ofParagraphs((k) => Math.log1p(storyLengths[k]!)),
    ofParagraphs((k) => (speech.test(story[k]!) ? 1 : 0)),
    ofParagraphs((k) => Math.min(6, quotationMarks(story[k]!))),
    ofParagraphs((k) => (isHeading(story[k]!) ? 1 : 0)),
    ofParagraphs((k) => together[k]!),
    ofParagraphs((k) => Math.min(4, names[k]!)),
    ofParagraphs((k) => Math.exp(-k / 2)),
    ofParagraphs((k) => Math.exp((k - last) / 2)),
  ];
}

function each(count: number, value: (k: number) => number): Float32Array {
  const made = new Float32Array(count);
  for (let k = 0; k < count; k++) made[k] = value(k);
  return made;
}

const speech = /^[^\p{L}]*["“'‘]|^\p{Lu}[\p{Lu}'’. ]{1,20}[.:]/u;

function quotationMarks(text: string): number {
  let count = 0;
  for (const mark of ['"', "“", "”"])
    for (let at = text.indexOf(mark); at >= 0 && count < 6; at = text.indexOf(mark, at + 1)) count++;
  return count;
}

function isHeading(text: string): boolean {
  if (/^(?:chapter|scene|act|book|part)\b/i.test(text)) return true;
  return text.length < 100 && !/[.!?,;"”’']\s*$/.test(text) && text.split(/\s+/).length < 12;
}
