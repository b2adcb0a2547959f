import { stopWords } from "@plotline/text";
import type { Encoded } from "../readers/encoding/examples.ts";
import type { WordList } from "../readers/encoding/words.ts";

/** A word of a point that is asked for, and its position. */
export interface WordQuestion {
  readonly place: number;
  readonly answer: number;
}

/** Whether a token can be asked for and pointed at: names (or their markers), and words that are not stop words. */
export type IsAskable = (token: number) => boolean;

export function askableIn(words: WordList): IsAskable {
  const flags = new Uint8Array(words.firstMarker);
  for (let number = 0; number < flags.length; number++) {
    const word = words.word(number);
    flags[number] = Number(/^\p{L}{2,}$/u.test(word) && !stopWords.has(word));
  }
  return (token) => token < 0 || token >= words.firstMarker || flags[token] === 1;
}

/** Every askable word of a point once, at its first position. */
export function wordQuestions(text: Encoded, isAskable: IsAskable): WordQuestion[] {
  const first = new Map<number, number>();
  text.forEach((token, place) => {
    if (!first.has(token) && isAskable(token)) first.set(token, place);
  });
  return [...first].map(([answer, place]) => ({ place, answer }));
}
