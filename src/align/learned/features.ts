import { floats } from "../../room.ts";
import type { Passages } from "../../similarity/similarity.ts";
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
import type { ChapterReader, Reading } from "./reading.ts";
import { marginals, pathWeight } from "./staircase.ts";

/**
 * What is computed of every cell; the network's features are made of it row by row (`feed.ts`), so that a long chapter
 * needs little room. Paths are marginals of all chronological paths over a score, at several temperatures.
 */
export const planeNames: readonly string[] = [
  ...["words", "reverse", "starts", "names", "signs", "content", "pairs", "sentence", "rarest"],
  ...["cosine", "near 2", "near 5", "company"],
  ...["paths by words 12", "paths by words 6", "paths by words 3", "paths by cosine", "paths by mixed"],
];

/** The words' score over this counts as an exponent where it is compared with its rivals'. */
export const softness = 3;

/** A chapter as numbers without a unit, bounded whatever the text is. */
export interface ChapterFeatures {
  readonly rows: number;
  readonly columns: number;
  /** One plane after the other, in the order of their names. */
  readonly planes: Float32Array;
  /** What the words of a cell are divided by, by bullet and by paragraph. */
  readonly byRow: Rivals & { readonly reach: Float32Array };
  readonly byColumn: Rivals;
  /** Where bullets and paragraphs stand between 0 and 1, counted in paragraphs and in words. */
  readonly bulletPlaces: Places;
  readonly paragraphPlaces: Places;
  readonly ofBullet: readonly Float32Array[];
  readonly ofParagraph: readonly Float32Array[];
  readonly ofChapter: readonly number[];
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
export function chapterFeatures(read: ChapterReader, passages: Passages, room: Room = newRoom): ChapterFeatures {
  const reading = read(passages);
  const [rows, columns] = [passages.summary.length, passages.story.length];
  const planes = room(planeNames.length * rows * columns);
  const plane = (name: string): Plane => {
    const start = planeNames.indexOf(name) * rows * columns;
    return planes.subarray(start, start + rows * columns);
  };
  const weighed = weigh(reading);
  const reach = reachOf(weighed);
  const soft = fillPlanes(reading, weighed, reach, plane);
  const scores = { words: plane("words"), content: plane("content"), cosine: plane("cosine") };
  return {
    rows,
    columns,
    planes,
    byRow: { ...rivals(scores, soft, rows, columns, "row"), reach: turnedOver(reach) },
    byColumn: rivals(scores, soft, rows, columns, "column"),
    bulletPlaces: places(reading.summaryLengths),
    paragraphPlaces: places(reading.storyLengths),
    ofBullet: bulletFeatures(reading.summaryLengths),
    ofParagraph: paragraphFeatures(reading, weighed, passages.story),
    ofChapter: [Math.max(-3, Math.min(5, Math.log(columns / rows))), Math.log(rows), Math.log(columns)],
  };
}

/** Gives this many zeros. */
export type Room = (size: number) => Float32Array;

const newRoom: Room = (size) => new Float32Array(size);

/** The same room for one chapter after the other. */
export function reusedRoom(): Room {
  let room = new Float32Array(0);
  return (size) => {
    if (room.length < size) room = new Float32Array(size * 1.25);
    return room.subarray(0, size).fill(0);
  };
}

/** Gives the exponentials of the words' scores, by which rivals are compared. */
function fillPlanes(reading: Reading, weighed: Weighed, reach: Float64Array, plane: (name: string) => Plane): Plane {
  const [words, names, cosine, content] = [plane("words"), plane("names"), plane("cosine"), plane("content")];
  const [starts, sentence] = [plane("starts"), plane("sentence")];
  shareWords(weighed, { words, names, cosine, reverse: plane("reverse"), rarest: plane("rarest") });
  withoutNames(words, names, content);
  overlap(reading.starts, starts);
  overlap(reading.signs, plane("signs"));
  overlap(reading.pairs, plane("pairs"));
  bestSentence(weighed, reading.sentences, reading.sentenceRows, sentence);
  nearby(weighed, reach, 2, plane("near 2"));
  nearby(weighed, reach, 5, plane("near 5"));
  const mixed = meanOf(content, starts, sentence);
  const soft = pathPlanes(weighed, { words, cosine, mixed }, plane);
  company(weighed, plane("paths by mixed"), plane("company"));
  return soft;
}

function withoutNames(words: Plane, names: Plane, content: Plane): void {
  for (let cell = 0; cell < words.length; cell++) {
    const rest = words[cell]! - names[cell]!;
    content[cell] = rest > 0 ? rest : 0;
  }
}

function meanOf(content: Plane, starts: Plane, sentence: Plane): Plane {
  const mixed = mixedRoom.take(content.length);
  for (let cell = 0; cell < content.length; cell++)
    mixed[cell] = (content[cell]! + starts[cell]! + sentence[cell]!) / 3;
  return mixed;
}

/** exp(x / 6) is the square of exp(x / 12), and exp(x / 3) the square of that. */
function pathPlanes(
  { rows, columns }: Weighed,
  { words, cosine, mixed }: { words: Plane; cosine: Plane; mixed: Plane },
  plane: (name: string) => Plane,
): Plane {
  const cells = rows * columns;
  const weights = weightRoom.take(cells);
  weighCells(cosine, 1 / 8, weights, cells);
  marginals(weights, rows, columns, plane("paths by cosine"));
  weighCells(mixed, 4.3, weights, cells);
  marginals(weights, rows, columns, plane("paths by mixed"));
  for (let cell = 0; cell < cells; cell++) weights[cell] = Math.exp(Math.min(3, words[cell]! / 12));
  marginals(weights, rows, columns, plane("paths by words 12"));
  for (const temperature of [6, softness]) {
    square(weights, cells);
    marginals(weights, rows, columns, plane(`paths by words ${temperature}`));
  }
  return weights;
}

const [mixedRoom, weightRoom] = [floats(), floats()];

function weighCells(scores: Plane, temperature: number, weights: Float32Array, cells: number): void {
  for (let cell = 0; cell < cells; cell++) weights[cell] = pathWeight(scores[cell]! / temperature);
}

function square(weights: Float32Array, cells: number): void {
  for (let cell = 0; cell < cells; cell++) weights[cell]! *= weights[cell]!;
}

function rivals(
  { words, content, cosine }: Record<"words" | "content" | "cosine", Plane>,
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

function bestOfRows(plane: Plane, rows: number, columns: number): Float64Array {
  const made = new Float64Array(rows);
  for (let row = 0, cell = 0; row < rows; row++) {
    let best = 0;
    for (let column = 0; column < columns; column++, cell++) if (plane[cell]! > best) best = plane[cell]!;
    made[row] = best;
  }
  return made;
}

function bestOfColumns(plane: Plane, rows: number, columns: number): Float64Array {
  const made = new Float64Array(columns);
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
