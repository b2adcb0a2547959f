import { stem } from "./stem.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Gives the stem of a word by its id, found once for each word of the vocabulary, however many ask. */
export function stemsOf(vocabulary: Vocabulary): (id: number) => string {
  const known = shared.get(vocabulary) ?? remembering(vocabulary);
  shared.set(vocabulary, known);
  return known;
}

const shared = new WeakMap<Vocabulary, (id: number) => string>();

function remembering(vocabulary: Vocabulary): (id: number) => string {
  const stems: string[] = [];
  return (id) => {
    while (stems.length <= id) stems.push(stem(vocabulary.word(stems.length)));
    return stems[id]!;
  };
}
