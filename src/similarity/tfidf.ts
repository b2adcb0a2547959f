import { doubles, type Room } from "../room.ts";
import type { Bags } from "./bags.ts";
import { byCount, type ChapterFrequencies } from "./frequencies.ts";
import type { Matrix } from "./matrix.ts";
import type { WeightedBags } from "./product.ts";
import type { Similarity } from "./similarity.ts";
import { type WeightedOptions, weighted } from "./weighted.ts";

export interface TfidfOptions extends WeightedOptions {
  /** A term's count as it is, or 1 + ln count. */
  readonly counts: "raw" | "sublinear";
}

export const tfidfDefaults: TfidfOptions = {
  counts: "raw",
  stopWords: true,
  stems: false,
  documents: "chapter",
  words: "plain",
};

/**
 * Cosine of the TF-IDF vectors of two paragraphs, as scikit-learn has it: idf(t) = ln((1 + n) / (1 + df(t))) + 1, and
 * vectors of length 1. A paragraph without terms is like nothing: 0.
 */
export function tfidf(choice: Partial<TfidfOptions> = {}): Similarity<Matrix> {
  const options = { ...tfidfDefaults, ...choice };
  return weighted("tfidf", options, ({ summary, story }, frequencies) => {
    const idf = inverseFrequencies(frequencies);
    return {
      summary: unitVectors(summary, idf, options.counts, toldRoom),
      story: unitVectors(story, idf, options.counts, storyRoom),
    };
  });
}

function inverseFrequencies({ documents, counts }: ChapterFrequencies): Float64Array {
  return byCount(counts, (count) => Math.log((1 + documents) / (1 + count)) + 1, idfRoom.take(counts.length));
}

const [idfRoom, toldRoom, storyRoom] = [doubles(), doubles(), doubles()];

function unitVectors(
  bags: Bags,
  idf: Float64Array,
  counting: TfidfOptions["counts"],
  room: Room<Float64Array>,
): WeightedBags {
  const { size, starts, terms, counts } = bags;
  const weights = room.take(starts[size]!);
  for (let row = 0; row < size; row++) {
    const end = starts[row + 1]!;
    let squares = 0;
    for (let k = starts[row]!; k < end; k++) {
      const count = counts[k]!;
      const weight = (counting === "raw" ? count : 1 + Math.log(count)) * idf[terms[k]!]!;
      weights[k] = weight;
      squares += weight * weight;
    }
    const length = Math.sqrt(squares);
    for (let k = starts[row]!; k < end; k++) weights[k]! /= length;
  }
  return { bags, weights };
}
