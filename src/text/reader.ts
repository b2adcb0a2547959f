import { type Vocabulary, vocabulary, type WordDefinition, type Words } from "./vocabulary.ts";

/** Reads paragraphs into words once, however many similarities ask; forgets them with the paragraphs themselves. */
export interface Reader {
  readonly vocabulary: Vocabulary;
  read(paragraphs: readonly string[], definition?: WordDefinition): Words;
}

export function reader(): Reader {
  const words = vocabulary();
  const remembered = {
    plain: new WeakMap<readonly string[], Words>(),
    sklearn: new WeakMap<readonly string[], Words>(),
  };
  return {
    vocabulary: words,
    read(paragraphs, definition = "plain") {
      const known = remembered[definition].get(paragraphs);
      if (known !== undefined) return known;
      const read = words.read(paragraphs, definition);
      remembered[definition].set(paragraphs, read);
      return read;
    },
  };
}
