import { sumOf } from "@plotline/base";
import type { Words } from "@plotline/text";
import { type Bags, lengths } from "./bags.ts";
import { byCount, type ChapterFrequencies } from "./frequencies.ts";

export interface Saturation {
  /** How soon repetitions stop counting. */
  readonly k1: number;
  /** How much long paragraphs are penalised: 0 not at all, 1 in full. */
  readonly b: number;
}

export const saturationDefaults: Saturation = { k1: 1.2, b: 0.75 };

/** How rare each term is for BM25, as Lucene has it, never negative: ln(1 + (n − df + ½) / (df + ½)). */
export function bm25Idf({ documents, counts }: ChapterFrequencies): Float64Array {
  return byCount(counts, (count) => Math.log(1 + (documents - count + 0.5) / (count + 0.5)));
}

/** BM25's f (k1 + 1) / (f + k1 (1 − b + b · length / average)), for each entry of the bags of some paragraphs. */
export function saturated(
  { size, starts, counts }: Bags,
  paragraphs: Pick<Words, "starts">,
  { k1, b }: Saturation = saturationDefaults,
): Float64Array {
  const sizes = lengths(paragraphs);
  const average = sumOf(sizes) / size;
  const weights = new Float64Array(counts.length);
  for (let row = 0; row < size; row++) {
    const half = k1 * (1 - b + (b * sizes[row]!) / average);
    for (let k = starts[row]!; k < starts[row + 1]!; k++) weights[k] = (counts[k]! * (k1 + 1)) / (counts[k]! + half);
  }
  return weights;
}

/** How rare each term is for TF-IDF, as scikit-learn has it: ln((1 + n) / (1 + df)) + 1. */
export function smoothIdf({ documents, counts }: ChapterFrequencies): Float64Array {
  return byCount(counts, (count) => Math.log((1 + documents) / (1 + count)) + 1);
}

/** count · idf, or (1 + ln count) · idf, for each entry; each paragraph is a vector of length 1. */
export function unitVectors(
  { size, starts, terms, counts }: Bags,
  idf: Float64Array,
  counting: "raw" | "sublinear",
): Float64Array {
  const weights = new Float64Array(terms.length);
  for (let row = 0; row < size; row++) {
    const end = starts[row + 1]!;
    let squares = 0;
    for (let k = starts[row]!; k < end; k++) {
      const count = counts[k]!;
      const weight = (counting === "raw" || count === 1 ? count : 1 + Math.log(count)) * idf[terms[k]!]!;
      weights[k] = weight;
      squares += weight * weight;
    }
    const length = Math.sqrt(squares);
    for (let k = starts[row]!; k < end; k++) weights[k]! /= length;
  }
  return weights;
}
