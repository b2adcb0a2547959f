import { bags, indexByTerm, lengths } from "../../similarity/bags.ts";
import { type Matrix, matrix } from "../../similarity/matrix.ts";
import type { Reading, Stream } from "./reading.ts";

/** What the words of a chapter say about its cells; every matrix has the chapter's shape. */
export interface WordEvidence {
  /** BM25 over stems, and its parts by names and by other words. */
  readonly words: Matrix;
  readonly names: Matrix;
  readonly content: Matrix;
  /** The idf of the rarest stem that both have. */
  readonly rarest: Matrix;
  readonly cosine: Matrix;
  /** BM25 with the story paragraph as the query. */
  readonly reverse: Matrix;
  /** The idf that each bullet could reach. */
  readonly reach: Float64Array;
}

const k1 = 1.2;
const b = 0.75;

/** Everything over stems in one pass through the words that both sides share. */
export function wordEvidence({ stems, isName }: Reading): WordEvidence {
  const { summary, story } = sides(stems);
  const [rows, columns] = [summary.size, story.size];
  const [idf, smoothIdf, backIdf] = [
    inverse(story, stems.terms),
    smooth(story, stems.terms),
    inverse(summary, stems.terms),
  ];
  const index = indexByTerm(summary, stems.terms);
  const storyTf = saturation(story, lengths(stems.story));
  const back = saturation(summary, lengths(stems.summary)).map((tf, k) => tf * backIdf[summary.terms[k]!]!);
  const [units, storyUnits] = [unitWeights(summary, smoothIdf), unitWeights(story, smoothIdf)];
  const [words, names, rarest, cosine, reverse] = [0, 1, 2, 3, 4].map(() => new Float32Array(rows * columns)) as Five;
  for (let column = 0; column < columns; column++) {
    for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++) {
      const term = story.terms[k]!;
      const weight = idf[term]! * storyTf[k]!;
      const isNamed = isName[term] === 1;
      for (let entry = index.starts[term]!; entry < index.starts[term + 1]!; entry++) {
        const cell = index.rows[entry]! * columns + column;
        const place = index.places[entry]!;
        words[cell]! += weight;
        if (isNamed) names[cell]! += weight;
        if (idf[term]! > rarest[cell]!) rarest[cell] = idf[term]!;
        cosine[cell]! += units[place]! * storyUnits[k]!;
        reverse[cell]! += back[place]!;
      }
    }
  }
  const content = words.map((value, cell) => Math.max(0, value - names[cell]!));
  const made = (values: Float32Array) => matrix(rows, columns, values);
  const reach = new Float64Array(rows);
  for (let row = 0; row < rows; row++)
    for (let k = summary.starts[row]!; k < summary.starts[row + 1]!; k++) reach[row]! += idf[summary.terms[k]!]!;
  return {
    words: made(words),
    names: made(names),
    content: made(content),
    rarest: made(rarest),
    cosine: made(cosine),
    reverse: made(reverse),
    reach,
  };
}

type Five = [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];

/** BM25 over any stream. */
export function overlap(stream: Stream): Matrix {
  const { summary, story } = sides(stream);
  const idf = inverse(story, stream.terms);
  const tf = saturation(story, lengths(stream.story));
  const index = indexByTerm(summary, stream.terms);
  const [rows, columns] = [summary.size, story.size];
  const values = new Float32Array(rows * columns);
  for (let column = 0; column < columns; column++) {
    for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++) {
      const term = story.terms[k]!;
      const weight = idf[term]! * tf[k]!;
      for (let entry = index.starts[term]!; entry < index.starts[term + 1]!; entry++)
        values[index.rows[entry]! * columns + column]! += weight;
    }
  }
  return matrix(rows, columns, values);
}

/** For each bullet the best of its sentences. */
export function bestSentence({ stems, sentences, sentenceRows }: Reading): Matrix {
  const each = overlap({ ...stems, summary: sentences });
  const best = matrix(stems.summary.starts.length - 1, each.columns);
  for (let line = 0; line < each.rows; line++) {
    const [from, to] = [line * each.columns, sentenceRows[line]! * each.columns];
    for (let column = 0; column < each.columns; column++)
      if (each.values[from + column]! > best.values[to + column]!)
        best.values[to + column] = each.values[from + column]!;
  }
  return best;
}

/** The share of a bullet's idf that is found within `radius` paragraphs of each story paragraph. */
export function nearby({ stems }: Reading, radius: number): Matrix {
  const { summary, story } = sides(stems);
  const [rows, columns] = [summary.size, story.size];
  const idf = inverse(story, stems.terms);
  const index = indexByTerm(story, stems.terms);
  const values = new Float32Array(rows * columns);
  const steps = new Float64Array(columns + 1);
  for (let row = 0; row < rows; row++) {
    steps.fill(0);
    let reach = 0;
    for (let k = summary.starts[row]!; k < summary.starts[row + 1]!; k++) {
      const term = summary.terms[k]!;
      reach += idf[term]!;
      let free = 0;
      for (let entry = index.starts[term]!; entry < index.starts[term + 1]!; entry++) {
        const from = Math.max(free, index.rows[entry]! - radius);
        free = Math.min(columns, index.rows[entry]! + radius + 1);
        steps[from]! += idf[term]!;
        steps[free]! -= idf[term]!;
      }
    }
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      sum += steps[column]!;
      values[row * columns + column] = reach > 0 ? sum / reach : 0;
    }
  }
  return matrix(rows, columns, values);
}

/**
 * How like a paragraph is to the others where its bullet probably stands: the bullet is read as the sum of those
 * paragraphs, each by its share, the paragraph itself left out.
 */
