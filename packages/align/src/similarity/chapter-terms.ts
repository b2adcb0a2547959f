import {
  type Language,
  reader as newReader,
  TermNumbers,
  type TermOptions,
  termTable,
  type WordDefinition,
  type WordReader,
} from "@plotline/text";
import { byLanguage, type ChapterTerms, inTerms, sharing, wordReader } from "./chapter-words.ts";
import { frequentWords } from "./frequencies.ts";
import type { Passages } from "./similarity.ts";

export interface ReadingOptions extends TermOptions {
  /** What counts as a word. */
  readonly words: WordDefinition;
}

/** Similarities that share a reader and the same options share what they read. */
export function termReader(
  options: ReadingOptions,
  reader: WordReader = newReader(),
): (passages: Passages) => ChapterTerms {
  const { stopWords, stems, words } = options;
  const key = JSON.stringify([stopWords, stems, words]);
  return shared(reader, key, () => byLanguage((language) => termReaderOf(language, options, reader)));
}

const shared = sharing<ChapterTerms>();

function termReaderOf(
  language: Language,
  options: ReadingOptions,
  reader: WordReader,
): (passages: Passages) => ChapterTerms {
  const { vocabulary } = reader;
  const read = wordReader(reader, options.words === "plain" ? language.words : options.words);
  const known = language.stopWords === undefined ? undefined : termTable(vocabulary, options, language);
  const numbering = new TermNumbers();
  return (passages) => {
    const chapter = read(passages);
    const terms = (known ?? termTable(vocabulary, options, language, frequentWords(chapter, vocabulary)))();
    const forms = chapter.words.map((word) => terms[word]!);
    return inTerms(chapter, numbering.table(forms, vocabulary.size));
  };
}
