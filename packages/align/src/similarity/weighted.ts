import { type Bags, type ChapterBags, chapterBags, indexByTerm } from "./bags.ts";
import { type ReadingOptions, termReader } from "./chapter-terms.ts";
import type { ChapterTerms } from "./chapter-words.ts";
import { type ChapterFrequencies, type DocumentChoice, frequenciesIn } from "./frequencies.ts";
import { type Matrix, matrix } from "./matrix.ts";
import type { Similarity } from "./similarity.ts";

export interface WeightedOptions extends ReadingOptions {
  /** Whose paragraphs document frequencies count: the chapter's on both sides, or its story's alone. */
  readonly documents: DocumentChoice;
}

/** A weight for every entry of some bags. */
interface WeightedBags {
  readonly bags: Bags;
  readonly weights: Float64Array;
}

/** The weights of a chapter's terms on both sides. */
type Weigh = (
  bags: ChapterBags,
  frequencies: ChapterFrequencies,
  chapter: ChapterTerms,
) => { readonly summary: WeightedBags; readonly story: WeightedBags };

/** A similarity that sums, over the terms that two paragraphs share, weight × weight. */
export function weighted(name: string, options: WeightedOptions, weigh: Weigh): Similarity<Matrix> {
  return {
    name,
    options: { ...options },
    prepare({ reader } = {}) {
      const read = termReader(options, reader);
      return (passages) => {
        const chapter = read(passages);
        const bags = chapterBags(chapter);
        const { summary, story } = weigh(bags, frequenciesIn(bags, options.documents), chapter);
        return sparseProduct(summary, story, bags.terms);
      };
    },
  };
}

/**
 * Σ over shared terms of summary weight × story weight, for every pair. Goes through an index of the summary's terms,
 * so that a story word which no point has costs nothing.
 */
function sparseProduct(summary: WeightedBags, story: WeightedBags, terms: number): Matrix {
  const [rows, columns] = [summary.bags.size, story.bags.size];
  const values = new Float64Array(rows * columns);
  const index = indexByTerm(summary.bags, terms);
  const weights = new Float64Array(index.places.length);
  for (let entry = 0; entry < weights.length; entry++) weights[entry] = summary.weights[index.places[entry]!]!;
  const { starts, terms: storyTerms } = story.bags;
  const sums = new Float64Array(rows);
  for (let column = 0; column < columns; column++) {
    sums.fill(0);
    const end = starts[column + 1]!;
    for (let k = starts[column]!; k < end; k++) {
      const term = storyTerms[k]!;
      const weight = story.weights[k]!;
      const last = index.starts[term + 1]!;
      for (let entry = index.starts[term]!; entry < last; entry++)
        sums[index.rows[entry]!]! += weights[entry]! * weight;
    }
    for (let row = 0; row < rows; row++) values[row * columns + column] = sums[row]!;
  }
  return matrix(rows, columns, values);
}
