import { Recent } from "../recent.ts";
import { type Vocabulary, vocabulary, type WordDefinition, type Words } from "./vocabulary.ts";

/** Reads paragraphs into words once, however many similarities ask one after the other. */
export interface Reader {
  readonly vocabulary: Vocabulary;
  read(paragraphs: readonly string[], definition?: WordDefinition): Words;
}

/** The summary and the story of two chapters. */
const sidesKept = 4;

export function reader(): Reader {
  const words = vocabulary();
  const remembered = {
    plain: new Recent<readonly string[], Words>(sidesKept),
    sklearn: new Recent<readonly string[], Words>(sidesKept),
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
