import type { Vocabulary } from "@plotline/text";
import { type Bags, bags } from "./bags.ts";
import type { ChapterWords } from "./chapter-words.ts";

/** In how many documents each term of a chapter occurs, by its number there. */
export interface ChapterFrequencies {
  readonly documents: number;
  readonly counts: Int32Array;
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

/** A word in more than this share of a chapter's paragraphs, and in more than this many, carries no meaning. */
const mostShare = 0.25;
const mostParagraphs = 2;

/** What serves as stop words where nobody has listed any: the words that most paragraphs of a chapter have. */
export function frequentWords({ words, summary, story }: ChapterWords, vocabulary: Vocabulary): ReadonlySet<string> {
  const sides = [bags(summary, words.length), bags(story, words.length)];
  const { documents, counts } = countDocuments(words.length, sides);
  const most = Math.max(mostParagraphs, mostShare * documents);
  return new Set([...words].filter((_, k) => counts[k]! > most).map((word) => vocabulary.word(word)));
}
