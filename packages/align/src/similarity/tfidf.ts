import type { Matrix } from "./matrix.ts";
import type { Similarity } from "./similarity.ts";
import { type WeightedOptions, weighted } from "./weighted.ts";
import { smoothIdf, unitVectors } from "./weights.ts";

/** How TF-IDF reads and counts. */
export interface TfidfOptions extends WeightedOptions {
  /** A term's count as it is, or 1 + ln count. */
  readonly counts: "raw" | "sublinear";
}

const tfidfDefaults: TfidfOptions = {
  counts: "raw",
  stopWords: true,
  stems: false,
  documents: "chapter",
  words: "plain",
};

/**
 * Cosine of the TF-IDF vectors of two paragraphs, as scikit-learn has it: idf(t) = ln((1 + n) / (1 + df(t))) + 1, and
 * vectors of length 1. A paragraph without terms has similarity 0 to everything.
 *
 * @example
 * const chapter = { summary: ["Anna leaves home."], story: ["Anna left her home.", "It rained."] };
 * [...tfidf({ documents: "chapter" }).prepare()(chapter).values]; // → [0.5363499141045835, 0]
 */
export function tfidf(choice: Partial<TfidfOptions> = {}): Similarity<Matrix> {
  const options = { ...tfidfDefaults, ...choice };
  return weighted("tfidf", options, ({ summary, story }, frequencies) => {
    const idf = smoothIdf(frequencies);
    return {
      summary: unitVectors(summary, idf, options.counts),
      story: unitVectors(story, idf, options.counts),
    };
  });
}
