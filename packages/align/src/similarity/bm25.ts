import type { ReadingOptions } from "./chapter-terms.ts";
import { countDocuments } from "./frequencies.ts";
import type { Matrix, Similarity } from "./similarity.ts";
import { weighted } from "./weighted.ts";
import { bm25Idf, type Saturation, saturated, saturationDefaults } from "./weights.ts";

/** How BM25 reads and counts. */
export interface Bm25Options extends ReadingOptions, Saturation {}

const bm25Defaults: Bm25Options = {
  ...saturationDefaults,
  stopWords: true,
  stems: true,
  words: "plain",
};

/**
 * BM25 with the summary paragraph as the query, each of its terms once:
 * Σ idf(t) · f (k1 + 1) / (f + k1 (1 − b + b · length / average)), with idf over the story's paragraphs.
 *
 * @example
 * const chapter = { summary: ["Anna leaves home."], story: ["Anna left her home.", "It rained."] };
 * [...bm25().prepare()(chapter).values]; // → [1.1508858847033057, 0]
 */
export function bm25(choice: Partial<Bm25Options> = {}): Similarity<Matrix> {
  const options = { ...bm25Defaults, ...choice };
  return weighted("bm25", options, ({ terms, summary, story }, chapter) => {
    const idf = bm25Idf(countDocuments(terms, [story]));
    return {
      summary: Float64Array.from(summary.terms, (term) => idf[term]!),
      story: saturated(story, chapter.story, options),
    };
  });
}
