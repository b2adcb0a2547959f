import { grown } from "./grown.ts";
import { englishLanguage, type Language } from "./languages/language.ts";
import { stemsOf } from "./stems.ts";
import type { Vocabulary } from "./vocabulary.ts";

export interface TermOptions {
  /** Leave stop words out; a list of your own replaces ours. */
  readonly stopWords: boolean | readonly string[];
  /** Count `walks` and `walked` as one. */
  readonly stems: boolean;
}

/** What a word counts as: decided once for each distinct word, not for each time it occurs. */
interface Terms {
  readonly vocabulary: Vocabulary;
  /** For every word id so far the id of its term, -1 for a stop word. */
  table(): Int32Array;
}

/** `frequent`: the words that are left out in place of stop words where the language has no list of them. */
export function terms(
  vocabulary: Vocabulary,
  options: TermOptions,
  language: Language = englishLanguage,
  frequent: Iterable<string> = [],
): Terms {
  const listed = stopList(options.stopWords, language.stopWords ?? frequent);
  const stops = new Set(Array.from(listed, (word) => vocabulary.id(word)));
  const stemOf =
    language === englishLanguage ? stemsOf(vocabulary) : (id: number) => language.stem(vocabulary.word(id));
  let known = 0;
  let table = new Int32Array(0);
  const termOf = (id: number) => {
    if (stops.has(id)) return -1;
    return options.stems ? vocabulary.id(stemOf(id)) : id;
  };
  return {
    vocabulary,
    table() {
      for (; known < vocabulary.size; known++) {
        if (known >= table.length) table = grown(table, Math.max(1024, 2 * vocabulary.size));
        table[known] = termOf(known);
      }
      return table.subarray(0, known);
    },
  };
}

function stopList(choice: TermOptions["stopWords"], ofLanguage: Iterable<string>): Iterable<string> {
  if (choice === true) return ofLanguage;
  return choice === false ? [] : choice.map((word) => word.toLowerCase().replaceAll("’", "'"));
}
