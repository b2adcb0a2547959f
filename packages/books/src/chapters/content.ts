import { memo } from "@plotline/base";
import type { Block } from "@plotline/formats";
import { type Cast, findCast, speechShare } from "../play/play.ts";
import words from "./data/heading-words.json" with { type: "json" };
import { keyOf, titleKey } from "./lettering.ts";
import type { StudiedBook } from "./study.ts";

/** What a stretch of a book is made of: prefaces and notes differ in it from the story. */
export interface Content {
  /** Words of editors (edition, reader, translated), of a hundred. */
  readonly editors: number;
  /** The share of its letters that are in paragraphs. */
  readonly running: number;
  /** Marks of talk, of a hundred words. */
  readonly quotes: number;
  /** The share of its blocks that begin with a speaker of the play. */
  readonly speech: number;
  /** Names in it, of people or places. */
  readonly names: ReadonlySet<string>;
  /** "THE END" is in its last lines. */
  readonly hasEnd: boolean;
  /** Its last line is a name, a place or a date, as below a preface or a letter. */
  readonly isSigned: boolean;
  readonly years: number;
}

const limits = {
  /** Characters of a stretch that are read. */
  read: 6000,
  longestSignature: 70,
  lettersPerWord: 6,
  /** A stretch of fewer words counts as this long. */
  fewWords: 100,
  /** Blocks that are asked for their speaker. */
  sampled: 60,
} as const;

const castOf = memo((blocks: readonly Block[]): Cast => findCast(sampled(blocks, 0, blocks.length, 300)));

export function contentOf({ blocks, running, characters }: StudiedBook, from: number, to: number): Content {
  let [text, k] = ["", from];
  while (k < to && text.length < limits.read) text += `${blocks[k++]!.text}\n`;
  const hundreds = Math.max(limits.fewWords, text.length / limits.lettersPerWord) / 100;
  const last = blocks[isEndMark(blocks[to - 1]) ? to - 2 : to - 1];
  return {
    editors: (text.match(editors)?.length ?? 0) / hundreds,
    running: (running[to]! - running[from]!) / Math.max(1, characters[to]! - characters[from]!),
    quotes: (text.match(/["“”«»„]|--[^-]|—/g)?.length ?? 0) / hundreds,
    speech: speechShare(sampled(blocks, from, to, limits.sampled), castOf(blocks)),
    names: new Set(text.match(/(?<=\p{Ll},? )\p{Lu}\p{Ll}{2,}/gu) ?? []),
    hasEnd: [to - 2, to - 1].some((at) => at >= from && isEndMark(blocks[at])),
    isSigned: to - from > 1 && last !== undefined && last.text.trim().length < limits.longestSignature,
    years: (text.match(/\b1[5-9]\d\d\b/g)?.length ?? 0) / hundreds,
  };
}

const editors = new RegExp(`(?<!\\p{L})(?:${words.editors.join("|")})`, "giu");

function isEndMark(block: Block | undefined): boolean {
  return block !== undefined && block.text.length < limits.longestSignature && endMarks.has(keyOf(block));
}

const endMarks = new Set(words.end.map(titleKey));

/** Every nth of these blocks. */
export function sampled(blocks: readonly Block[], from: number, to: number, most: number): Block[] {
  const step = Math.max(1, Math.ceil((to - from) / most));
  const found: Block[] = [];
  for (let k = from; k < to; k += step) found.push(blocks[k]!);
  return found;
}
