import type { ReadingOptions } from "./chapter-terms.ts";
import { countDocuments } from "./frequencies.ts";
import type { Matrix, Similarity } from "./similarity.ts";
import { weighted } from "./weighted.ts";
import { smoothIdf, unitVectors } from "./weights.ts";

/** How TF-IDF reads and counts. */
export interface TfidfOptions extends ReadingOptions {
  /** A term's count as it is, or 1 + ln count. */
  readonly counts: "raw" | "sublinear";
}

const tfidfDefaults: TfidfOptions = {
  counts: "raw",
  stopWords: true,
  stems: false,
  words: "plain",
};

/**
 * Cosine of the TF-IDF vectors of two paragraphs, as scikit-learn has it: idf(t) = ln((1 + n) / (1 + df(t))) + 1 over all
 * n paragraphs of the chapter, and vectors of length 1. A paragraph without terms has similarity 0 to everything.
 *
 * @example
 * const chapter = { summary: ["Anna leaves home."], story: ["Anna left her home.", "It rained."] };
 * [...tfidf().prepare()(chapter).values]; // → [0.5363499141045835, 0]
 */
export function tfidf(choice: Partial<TfidfOptions> = {}): Similarity<Matrix> {
  const options = { ...tfidfDefaults, ...choice };
  return weighted("tfidf", options, ({ terms, summary, story }) => {
    const idf = smoothIdf(countDocuments(terms, [summary, story]));
    return {
      summary: unitVectors(summary, idf, options.counts),
      story: unitVectors(story, idf, options.counts),
    };
  });
}
