import { type ChapterBags, chapterBags, indexByTerm } from "./bags.ts";
import { type ReadingOptions, termReader } from "./chapter-terms.ts";
import type { ChapterTerms } from "./chapter-words.ts";
import { type Matrix, matrix, type Similarity } from "./similarity.ts";

/** A weight for every entry of a chapter's bags, on both sides. */
interface EntryWeights {
  readonly summary: Float64Array;
  readonly story: Float64Array;
}

type Weigh = (bags: ChapterBags, chapter: ChapterTerms) => EntryWeights;

/** A similarity that sums, over the terms that two paragraphs share, weight × weight. */
export function weighted(name: string, options: ReadingOptions, weigh: Weigh): Similarity<Matrix> {
  return {
    name,
    prepare({ reader } = {}) {
      const read = termReader(options, reader);
      return (passages) => {
        const chapter = read(passages);
        const bags = chapterBags(chapter);
        return sparseProduct(bags, weigh(bags, chapter));
      };
    },
  };
}

/**
 * Σ over shared terms of summary weight × story weight, for every pair. Goes through an index of the summary's terms,
 * so that a story word which no point has costs nothing.
 */
function sparseProduct({ terms, summary, story }: ChapterBags, weights: EntryWeights): Matrix {
  const [rows, columns] = [summary.size, story.size];
  const values = new Float64Array(rows * columns);
  const index = indexByTerm(summary, terms);
  const indexed = new Float64Array(index.places.length);
  for (let entry = 0; entry < indexed.length; entry++) indexed[entry] = weights.summary[index.places[entry]!]!;
  const { starts, terms: storyTerms } = story;
  const sums = new Float64Array(rows);
  for (let column = 0; column < columns; column++) {
    sums.fill(0);
    const end = starts[column + 1]!;
    for (let k = starts[column]!; k < end; k++) {
      const term = storyTerms[k]!;
      const weight = weights.story[k]!;
      const last = index.starts[term + 1]!;
      for (let entry = index.starts[term]!; entry < last; entry++)
        sums[index.rows[entry]!]! += indexed[entry]! * weight;
    }
    for (let row = 0; row < rows; row++) values[row * columns + column] = sums[row]!;
  }
  return matrix(rows, columns, values);
}
