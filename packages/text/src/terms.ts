import { memo } from "@plotline/base";
import { englishLanguage, type Language } from "./languages/language.ts";
import { stem } from "./stem.ts";
import { glasgowStopWords } from "./stop-words.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What words count as. */
export interface TermOptions {
  /** Leave stop words out; "glasgow" is another list for English. */
  readonly stopWords: boolean | "glasgow";
  /** Count `walks` and `walked` as one. */
  readonly stems: boolean;
}

/**
 * For every word id of a vocabulary so far the id of its term, -1 for a stop word: decided once for each word, not for
 * each time it occurs. `frequent`: the words that are left out where the language has no list of stop words.
 */
export function termTable(
  vocabulary: Vocabulary,
  options: TermOptions,
  language: Language = englishLanguage,
  frequent: Iterable<string> = [],
): () => readonly number[] {
  const known = options.stopWords === "glasgow" && language === englishLanguage ? glasgowStopWords : language.stopWords;
  const listed = options.stopWords === false ? [] : (known ?? frequent);
  const stops = new Set(Array.from(listed, (word) => vocabulary.id(word)));
  const stemOf =
    language === englishLanguage ? stemsOf(vocabulary) : (id: number) => language.stem(vocabulary.word(id));
  const table: number[] = [];
  return () => {
    for (let id = table.length; id < vocabulary.size; id++)
      table.push(stops.has(id) ? -1 : options.stems ? vocabulary.id(stemOf(id)) : id);
    return table;
  };
}

/** Gives the stem of a word by its id, found once for each word of the vocabulary, however many ask. */
export const stemsOf = memo((vocabulary: Vocabulary) => {
  const stems: string[] = [];
  return (id: number): string => {
    while (stems.length <= id) stems.push(stem(vocabulary.word(stems.length)));
    return stems[id]!;
  };
});
