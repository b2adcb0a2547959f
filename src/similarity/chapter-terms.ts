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

/** Similarities that share a reader and the same options share what they read. */
export function termReader(options: ReadingOptions, reader: Reader = newReader()): TermReader {
  const { stopWords, stems, words } = options;
  const key = JSON.stringify([stopWords, stems, words]);
  const known = shared.get(reader) ?? new Map<string, TermReader>();
  const made = known.get(key) ?? remembering(newTermReader(options, reader));
  shared.set(reader, known.set(key, made));
  return made;
}

const shared = new WeakMap<Reader, Map<string, TermReader>>();

/** Several similarities ask for the same chapter, one after the other. */
function remembering({ vocabulary, read }: TermReader): TermReader {
  let last: { readonly passages: Passages; readonly terms: ChapterTerms } | undefined;
  return {
    vocabulary,
    read(passages) {
      const isSame = last?.passages.summary === passages.summary && last.passages.story === passages.story;
      if (last === undefined || !isSame) last = { passages, terms: read(passages) };
      return last.terms;
    },
  };
}

function newTermReader(options: ReadingOptions, reader: Reader): TermReader {
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

/** Gives a chapter's terms their numbers; its arrays are kept from chapter to chapter. */
class Numbering {
  private table: Int32Array = new Int32Array(0);
  /**
   * By word: the number of its term in the last chapter that had the word, plus that chapter's `base`; `stopped` for
   * stop words. Bases only grow, so that one look tells a word that this chapter has had before.
   */
  private numberOfWord = new Int32Array(0);
  /** The same by term: words that this chapter has not had yet may share a term that it has. */
  private numberOfTerm = new Int32Array(0);
  private base = 1;
  private terms: number[] = [];

  startChapter(table: Int32Array): void {
    this.table = table;
    this.base += this.terms.length;
    this.terms = [];
    if (table.length <= this.numberOfTerm.length && this.base < stopped / 2) return;
    this.numberOfWord = new Int32Array(table.length);
    this.numberOfTerm = new Int32Array(table.length);
    this.base = 1;
  }

  chapterTerms(): Int32Array {
    return new Int32Array(this.terms);
  }

  numbers({ ids, starts: wordStarts }: Words): Words {
    const { base, numberOfWord } = this;
    const numbers = new Int32Array(ids.length);
    const starts = new Int32Array(wordStarts.length);
    let end = 0;
    for (let paragraph = 1; paragraph < starts.length; paragraph++) {
      const wordsEnd = wordStarts[paragraph]!;
      for (let k = wordStarts[paragraph - 1]!; k < wordsEnd; k++) {
        const known = numberOfWord[ids[k]!]!;
        const number = known >= base ? known : this.number(ids[k]!);
        // stop words are overwritten by what follows: a branch for every other word would cost more
        numbers[end] = number - base;
        end += (number - stopped) >>> 31;
      }
      starts[paragraph] = end;
    }
    return { ids: numbers.subarray(0, end), starts };
  }

  private number(word: number): number {
    const { base, table, terms, numberOfTerm } = this;
    const term = table[word]!;
    if (term >= 0 && numberOfTerm[term]! < base) {
      numberOfTerm[term] = base + terms.length;
      terms.push(term);
    }
    return (this.numberOfWord[word] = term < 0 ? stopped : numberOfTerm[term]!);
  }
}

const stopped = 2 ** 31 - 1;
