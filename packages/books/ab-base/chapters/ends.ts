import type { Block } from "@plotline/formats";
import type { StudiedBook } from "./candidates.ts";
import words from "./data/heading-words.json" with { type: "json" };
import { keyOf, titleKey } from "./lettering.ts";
import type { Section } from "./sections.ts";

/** What is looked at in a section at either end of a book. */
const limits = {
  /** The share of the blocks that is the front, or the back. */
  front: 0.2,
  longestSignature: 70,
  leastLetters: 6,
  /** Characters of a section that are read, and of a word; a section of fewer words counts as this long. */
  read: 6000,
  lettersPerWord: 6,
  fewWords: 100,
} as const;

/** What a section says of its place: before the story, at its end, or after it. */
export interface Place {
  /** Its heading has a word of prefaces or notes anywhere in it. */
  readonly isMatter: boolean;
  /** "THE END" is below it. */
  readonly hasEnd: boolean;
  /** Its last line is a name, a place or a date, as below a preface or a letter. */
  readonly isSigned: boolean;
  /** A contents list follows it at the front of the book, or comes before it at the back. */
  readonly isOutsideList: boolean;
}

export function placeOf({ heading, at, from, to }: Section, { blocks, contents: { lists } }: StudiedBook): Place {
  const total = blocks.length;
  const isFront = at < total * limits.front;
  const last = blocks[isEndMark(blocks[to - 1]) ? to - 2 : to - 1];
  return {
    isMatter: titleKey(heading)
      .split(" ")
      .some((word) => matter.has(word)),
    hasEnd: [to - 2, to - 1, to].some((k) => k >= from && isEndMark(blocks[k])),
    isSigned: to - from > 1 && last !== undefined && last.text.trim().length < limits.longestSignature,
    isOutsideList: lists.some(({ from: start, to: end }) =>
      isFront ? start >= at && start < total * limits.front : end <= at && start > total * (1 - limits.front),
    ),
  };
}

function isEndMark(block: Block | undefined): boolean {
  return block !== undefined && block.text.length < limits.longestSignature && endMarks.has(keyOf(block));
}

const endMarks = new Set(words.end.map(titleKey));

/** Single words of a name such as "Vorrede zur dritten Auflage". */
const matter = new Set(
  [...words.front, ...words.back]
    .map(titleKey)
    .filter((name) => !name.includes(" ") && name.length >= limits.leastLetters && !words.alone.includes(name)),
);

/** How many of its first words are those of editors (edition, reader, translated), of a hundred. */
export function editorsWords({ from, to }: Section, { blocks, words: before }: StudiedBook): number {
  let [text, k] = ["", from];
  while (k < to && text.length < limits.read) text += `${blocks[k++]!.text}\n`;
  const read = Math.min(before[Math.max(from, to)]! - before[from]!, text.length / limits.lettersPerWord);
  return (100 * (text.match(editors)?.length ?? 0)) / Math.max(limits.fewWords, read);
}

const editors = new RegExp(`(?<!\\p{L})(?:${words.editors.join("|")})`, "giu");
