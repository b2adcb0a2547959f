import { type ChapterBags, chapterBags } from "./bags.ts";
import { type ChapterTerms, type ReadingOptions, termReader } from "./chapter-terms.ts";
import { type ChapterFrequencies, type DocumentChoice, frequenciesIn } from "./frequencies.ts";
import type { Matrix } from "./matrix.ts";
import { sparseProduct, type WeightedBags } from "./product.ts";
import type { Similarity } from "./similarity.ts";

export interface WeightedOptions extends ReadingOptions {
  readonly documents: DocumentChoice;
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
      const chapters = termReader(options, reader);
      return (passages) => {
        const chapter = chapters.read(passages);
        const bags = chapterBags(chapter);
        const { summary, story } = weigh(bags, frequenciesIn(bags, options.documents), chapter);
        return sparseProduct(summary, story, bags.terms);
      };
    },
  };
}
