import type { Corpus } from "../corpus/types.ts";
import type { CorpusView, Readable } from "./method.ts";

/** What a method may see of a corpus: the texts of its summarised chapters, never gold. */
export function corpusView(corpus: Pick<Corpus, "chapters">): CorpusView {
  return {
    async *chapters() {
      for await (const chapter of corpus.chapters()) yield withoutGold(chapter);
    },
  };
}

export function withoutGold({ work, number, summary, story, language }: Readable): Readable {
  return { work, number, summary, story, language };
}
