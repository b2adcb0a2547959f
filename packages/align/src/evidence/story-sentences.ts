import { type SentenceLanguage, sentences, tokens } from "@plotline/text";

/** A sentence of a story: from `start` to before `end` in its paragraph, which is counted from 0. */
export interface StorySentence {
  readonly paragraph: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Every sentence of a story that has a word, in order. */
export function storySentences(story: readonly string[], language?: SentenceLanguage): readonly StorySentence[] {
  return story.flatMap((text, paragraph) =>
    sentences(text, tokens(text), language)
      .map(({ start, end }) => ({ paragraph, start, end, text: text.slice(start, end) }))
      .filter((sentence) => hasWord.test(sentence.text)),
  );
}

const hasWord = /[\p{L}\p{N}]/u;
