import { type Matrix, matrix } from "../../similarity/matrix.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { bestSentence, cohesion, company, nearby, overlap, wordEvidence } from "./evidence.ts";
import type { ChapterReader, Reading } from "./reading.ts";
import { staircase } from "./staircase.ts";

/** One kind of evidence, for every cell, or the same for all cells of a bullet, a story paragraph or the chapter. */
export interface Feature {
  readonly name: string;
  readonly of: "cell" | "bullet" | "paragraph" | "chapter";
  readonly values: Float32Array;
}

/** What the network sees of a chapter: numbers without a unit, bounded whatever the text is. */
export interface ChapterFeatures {
  readonly rows: number;
  readonly columns: number;
  readonly features: readonly Feature[];
}

/** A chapter with at least one paragraph on each side. */
export function chapterFeatures(read: ChapterReader, passages: Passages): ChapterFeatures {
  const reading = read(passages);
  const [rows, columns] = [passages.summary.length, passages.story.length];
  const features = [
    ...wordFeatures(reading),
    ...placeFeatures(reading),
    ...paragraphFeatures(reading, passages.story),
    ...shapeFeatures(rows, columns),
  ];
  return { rows, columns, features };
}

/** Writes rows `from` to before `to` of one feature, row by row, `stride` apart. */
export function fillRows(
  { rows, columns }: ChapterFeatures,
  { of, values }: Feature,
  from: number,
  to: number,
  target: Float32Array,
  stride: number,
): void {
  if (to > rows) throw new RangeError(`row ${to} of ${rows}`);
  for (let row = from, at = 0; row < to; row++, at += stride) {
    if (of === "cell") target.set(values.subarray(row * columns, (row + 1) * columns), at);
    else if (of === "paragraph") target.set(values, at);
    else target.fill(values[of === "bullet" ? row : 0]!, at, at + columns);
  }
}

function wordFeatures(reading: Reading): Feature[] {
  const { words, names, content, rarest, cosine, reverse, reach } = wordEvidence(reading);
  const [starts, sentence] = [overlap(reading.starts), bestSentence(reading)];
  const mixed = mean([content, starts, sentence]);
  const mixedPaths = staircase(mixed, 4.3);
  const counted = {
    words,
    reverse,
    starts,
    names,
    signs: overlap(reading.signs),
    content,
    pairs: overlap(reading.pairs),
    sentence,
    rarest,
  };
  return [
    ...Object.entries(counted).map(([name, g]) =>
      cell(name, g, (value) => (value === 0 ? 0 : Math.log(1 + value) / 2)),
    ),
    cell("cosine", cosine, (value) => value * 3),
    cell("covered", words, (value, row) => (reach[row]! > 0 ? value / reach[row]! / 2 : 0)),
    cell("near 2", nearby(reading, 2)),
    cell("near 5", nearby(reading, 5)),
    cell("company", company(reading, mixedPaths), (value) => value * 2),
    ...Object.entries({ words, content, cosine }).flatMap(([name, g]) => shares(name, g)),
    ...softShares("words", words, 3),
    ...[12, 6, 3].flatMap((temperature) => paths(`words ${temperature}`, staircase(words, temperature))),
    ...paths("cosine", staircase(cosine, 0.125)),
    ...paths("mixed", mixedPaths),
  ];
}

function mean(all: readonly Matrix[]): Matrix {
  const { rows, columns } = all[0]!;
  const sums = matrix(rows, columns);
  for (const { values } of all) for (let k = 0; k < values.length; k++) sums.values[k]! += values[k]! / all.length;
  return sums;
}

function cell(
  name: string,
  { rows, columns, values }: Matrix,
  change?: (value: number, row: number) => number,
): Feature {
  if (change === undefined && values instanceof Float32Array) return { name, of: "cell", values };
  const made = new Float32Array(values.length);
  for (let row = 0, k = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, k++) made[k] = change?.(values[k]!, row) ?? values[k]!;
  return { name, of: "cell", values: made };
}

/** A cell beside the best of its bullet and of its story paragraph. */
function shares(name: string, g: Matrix): Feature[] {
  const { byRow, byColumn } = maxima(g);
  const ofRow = cell(`${name}, of the bullet's best`, g, (value, row) => value / Math.max(byRow[row]!, 1e-6));
  const ofColumn = new Float32Array(g.values.length);
  for (let k = 0; k < ofColumn.length; k++) ofColumn[k] = g.values[k]! / Math.max(byColumn[k % g.columns]!, 1e-6);
  return [ofRow, { name: `${name}, of the paragraph's best`, of: "cell", values: ofColumn }];
}

function maxima({ rows, columns, values }: Matrix): { byRow: Float64Array; byColumn: Float64Array } {
  const [byRow, byColumn] = [new Float64Array(rows), new Float64Array(columns)];
  for (let row = 0, k = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, k++) {
      if (values[k]! > byRow[row]!) byRow[row] = values[k]!;
      if (values[k]! > byColumn[column]!) byColumn[column] = values[k]!;
    }
  }
  return { byRow, byColumn };
}

