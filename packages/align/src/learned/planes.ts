import type { Words } from "@plotline/text";
import { type Bags, bags, indexByTerm, type TermIndex } from "../similarity/bags.ts";
import type { ChapterTerms } from "../similarity/chapter-words.ts";
import { countDocuments } from "../similarity/frequencies.ts";
import { bm25Idf, saturated, smoothIdf, unitVectors } from "../similarity/weights.ts";
import type { ChapterReading } from "./reading.ts";

/** One number for every cell of a chapter, row by row. */
export type Plane = Float32Array;

/** The words of a chapter, counted and weighed once for all that is asked of them. */
export interface Weighed {
  readonly rows: number;
  readonly columns: number;
  readonly terms: number;
  readonly isName: Uint8Array;
  readonly summary: Bags;
  readonly story: Bags;
  readonly bySummary: TermIndex;
  readonly byStory: TermIndex;
  readonly idf: Float64Array;
  /** The weight of each entry of the story for BM25, and of each entry of both sides as parts of vectors of length 1. */
  readonly saturated: Float64Array;
  readonly units: Float64Array;
  readonly storyUnits: Float64Array;
  /** BM25 the other way: each entry of the summary for a story paragraph as the query. */
  readonly back: Float64Array;
}

export function weigh({ stems, isName }: ChapterReading): Weighed {
  const { terms } = stems;
  const [summary, story] = [bags(stems.summary, terms), bags(stems.story, terms)];
  const frequencies = countDocuments(terms, [story]);
  const backIdf = bm25Idf(countDocuments(terms, [summary]));
  const smooth = smoothIdf(frequencies);
  return {
    rows: summary.size,
    columns: story.size,
    terms,
    isName,
    summary,
    story,
    bySummary: indexByTerm(summary, terms),
    byStory: indexByTerm(story, terms),
    idf: bm25Idf(frequencies),
    saturated: saturated(story, stems.story),
    units: unitVectors(summary, smooth, "sublinear"),
    storyUnits: unitVectors(story, smooth, "sublinear"),
    back: saturated(summary, stems.summary).map((weight, k) => weight * backIdf[summary.terms[k]!]!),
  };
}

/** What both sides share, in one pass: BM25 over stems, its part by names, the cosine, BM25 backwards, the rarest idf. */
interface WordPlanes {
  readonly words: Plane;
  readonly names: Plane;
  readonly cosine: Plane;
  readonly reverse: Plane;
  readonly rarest: Plane;
}

export function shareWords(weighed: Weighed, { words, names, cosine, reverse, rarest }: WordPlanes): void {
  const { columns, isName, story, bySummary, idf, saturated: weights, units, storyUnits, back } = weighed;
  for (let column = 0; column < columns; column++) {
    for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++) {
      const term = story.terms[k]!;
      const last = bySummary.starts[term + 1]!;
      const rarity = idf[term]!;
      const unit = storyUnits[k]!;
      const weight = rarity * weights[k]!;
      const named = isName[term] === 1 ? weight : 0;
      for (let entry = bySummary.starts[term]!; entry < last; entry++) {
        const cell = bySummary.rows[entry]! * columns + column;
        const place = bySummary.places[entry]!;
        words[cell]! += weight;
        names[cell]! += named;
        if (rarity > rarest[cell]!) rarest[cell] = rarity;
        cosine[cell]! += units[place]! * unit;
        reverse[cell]! += back[place]!;
      }
    }
  }
}

/** BM25 over any terms. */
export function overlap(chapter: ChapterTerms, plane: Plane): void {
  const { terms } = chapter;
  const story = bags(chapter.story, terms);
  const idf = bm25Idf(countDocuments(terms, [story]));
  const index = indexByTerm(bags(chapter.summary, terms), terms);
  addOverlap(index, story, idf, saturated(story, chapter.story), plane);
}

function addOverlap(
  { starts, rows }: TermIndex,
  story: Bags,
  idf: Float64Array,
  weights: Float64Array,
  plane: Plane,
): void {
  const columns = story.size;
  for (let column = 0; column < columns; column++) {
    for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++) {
      const term = story.terms[k]!;
      const last = starts[term + 1]!;
      const weight = idf[term]! * weights[k]!;
      for (let entry = starts[term]!; entry < last; entry++) plane[rows[entry]! * columns + column]! += weight;
    }
  }
}

/** For each point the best of its sentences. */
export function bestSentence(
  { terms, columns, story, idf, saturated: weights }: Weighed,
  sentences: Words,
  rows: Int32Array,
  plane: Plane,
): void {
  const each = new Float32Array(rows.length * columns);
  const index = indexByTerm(bags(sentences, terms), terms);
  addOverlap(index, story, idf, weights, each);
  for (let line = 0; line < rows.length; line++) {
    const [from, to] = [line * columns, rows[line]! * columns];
    for (let column = 0; column < columns; column++)
      if (each[from + column]! > plane[to + column]!) plane[to + column] = each[from + column]!;
  }
}