export function company({ stems }: Reading, likely: Matrix): Matrix {
  const { story } = sides(stems);
  const units = unitWeights(story, smooth(story, stems.terms));
  const values = new Float32Array(likely.values.length);
  const sums = new Float64Array(stems.terms);
  for (let row = 0; row < likely.rows; row++) {
    const at = row * likely.columns;
    let total = 0;
    for (let column = 0; column < likely.columns; column++) total += likely.values[at + column]!;
    sums.fill(0);
    for (let column = 0; column < likely.columns; column++) {
      const share = total > 0 ? likely.values[at + column]! / total : 0;
      if (share < 1e-3) continue;
      for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++)
        sums[story.terms[k]!]! += share * units[k]!;
    }
    const norm = Math.sqrt(squares(sums));
    if (norm === 0) continue;
    for (let column = 0; column < likely.columns; column++) {
      const share = total > 0 ? likely.values[at + column]! / total : 0;
      const end = story.starts[column + 1]!;
      let dot = 0;
      for (let k = story.starts[column]!; k < end; k++) dot += sums[story.terms[k]!]! * units[k]!;
      const own = share < 1e-3 || end === story.starts[column] ? 0 : share;
      values[at + column] = (dot - own) / norm;
    }
  }
  return matrix(likely.rows, likely.columns, values);
}

function squares(values: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k]! * values[k]!;
  return sum;
}

/** How like the three paragraphs before each story paragraph are to the three from it on: low where a scene changes. */
export function cohesion({ stems }: Reading): Float64Array {
  const { story } = sides(stems);
  const units = unitWeights(story, smooth(story, stems.terms));
  const near = Array.from({ length: 6 }, (_, apart) => likeness(story, units, stems.terms, apart));
  const between = (a: number, b: number) => near[Math.abs(a - b)]![Math.min(a, b)]!;
  const cosines = new Float64Array(story.size);
  for (let place = 1; place < story.size; place++) {
    const [from, to] = [Math.max(0, place - 3), Math.min(story.size, place + 3)];
    let [left, right, both] = [0, 0, 0];
    for (let a = from; a < to; a++)
      for (let b = from; b < to; b++) {
        if (a < place && b < place) left += between(a, b);
        else if (a >= place && b >= place) right += between(a, b);
        else if (a < place) both += between(a, b);
      }
    cosines[place] = left > 1e-9 && right > 1e-9 ? both / Math.sqrt(left * right) : 0;
  }
  return cosines;
}

/** The cosine of each paragraph with the one `apart` after it. */
function likeness(story: Bags, units: Float64Array, terms: number, apart: number): Float64Array {
  const weights = new Float64Array(terms);
  const cosines = new Float64Array(story.size);
  for (let place = 0; place + apart < story.size; place++) {
    const [from, to] = [story.starts[place]!, story.starts[place + 1]!];
    for (let k = from; k < to; k++) weights[story.terms[k]!] = units[k]!;
    let sum = 0;
    const end = story.starts[place + apart + 1]!;
    for (let k = story.starts[place + apart]!; k < end; k++) sum += weights[story.terms[k]!]! * units[k]!;
    cosines[place] = sum;
    for (let k = from; k < to; k++) weights[story.terms[k]!] = 0;
  }
  return cosines;
}

function sides({ summary, story, terms }: Stream) {
  return { summary: bags(summary, terms), story: bags(story, terms) };
}

type Bags = ReturnType<typeof bags>;

function frequencies({ terms }: Bags, count: number): Int32Array {
  const counts = new Int32Array(count);
  for (let k = 0; k < terms.length; k++) counts[terms[k]!]!++;
  return counts;
}

function inverse(documents: Bags, terms: number): Float64Array {
  const counts = frequencies(documents, terms);
  const idf = new Float64Array(terms);
  for (let term = 0; term < terms; term++)
    idf[term] = Math.log(1 + (documents.size - counts[term]! + 0.5) / (counts[term]! + 0.5));
  return idf;
}

function smooth(documents: Bags, terms: number): Float64Array {
  const counts = frequencies(documents, terms);
  const idf = new Float64Array(terms);
  for (let term = 0; term < terms; term++) idf[term] = Math.log((1 + documents.size) / (1 + counts[term]!)) + 1;
  return idf;
}

function saturation({ size, starts, counts }: Bags, sizes: Int32Array): Float64Array {
  const average = sizes.reduce((sum, length) => sum + length, 0) / Math.max(1, size);
  const weights = new Float64Array(counts.length);
  for (let row = 0; row < size; row++) {
    const half = k1 * (1 - b + (average > 0 ? (b * sizes[row]!) / average : 0));
    for (let k = starts[row]!; k < starts[row + 1]!; k++) weights[k] = (counts[k]! * (k1 + 1)) / (counts[k]! + half);
  }
  return weights;
}

/** (1 + ln count) · idf, each paragraph a vector of length 1. */
function unitWeights({ size, starts, terms, counts }: Bags, idf: Float64Array): Float64Array {
  const weights = new Float64Array(terms.length);
  for (let k = 0; k < terms.length; k++)
    weights[k] = (counts[k] === 1 ? 1 : 1 + Math.log(counts[k]!)) * idf[terms[k]!]!;
  for (let row = 0; row < size; row++) {
    let norm = 0;
    for (let k = starts[row]!; k < starts[row + 1]!; k++) norm += weights[k]! ** 2;
    norm = Math.sqrt(norm) || 1;
    for (let k = starts[row]!; k < starts[row + 1]!; k++) weights[k]! /= norm;
  }
  return weights;
}
