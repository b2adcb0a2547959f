import { memo } from "@plotline/base";
import { stem } from "./stem.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Gives the stem of a word by its id, found once for each word of the vocabulary, however many ask. */
export const stemsOf = memo((vocabulary: Vocabulary) => {
  const stems: string[] = [];
  return (id: number): string => {
    while (stems.length <= id) stems.push(stem(vocabulary.word(stems.length)));
    return stems[id]!;
  };
});