/** The share of a point's idf that is found within `radius` paragraphs of each story paragraph. */
export function nearby(weighed: Weighed, reach: Float64Array, radius: number, plane: Plane): void {
  const { rows, columns, summary, byStory, idf } = weighed;
  const steps = new Float64Array(columns + 1);
  for (let row = 0; row < rows; row++) {
    steps.fill(0);
    for (let k = summary.starts[row]!; k < summary.starts[row + 1]!; k++) {
      const term = summary.terms[k]!;
      const last = byStory.starts[term + 1]!;
      let free = 0;
      for (let entry = byStory.starts[term]!; entry < last; entry++) {
        const place = byStory.rows[entry]!;
        const from = place - radius > free ? place - radius : free;
        free = place + radius + 1 < columns ? place + radius + 1 : columns;
        steps[from]! += idf[term]!;
        steps[free]! -= idf[term]!;
      }
    }
    if (reach[row] === 0) continue;
    const share = 1 / reach[row]!;
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      sum += steps[column]!;
      plane[row * columns + column] = sum * share;
    }
  }
}

/** The idf that each point could reach. */
export function reachOf({ rows, summary, idf }: Weighed): Float64Array {
  const reach = new Float64Array(rows);
  for (let row = 0; row < rows; row++)
    for (let k = summary.starts[row]!; k < summary.starts[row + 1]!; k++) reach[row]! += idf[summary.terms[k]!]!;
  return reach;
}

/** How like the three paragraphs before each story paragraph are to the three from it on: low where a scene changes. */
export function cohesion({ story, storyUnits, terms }: Weighed): Float64Array {
  const near = likenesses(story, storyUnits, terms);
  const between = (a: number, b: number) => near[Math.min(a, b) * 6 + Math.abs(a - b)]!;
  const cosines = new Float64Array(story.size);
  for (let place = 1; place < story.size; place++) {
    const [from, to] = [Math.max(0, place - 3), Math.min(story.size, place + 3)];
    let [left, right, both] = [0, 0, 0];
    for (let a = from; a < to; a++) {
      if (a < place) left += between(a, a);
      else right += between(a, a);
      for (let b = a + 1; b < to; b++) {
        if (b < place) left += 2 * between(a, b);
        else if (a >= place) right += 2 * between(a, b);
        else both += between(a, b);
      }
    }
    cosines[place] = left > 1e-9 && right > 1e-9 ? both / Math.sqrt(left * right) : 0;
  }
  return cosines;
}

/** The cosine of each paragraph with itself and the five after it. */
function likenesses(story: Bags, units: Float64Array, terms: number): Float64Array {
  const weights = new Float64Array(terms);
  const cosines = new Float64Array(story.size * 6);
  for (let place = 0; place < story.size; place++) {
    const [from, to] = [story.starts[place]!, story.starts[place + 1]!];
    for (let k = from; k < to; k++) weights[story.terms[k]!] = units[k]!;
    for (let apart = 0; apart < 6 && place + apart < story.size; apart++) {
      const end = story.starts[place + apart + 1]!;
      let sum = 0;
      for (let k = story.starts[place + apart]!; k < end; k++) sum += weights[story.terms[k]!]! * units[k]!;
      cosines[place * 6 + apart] = sum;
    }
    for (let k = from; k < to; k++) weights[story.terms[k]!] = 0;
  }
  return cosines;
}

/**
 * How like a paragraph is to the others where its point probably belongs: the point is read as the sum of those
 * paragraphs, each by its share, the paragraph itself left out.
 */
export function company({ rows, columns, terms, story, storyUnits }: Weighed, likely: Plane): Plane {
  const plane = new Float32Array(rows * columns);
  const sums = new Float64Array(terms);
  for (let row = 0; row < rows; row++) {
    const shares = sharesOf(likely.subarray(row * columns, (row + 1) * columns));
    sums.fill(0);
    for (let column = 0; column < columns; column++)
      if (shares[column] !== 0)
        for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++)
          sums[story.terms[k]!]! += shares[column]! * storyUnits[k]!;
    const length = lengthOf(sums);
    if (length === 0) continue;
    for (let column = 0; column < columns; column++) {
      let product = 0;
      for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++)
        product += sums[story.terms[k]!]! * storyUnits[k]!;
      const isEmpty = story.starts[column] === story.starts[column + 1];
      plane[row * columns + column] = (product - (isEmpty ? 0 : shares[column]!)) / length;
    }
  }
  return plane;
}

/** A paragraph with a smaller share of its point is left out. */
const leastShare = 1e-3;

/** The share of each paragraph in a point; 0 for those that are left out. */
function sharesOf(likely: Plane): Float64Array {
  let total = 0;
  for (let column = 0; column < likely.length; column++) total += likely[column]!;
  const least = leastShare * total;
  return Float64Array.from(likely, (value) => (total > 0 && value >= least ? value / total : 0));
}

function lengthOf(vector: Float64Array): number {
  let squares = 0;
  for (let k = 0; k < vector.length; k++) squares += vector[k]! * vector[k]!;
  return Math.sqrt(squares);
}
