import { Problem } from "../problem.ts";
import type { Vocabulary } from "../text/vocabulary.ts";
import { type Bags, type ChapterBags, chapterBags } from "./bags.ts";
import type { TermReader } from "./chapter-terms.ts";
import type { DocumentFrequencies, FrequencyCounter } from "./similarity.ts";

/**
 * Which paragraphs are the documents of a document frequency: those of the chapter on both sides (as scikit-learn when
 * fitted on the chapter), its story alone, or all of the corpus.
 */
export type DocumentChoice = "chapter" | "story" | "corpus";

/** The same for the terms of one chapter, by their numbers there. */
export interface ChapterFrequencies {
  readonly documents: number;
  readonly counts: Int32Array;
}

export function frequencyCounter(reader: TermReader): FrequencyCounter {
  const counts = new Map<number, number>();
  let documents = 0;
  return {
    add(passages) {
      const chapter = reader.read(passages);
      const { summary, story } = chapterBags(chapter);
      for (const number of [...summary.terms, ...story.terms]) {
        const term = chapter.terms[number]!;
        counts.set(term, (counts.get(term) ?? 0) + 1);
      }
      documents += summary.size + story.size;
    },
    frequencies: () => ({
      documents,
      terms: Array.from(counts.keys(), (term) => reader.vocabulary.word(term)),
      counts: Int32Array.from(counts.values()),
    }),
  };
}

/** Looks up the chosen frequencies chapter by chapter: of the numbered terms `terms`, which occur in `bags`. */
export function frequencyLookup(choice: DocumentChoice, vocabulary: Vocabulary, corpus?: DocumentFrequencies) {
  if (choice !== "corpus")
    return (terms: Int32Array, { summary, story }: ChapterBags) =>
      countDocuments(terms.length, choice === "story" ? [story] : [summary, story]);
  if (corpus === undefined)
    throw new Problem("Document frequencies of the corpus are asked for, but the corpus has not been counted.");
  const known = new Map(corpus.terms.map((term, k) => [vocabulary.id(term), corpus.counts[k]!]));
  return (terms: Int32Array): ChapterFrequencies => ({
    documents: corpus.documents,
    counts: terms.map((term) => known.get(term) ?? 0),
  });
}

/** In how many paragraphs of some sides of a chapter each of its terms occurs. */
export function countDocuments(terms: number, sides: readonly Bags[]): ChapterFrequencies {
  const counts = new Int32Array(terms);
  let documents = 0;
  for (const side of sides) {
    documents += side.size;
    for (let k = 0; k < side.terms.length; k++) counts[side.terms[k]!]!++;
  }
  return { documents, counts };
}

/** A value for each term by how many documents have it. Most have few, so each value is computed once. */
export function byCount(counts: Int32Array, value: (count: number) => number): Float64Array {
  const made = new Float64Array(counts.length);
  const known = new Float64Array(64);
  for (let term = 0; term < counts.length; term++) {
    const count = counts[term]!;
    if (count >= 64) made[term] = value(count);
    else made[term] = known[count] === 0 ? (known[count] = value(count)) : known[count]!;
  }
  return made;
}
