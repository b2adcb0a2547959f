import { reader as newReader, type Reader } from "../text/reader.ts";
import { type TermOptions, terms as termsOf } from "../text/terms.ts";
import type { Vocabulary, WordDefinition, Words } from "../text/vocabulary.ts";
import type { Passages } from "./similarity.ts";

/**
 * A chapter's paragraphs as sequences of terms. Terms are numbered from 0 in order of appearance, the summary's first,
 * so that arrays over them stay small; `terms` leads back to the vocabulary.
 */
export interface ChapterTerms {
  readonly terms: Int32Array;
  readonly summary: Words;
  readonly story: Words;
}

export interface TermReader {
  readonly vocabulary: Vocabulary;
  read(passages: Passages): ChapterTerms;
}

export interface ReadingOptions extends TermOptions {
  readonly words: WordDefinition;
}

export function termReader(options: ReadingOptions, reader: Reader = newReader()): TermReader {
  const terms = termsOf(reader.vocabulary, options);
  const numbering = new Numbering();
  return {
    vocabulary: reader.vocabulary,
    read({ summary, story }) {
      const summaryWords = reader.read(summary, options.words);
      const storyWords = reader.read(story, options.words);
      numbering.startChapter(terms.table());
      const summaryTerms = numbering.numbers(summaryWords);
      const storyTerms = numbering.numbers(storyWords);
      return { terms: numbering.chapterTerms(), summary: summaryTerms, story: storyTerms };
    },
  };
}

/** Gives a chapter's terms their numbers; its array is kept from chapter to chapter. */
class Numbering {
  private table: Int32Array = new Int32Array(0);
  /** By term: its number in the last chapter that had it, plus that chapter's `base`. Bases only grow. */
  private numberOf = new Int32Array(0);
  private base = 1;
  private terms: number[] = [];

  startChapter(table: Int32Array): void {
    this.table = table;
    this.base += this.terms.length;
    this.terms = [];
    if (table.length <= this.numberOf.length && this.base < lastBase) return;
    this.numberOf = new Int32Array(table.length);
    this.base = 1;
  }

  chapterTerms(): Int32Array {
    return Int32Array.from(this.terms);
  }

  numbers({ ids, starts: wordStarts }: Words): Words {
    const { table, base, numberOf, terms } = this;
    const numbers = new Int32Array(ids.length);
    const starts = new Int32Array(wordStarts.length);
    let end = 0;
    for (let paragraph = 1; paragraph < starts.length; paragraph++) {
      const wordsEnd = wordStarts[paragraph]!;
      for (let k = wordStarts[paragraph - 1]!; k < wordsEnd; k++) {
        const term = table[ids[k]!]!;
        if (term < 0) continue;
        if (numberOf[term]! < base) {
          numberOf[term] = base + terms.length;
          terms.push(term);
        }
        numbers[end++] = numberOf[term]! - base;
      }
      starts[paragraph] = end;
    }
    return { ids: numbers.subarray(0, end), starts };
  }
}

const lastBase = 2 ** 30;
