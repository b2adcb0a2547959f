import { type Bags, chapterBags } from "./bags.ts";
import { type ReadingOptions, termReader } from "./chapter-terms.ts";
import { type DocumentChoice, frequencyCounter, frequencyLookup } from "./frequencies.ts";
import type { Matrix } from "./matrix.ts";
import { sparseProduct, type WeightedBags } from "./product.ts";
import type { Similarity } from "./similarity.ts";

export interface TfidfOptions extends ReadingOptions {
  /** A term's count as it is, or 1 + ln count. */
  readonly counts: "raw" | "sublinear";
  readonly documents: DocumentChoice;
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
  return {
    name: "tfidf",
    options,
    ...(options.documents === "corpus" && { counter: (reader) => frequencyCounter(termReader(options, reader)) }),
    prepare({ reader, frequencies } = {}) {
      const chapters = termReader(options, reader);
      const frequenciesOf = frequencyLookup(options.documents, chapters.vocabulary, frequencies);
      return (passages) => {
        const chapter = chapters.read(passages);
        const bags = chapterBags(chapter);
        const { documents, counts } = frequenciesOf(chapter.terms, bags);
        const idf = inverseFrequencies(counts, documents);
        const summary = unitVectors(bags.summary, idf, options.counts);
        const story = unitVectors(bags.story, idf, options.counts);
        return sparseProduct(summary, story, bags.terms);
      };
    },
  };
}

function inverseFrequencies(counts: Int32Array, documents: number): Float64Array {
  const idf = new Float64Array(counts.length);
  for (let term = 0; term < counts.length; term++) idf[term] = Math.log((1 + documents) / (1 + counts[term]!)) + 1;
  return idf;
}

function unitVectors(bags: Bags, idf: Float64Array, counting: TfidfOptions["counts"]): WeightedBags {
  const { size, starts, terms, counts } = bags;
  const weights = new Float64Array(terms.length);
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
