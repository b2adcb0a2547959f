import type { Corpus, Work } from "./chapter/types.ts";
import type { CorpusView, Readable } from "./method.ts";

/**
 * What a method may see of a corpus: the texts of its summarised chapters, never gold.
 *
 * @example
 * const view = corpusView(memoryCorpus([{ work: "Anna", number: 0, summary: ["She leaves."], story: ["Anna went."] }]));
 * const titles = [];
 * for await (const { work } of view.chapters()) titles.push(work);
 * titles; // → ["Anna"]
 */
export function corpusView(corpus: Pick<Corpus, "works" | "chapters">): CorpusView {
  return {
    async *chapters(title) {
      const works = title === undefined ? corpus.works : corpus.works.filter((work: Work) => work.title === title);
      for await (const chapter of corpus.chapters({ works })) yield withoutGold(chapter);
    },
  };
}

/** A chapter as an aligner may see it. */
export function withoutGold({ work, number, summary, story, language }: Readable): Readable {
  return { work, number, summary, story, language };
}
