import { Problem } from "../problem.ts";
import type { Vocabulary } from "../text/vocabulary.ts";
import type { BagMaker, Bags, ChapterBags } from "./bags.ts";
import type { FrequencyCounter } from "./similarity.ts";

/**
 * Which paragraphs are the documents of a document frequency: those of the chapter on both sides (as scikit-learn when
 * fitted on the chapter), its story alone, or all of the corpus.
 */
export type DocumentChoice = "chapter" | "story" | "corpus";

/** In how many paragraphs of a corpus each term occurs. Plain data: it can be stored and sent to a worker thread. */
export interface DocumentFrequencies {
  readonly documents: number;
  readonly terms: readonly string[];
  readonly counts: Int32Array;
}

/** The same for the terms of one chapter, by their numbers there. */
export interface ChapterFrequencies {
  readonly documents: number;
  readonly counts: Int32Array;
}

export function frequencyCounter(maker: BagMaker): FrequencyCounter {
  const counts = new Map<number, number>();
  let documents = 0;
  return {
    add(passages) {
      const { terms, summary, story } = maker.bags(passages);
      for (const bags of [summary, story])
        for (const number of bags.terms) counts.set(terms[number]!, (counts.get(terms[number]!) ?? 0) + 1);
      documents += summary.size + story.size;
    },
    frequencies: () => ({
      documents,
      terms: Array.from(counts.keys(), (term) => maker.vocabulary.word(term)),
      counts: Int32Array.from(counts.values()),
    }),
  };
}

/** Looks up the chosen frequencies chapter by chapter. */
export function chapterFrequencies(
  choice: DocumentChoice,
  vocabulary: Vocabulary,
  corpus?: DocumentFrequencies,
): (bags: ChapterBags) => ChapterFrequencies {
  if (choice === "chapter") return ({ terms, summary, story }) => countDocuments(terms.length, [summary, story]);
  if (choice === "story") return ({ terms, story }) => countDocuments(terms.length, [story]);
  if (corpus === undefined)
    throw new Problem("Document frequencies of the corpus are asked for, but the corpus has not been counted.");
  const known = new Map(corpus.terms.map((term, k) => [vocabulary.id(term), corpus.counts[k]!]));
  return ({ terms }) => ({
    documents: corpus.documents,
    counts: terms.map((term) => known.get(term) ?? 0),
  });
}

function countDocuments(terms: number, sides: readonly Bags[]): ChapterFrequencies {
  const counts = new Int32Array(terms);
  let documents = 0;
  for (const side of sides) {
    documents += side.size;
    for (let k = 0; k < side.terms.length; k++) counts[side.terms[k]!]!++;
  }
  return { documents, counts };
}
