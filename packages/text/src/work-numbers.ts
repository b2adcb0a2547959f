import type { NameIndex } from "./names/index.ts";
import { type Span, tokens } from "./tokens.ts";

/** The number of a word as it is written. */
export type Numbering = (word: string) => number;

/** The number of an entity where the numbers of words are 0 or more. */
export function entityToken(entity: number): number {
  return -1 - entity;
}

/** A stretch of a text that counts as one token, however many words it has: a name, or a mask. */
interface NumberedSpan extends Span {
  readonly token: number;
}

/** A token of a text as a number, with the character it begins at. */
export interface NumberedToken {
  readonly token: number;
  readonly start: number;
}

/** The tokens of a text as numbers. Stretches are in order, and none overlaps another. */
export function numberedTokens(text: string, stretches: readonly NumberedSpan[], number: Numbering): NumberedToken[] {
  const found: NumberedToken[] = [];
  let next = 0;
  for (const { text: word, start } of tokens(text)) {
    while (next < stretches.length && stretches[next]!.end <= start) next++;
    const stretch = stretches[next];
    if (stretch === undefined || start < stretch.start) found.push({ token: number(word), start });
    else if (found.at(-1)?.start !== stretch.start) found.push({ token: stretch.token, start: stretch.start });
  }
  return found;
}

/**
 * The story of a chapter as numbers, place by place: a word's number, or `entityToken` where an entity is named (one
 * place, however many words its name has). Paragraph k is the places from `starts[k]` to before `starts[k + 1]`.
 */
export interface StoryNumbers {
  readonly words: Int32Array;
  readonly starts: Int32Array;
  readonly mentions: readonly NumberedMention[];
}

export interface NumberedMention {
  readonly place: number;
  readonly entity: number;
  readonly paragraph: number;
}

/** The words of a work as numbers. */
export function storyNumbers(
  story: readonly string[],
  index: Pick<NameIndex, "known">,
  number: Numbering,
): StoryNumbers {
  const words: number[] = [];
  const starts = [0];
  const mentions: NumberedMention[] = [];
  story.forEach((text, paragraph) => {
    for (const { token } of numberedTokens(text, nameStretches(index.known(text)), number)) {
      if (token < 0) mentions.push({ place: words.length, entity: entityOf(token), paragraph });
      words.push(token);
    }
    starts.push(words.length);
  });
  return { words: Int32Array.from(words), starts: Int32Array.from(starts), mentions };
}

/** The names among some mentions whose entity is known, each as one stretch. */
export function nameStretches(mentions: readonly (Span & { readonly entity: number | undefined })[]): NumberedSpan[] {
  return mentions.flatMap(({ start, end, entity }) =>
    entity === undefined ? [] : { start, end, token: entityToken(entity) },
  );
}

function entityOf(token: number): number {
  return -1 - token;
}
