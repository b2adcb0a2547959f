import { doubles } from "../room.ts";
import { type Bags, lengths } from "./bags.ts";
import { byCount, type ChapterFrequencies } from "./frequencies.ts";
import type { Matrix } from "./matrix.ts";
import type { WeightedBags } from "./product.ts";
import type { Similarity } from "./similarity.ts";
import { type WeightedOptions, weighted } from "./weighted.ts";

export interface Bm25Options extends WeightedOptions {
  /** How soon repetitions stop counting. */
  readonly k1: number;
  /** How much a long paragraph is held against it: 0 not at all, 1 in full. */
  readonly b: number;
}

export const bm25Defaults: Bm25Options = {
  k1: 1.2,
  b: 0.75,
  stopWords: true,
  stems: true,
  documents: "story",
  words: "plain",
};

/**
 * BM25 with the summary paragraph as the query, each of its terms once (Lucene's form, never negative):
 * Σ idf(t) · f (k1 + 1) / (f + k1 (1 − b + b · length / average)), idf(t) = ln(1 + (n − df + ½) / (df + ½)).
 */
export function bm25(choice: Partial<Bm25Options> = {}): Similarity<Matrix> {
  const options = { ...bm25Defaults, ...choice };
  return weighted("bm25", options, ({ summary, story }, frequencies, chapter) => ({
    summary: queries(summary, inverseFrequencies(frequencies)),
    story: saturated(story, lengths(chapter.story), options),
  }));
}

function inverseFrequencies({ documents, counts }: ChapterFrequencies): Float64Array {
  const idf = (count: number) => Math.log(1 + (documents - count + 0.5) / (count + 0.5));
  return byCount(counts, idf, idfRoom.take(counts.length));
}

const [idfRoom, toldRoom, storyRoom] = [doubles(), doubles(), doubles()];

function queries(bags: Bags, idf: Float64Array): WeightedBags {
  const entries = bags.starts[bags.size]!;
  const weights = toldRoom.take(entries);
  for (let k = 0; k < entries; k++) weights[k] = idf[bags.terms[k]!]!;
  return { bags, weights };
}

function saturated(bags: Bags, lengths: Int32Array, { k1, b }: Bm25Options): WeightedBags {
  const { size, starts, counts } = bags;
  const average = lengths.reduce((sum, length) => sum + length, 0) / size;
  const weights = storyRoom.take(starts[size]!);
  for (let row = 0; row < size; row++) {
    const half = k1 * (1 - b + (b * lengths[row]!) / average);
    for (let k = starts[row]!; k < starts[row + 1]!; k++) weights[k] = (counts[k]! * (k1 + 1)) / (counts[k]! + half);
  }
  return { bags, weights };
}
