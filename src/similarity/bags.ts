import { reader as newReader, type Reader } from "../text/reader.ts";
import { type TermOptions, terms as termsOf } from "../text/terms.ts";
import type { Vocabulary, WordDefinition, Words } from "../text/vocabulary.ts";
import type { Passages } from "./similarity.ts";

/** The terms of each paragraph with their counts: paragraph k has entries `starts[k]` to before `starts[k + 1]`. */
export interface Bags {
  readonly size: number;
  readonly starts: Int32Array;
  readonly terms: Int32Array;
  readonly counts: Int32Array;
  /** How many terms a paragraph has, repetitions included. */
  readonly lengths: Int32Array;
}

/** A chapter's terms are numbered from 0 in order of appearance; `terms` leads back to the vocabulary. */
export interface ChapterBags {
  readonly terms: Int32Array;
  readonly summary: Bags;
  readonly story: Bags;
}

export interface BagMaker {
  readonly vocabulary: Vocabulary;
  bags(passages: Passages): ChapterBags;
}

export interface BagOptions extends TermOptions {
  readonly words: WordDefinition;
}

export function bagMaker(options: BagOptions, reader: Reader = newReader()): BagMaker {
  const terms = termsOf(reader.vocabulary, options);
  const numbering = new ChapterNumbering();
  return {
    vocabulary: reader.vocabulary,
    bags({ summary, story }) {
      const summaryWords = reader.read(summary, options.words);
      const storyWords = reader.read(story, options.words);
      numbering.startChapter(terms.table(), summaryWords.ids.length + storyWords.ids.length);
      const summaryBags = numbering.bags(summaryWords);
      const storyBags = numbering.bags(storyWords);
      return { terms: numbering.chapterTerms(), summary: summaryBags, story: storyBags };
    },
  };
}

/** Gives terms their chapter numbers and counts them; its arrays are kept from chapter to chapter. */
class ChapterNumbering {
  private table: Int32Array = new Int32Array(0);
  private chapter = 0;
  private paragraph = 0;
  private size = 0;
  /** By term: the last chapter that had it, and its number there. */
  private lastChapter = new Int32Array(0);
  private numbers = new Int32Array(0);
  /** By number in the chapter: the term, the last paragraph that had it, and its entry there. */
  private terms = new Int32Array(0);
  private lastParagraph = new Int32Array(0);
  private entries = new Int32Array(0);

  startChapter(table: Int32Array, words: number): void {
    this.table = table;
    this.chapter++;
    this.size = 0;
    if (table.length > this.numbers.length) {
      this.numbers = new Int32Array(table.length);
      this.lastChapter = new Int32Array(table.length);
    }
    if (words > this.terms.length) {
      this.terms = new Int32Array(words * 2);
      this.lastParagraph = new Int32Array(words * 2);
      this.entries = new Int32Array(words * 2);
    }
  }

  chapterTerms(): Int32Array {
    return this.terms.slice(0, this.size);
  }

  bags(words: Words): Bags {
    const { table, lastParagraph, entries } = this;
    const { ids, starts: wordStarts } = words;
    const size = wordStarts.length - 1;
    const starts = new Int32Array(size + 1);
    const lengths = new Int32Array(size);
    const terms = new Int32Array(ids.length);
    const counts = new Int32Array(ids.length);
    let end = 0;
    for (let k = 0; k < size; k++) {
      const paragraph = ++this.paragraph;
      const wordsEnd = wordStarts[k + 1]!;
      for (let at = wordStarts[k]!; at < wordsEnd; at++) {
        const term = table[ids[at]!]!;
        if (term < 0) continue;
        lengths[k]!++;
        const number = this.numberOf(term);
        if (lastParagraph[number] === paragraph) {
          counts[entries[number]!]!++;
          continue;
        }
        lastParagraph[number] = paragraph;
        entries[number] = end;
        terms[end] = number;
        counts[end++] = 1;
      }
      starts[k + 1] = end;
    }
    return { size, starts, terms: terms.subarray(0, end), counts: counts.subarray(0, end), lengths };
  }

  private numberOf(term: number): number {
    if (this.lastChapter[term] === this.chapter) return this.numbers[term]!;
    this.lastChapter[term] = this.chapter;
    this.terms[this.size] = term;
    return (this.numbers[term] = this.size++);
  }
}
