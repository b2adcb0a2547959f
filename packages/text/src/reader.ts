import { memoByName, Recent } from "@plotline/base";
import { type PlacedWords, type Vocabulary, vocabulary, type WordDefinition } from "./vocabulary.ts";

/** Reads paragraphs into words once, however many similarities ask one after the other. */
export interface WordReader {
  readonly vocabulary: Vocabulary;
  read(paragraphs: readonly string[], definition?: WordDefinition): PlacedWords;
}

/** The summary and the story of two chapters. */
const sidesCached = 4;

/** A reader with a vocabulary of its own. */
export function reader(): WordReader {
  const words = vocabulary();
  const recentOf = memoByName(String, (_: WordDefinition) => new Recent<readonly string[], PlacedWords>(sidesCached));
  return {
    vocabulary: words,
    read(paragraphs, definition = "plain") {
      const recent = recentOf(definition);
      const known = recent.get(paragraphs);
      if (known !== undefined) return known;
      const read = words.read(paragraphs, definition);
      recent.set(paragraphs, read);
      return read;
    },
  };
}
