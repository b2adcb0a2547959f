import { languageOf } from "../text/languages/detect.ts";
import type { Language } from "../text/languages/language.ts";
import { Numbering } from "../text/numbering.ts";
import { reader as newReader, type Reader } from "../text/reader.ts";
import { type TermOptions, terms as termsOf } from "../text/terms.ts";
import type { Vocabulary, WordDefinition, Words } from "../text/vocabulary.ts";
import { remembering, wordReader } from "./chapter-words.ts";
import { frequentWords } from "./frequent-words.ts";
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
  const made = known.get(key) ?? newTermReader(options, reader);
  shared.set(reader, known.set(key, made));
  return made;
}

const shared = new WeakMap<Reader, Map<string, TermReader>>();

/** Each chapter by the words of its language. */
function newTermReader(options: ReadingOptions, reader: Reader): TermReader {
  const readers = new Map<string, (passages: Passages) => ChapterTerms>();
  const read = (passages: Passages): ChapterTerms => {
    const language = languageOf(passages);
    const own = readers.get(language.code) ?? termReaderOf(language, options, reader);
    readers.set(language.code, own);
    return own(passages);
  };
  return { vocabulary: reader.vocabulary, read: remembering(read) };
}

function termReaderOf(
  language: Language,
  options: ReadingOptions,
  reader: Reader,
): (passages: Passages) => ChapterTerms {
  const { vocabulary } = reader;
  const definition = options.words === "plain" ? language.words : options.words;
  const known = language.stopWords === undefined ? undefined : termsOf(vocabulary, options, language);
  const frequent = (passages: Passages) => frequentWords(wordReader(reader, definition)(passages), vocabulary);
  const numbering = new Numbering();
  return (passages) => {
    const words = [reader.read(passages.summary, definition), reader.read(passages.story, definition)] as const;
    const table = (known ?? termsOf(vocabulary, options, language, frequent(passages))).table();
    numbering.start(vocabulary.size);
    const [summary, story] = [numbering.translated(words[0], table), numbering.translated(words[1], table)];
    return { terms: numbering.forms(), summary, story };
  };
}
