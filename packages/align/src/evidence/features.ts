import { sumOf } from "@plotline/base";
import type { TokenTable } from "@plotline/text";
import { type Meaning, tableMeaning } from "../learned/meaning.ts";
import { nearby, overlap, type Plane, reachOf, shareWords, weigh } from "../learned/planes.ts";
import { chapterReader } from "../learned/reading.ts";
import type { Passages } from "../similarity/similarity.ts";

/** What is measured of a statement with a sentence by words and by the token table, in the order of the weights. */
export const ownFeatures = [
  ...(["share", "names", "cosine", "rarest", "starts", "pairs", "near 1", "near 2", "near 5", "length"] as const),
  ...(["pooled", "statement found", "sentence found"] as const),
] as const;

/** What an encoder adds: the same three by its vectors, and the second of them around the sentence. */
export const encoderFeatures = [
  ...ownFeatures,
  ...(["encoder pooled", "encoder statement found", "encoder sentence found", "encoder near"] as const),
] as const;

export type FeatureName = (typeof encoderFeatures)[number];

/** One plane per feature: statement after statement, one number per sentence. */
export type SentencePlanes = Readonly<Record<(typeof ownFeatures)[number], Plane>> &
  Readonly<Partial<Record<FeatureName, Plane>>>;

/** Reads statements (as the summary) and sentences (as the story), at least one of each; the last story is remembered. */
export function planesReader(table: TokenTable): (passages: Passages, byEncoder?: Meaning) => SentencePlanes {
  const [read, meaningOf] = [chapterReader(), tableMeaning(table)];
  return (passages, byEncoder) => {
    const columns = passages.story.length;
    const own = { ...wordPlanes(passages, read), ...meaningPlanes(meaningOf(passages), columns) };
    return byEncoder === undefined ? own : { ...own, ...encoderPlanes(byEncoder, columns) };
  };
}

function wordPlanes(passages: Passages, read: ReturnType<typeof chapterReader>) {
  const reading = read(passages);
  const weighed = weigh(reading);
  const { rows, columns } = weighed;
  const plane = () => new Float32Array(rows * columns);
  const [words, names, cosine, reverse, rarest] = [plane(), plane(), plane(), plane(), plane()];
  shareWords(weighed, { words, names, cosine, reverse, rarest });
  const [starts, pairs] = [plane(), plane()];
  overlap(reading.starts, starts);
  overlap(reading.pairs, pairs);
  const reach = reachOf(weighed);
  const [near1, near2, near5] = [plane(), plane(), plane()];
  for (const [radius, made] of [[1, near1] as const, [2, near2] as const, [5, near5] as const])
    nearby(weighed, reach, radius, made);
  return {
    share: words.map((value, cell) => value / Math.max(least, reach[Math.floor(cell / columns)]!)),
    names: names.map(Math.log1p),
    cosine,
    rarest: overBest(rarest, columns),
    starts: starts.map(Math.log1p),
    pairs: pairs.map(Math.log1p),
    "near 1": near1,
    "near 2": near2,
    "near 5": near5,
    length: plane().map((_, cell) => Math.log1p(reading.storyLengths[cell % columns]!) / 3),
  };
}

const least = 1e-6;

function meaningPlanes({ pooled, pointFound, paragraphFound }: Meaning, columns: number) {
  return {
    pooled: amongOthers(pooled, columns),
    "statement found": amongOthers(pointFound, columns),
    "sentence found": amongOthers(paragraphFound, columns),
  };
}

function encoderPlanes({ pooled, pointFound, paragraphFound }: Meaning, columns: number) {
  return {
    "encoder pooled": amongOthers(pooled, columns),
    "encoder statement found": amongOthers(pointFound, columns),
    "encoder sentence found": amongOthers(paragraphFound, columns),
    "encoder near": amongOthers(around(pointFound, columns), columns),
  };
}

/** Over the best of its statement. */
function overBest(plane: Plane, columns: number): Plane {
  return rowByRow(plane, columns, (row) => {
    const best = Math.max(
      least,
      row.reduce((most, value) => Math.max(most, value), 0),
    );
    return (value) => value / best;
  });
}

/** How far above the mean of its statement, in deviations: sources of vectors differ in how alike they find any two texts. */
function amongOthers(plane: Plane, columns: number): Plane {
  return rowByRow(plane, columns, (row) => {
    const mean = sumOf(row) / columns;
    const variance = sumOf(row, (value) => (value - mean) ** 2) / columns;
    const deviation = Math.sqrt(variance) + least;
    return (value) => (value - mean) / deviation;
  });
}

function rowByRow(plane: Plane, columns: number, change: (row: Plane) => (value: number) => number): Plane {
  const made = new Float32Array(plane.length);
  for (let from = 0; from < plane.length; from += columns) {
    const row = plane.subarray(from, from + columns);
    made.set(row.map(change(row)), from);
  }
  return made;
}

/** The mean of the two sentences before and the two after; what is outside the story counts as 0. */
function around(plane: Plane, columns: number): Plane {
  return plane.map((_, cell) => {
    const column = cell % columns;
    let sum = 0;
    for (const step of [-2, -1, 1, 2]) if (column + step >= 0 && column + step < columns) sum += plane[cell + step]!;
    return sum / 4;
  });
}