/** The same as softmaxes: how alone the cell stands. */
function softShares(name: string, { rows, columns, values }: Matrix, temperature: number): Feature[] {
  const powers = values.map((value) => Math.exp(Math.min(60, value / temperature)));
  const [byRow, byColumn] = [new Float64Array(rows), new Float64Array(columns)];
  for (let row = 0, k = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, k++) {
      byRow[row]! += powers[k]!;
      byColumn[column]! += powers[k]!;
    }
  const ofRow = new Float32Array(powers.length);
  const ofColumn = new Float32Array(powers.length);
  for (let row = 0, k = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, k++) {
      ofRow[k] = powers[k]! / byRow[row]!;
      ofColumn[k] = powers[k]! / byColumn[column]!;
    }
  return [
    { name: `${name}, share of the bullet's`, of: "cell", values: ofRow },
    { name: `${name}, share of the paragraph's`, of: "cell", values: ofColumn },
  ];
}

/** How likely a chronological path passes here, as it is and in logarithms. */
function paths(name: string, likely: Matrix): Feature[] {
  return [cell(`paths by ${name}`, likely), cell(`ln paths by ${name}`, likely, (p) => Math.log(p + 1e-6) / 4)];
}

/** Where a cell stands between the corners, counted in paragraphs and in words. */
function placeFeatures({ summaryLengths, storyLengths }: Reading): Feature[] {
  const [rows, columns] = [summaryLengths.length, storyLengths.length];
  const [summary, story] = [middles(summaryLengths), middles(storyLengths)];
  const lag = matrix(rows, columns);
  const wordLag = matrix(rows, columns);
  for (let row = 0, k = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, k++) {
      lag.values[k] = (row + 0.5) / rows - (column + 0.5) / columns;
      wordLag.values[k] = summary[row]! - story[column]!;
    }
  return [
    cell("off the diagonal", lag, Math.abs),
    cell("lag", lag),
    cell("off the diagonal, in words", wordLag, Math.abs),
    cell("lag, in words", wordLag),
    cell("bullets off", lag, (value) => Math.tanh((value * rows) / 2)),
  ];
}

function middles(sizes: Int32Array): Float64Array {
  const total = Math.max(
    1,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  let before = 0;
  return Float64Array.from(sizes, (size) => {
    before += size;
    return (before - size / 2) / total;
  });
}

/** What a paragraph is, whatever it is compared with. */
function paragraphFeatures(reading: Reading, story: readonly string[]): Feature[] {
  const { summaryLengths, storyLengths, names } = reading;
  const paragraph = (name: string, value: (k: number) => number) => vector(name, "paragraph", story.length, value);
  const together = cohesion(reading);
  const last = story.length - 1;
  return [
    vector("bullet length", "bullet", summaryLengths.length, (k) => Math.log1p(summaryLengths[k]!) / 4),
    vector("first bullet", "bullet", summaryLengths.length, (k) => (k === 0 ? 1 : 0)),
    vector("last bullet", "bullet", summaryLengths.length, (k) => (k === summaryLengths.length - 1 ? 1 : 0)),
    paragraph("length", (k) => Math.log1p(storyLengths[k]!) / 4),
    paragraph("speech", (k) => (/^[^\p{L}]*["“'‘]|^\p{Lu}[\p{Lu}'’. ]{1,20}[.:]/u.test(story[k]!) ? 1 : 0)),
    paragraph("quotation marks", (k) => Math.min(6, story[k]!.match(/["“”]/g)?.length ?? 0) / 6),
    paragraph("heading", (k) => (isHeading(story[k]!) ? 1 : 0)),
    paragraph("cohesion", (k) => together[k]! * 2),
    paragraph("names there", (k) => Math.min(4, names[k]!) / 4),
    paragraph("from the start", (k) => Math.exp(-k / 2)),
    paragraph("to the end", (k) => Math.exp((k - last) / 2)),
  ];
}

function isHeading(text: string): boolean {
  if (/^(?:chapter|scene|act|book|part)\b/i.test(text)) return true;
  return text.length < 100 && !/[.!?,;"”’']\s*$/.test(text) && text.split(/\s+/).length < 12;
}

function shapeFeatures(rows: number, columns: number): Feature[] {
  const chapter = (name: string, value: number) => vector(name, "chapter", 1, () => value);
  return [
    chapter("paragraphs a bullet", Math.max(-3, Math.min(5, Math.log(columns / rows))) / 2),
    chapter("bullets", Math.log(rows) / 4),
    chapter("paragraphs", Math.log(columns) / 5),
  ];
}

function vector(name: string, of: Feature["of"], length: number, value: (k: number) => number): Feature {
  return { name, of, values: Float32Array.from({ length }, (_, k) => value(k)) };
}
