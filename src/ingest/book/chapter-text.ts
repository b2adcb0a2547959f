import { countSingleSpaced, countWords, mostWords } from "../../corpus/words.ts";
import type { Tally } from "../blocks/account.ts";
import { type Block, collapsed, spaced } from "../blocks/block.ts";
import { cutParagraph } from "../blocks/paragraphs.ts";
import type { Section } from "../chapters/sections.ts";
import { type Cast, speechesOf } from "../play/play.ts";
import { cleanText } from "./clean.ts";
import type { StoryChapter } from "./types.ts";

type Paragraph = Pick<Block, "text" | "flat" | "words">;

export function chapterOf(
  blocks: readonly Block[],
  section: Section,
  cast: Cast | undefined,
  leftOut: Tally,
): StoryChapter {
  const { heading, line, introduction, evidence } = section;
  const own = [...(introduction === undefined ? [] : blocksOf(blocks, introduction)), ...blocksOf(blocks, section)];
  const printed =
    cast === undefined ? own.flatMap(paragraphsOf) : speechesOf(own, cast).map(({ text }) => unread(text));
  const paragraphs: string[] = [];
  let words = 0;
  for (const paragraph of printed) {
    const flat = flattened(paragraph);
    const text = cleanText(flat.text);
    const count = text === flat.text ? flat.words : countWords(text);
    if (count !== flat.words)
      leftOut.add("marks inside paragraphs, of footnotes, pages and pictures", flat.words - count, { count: 0 });
    if (!hasLetters(text)) {
      leftOut.add("decorative lines", count);
      continue;
    }
    words += count;
    if (count > mostWords) paragraphs.push(...cutParagraph(text, count));
    else paragraphs.push(text);
  }
  if (isTheEnd(paragraphs.at(-1))) {
    const end = countWords(paragraphs.pop()!);
    leftOut.add("the words that say that the book ends", end, { count: 0 });
    words -= end;
  }
  return { heading, line, paragraphs, words, evidence };
}

export function blocksOf(blocks: readonly Block[], { from, to, skip }: Section): Block[] {
  const own = blocks.slice(from, to);
  if (skip > 0 && own[0] !== undefined) {
    const { text, gap, line, level } = own[0];
    own[0] = { text: text.trimStart().split("\n").slice(skip).join("\n"), gap, line, level, words: undefined };
  }
  return own;
}

/** A block is one paragraph, unless its paragraphs are distinguished by indented first lines or are one line each. */
function paragraphsOf(block: Block): Paragraph | Paragraph[] {
  const { text } = block;
  if (!text.includes("\n")) return block;
  const wide = isWide(text);
  if (text.length < 600 && !wide) return block;
  const lines = text.split("\n");
  if (wide && isLineEach(lines)) return lines.map(unread);
  const starts = lines.map(
    (line, k) => k > 0 && isIndented(line) && !isIndented(lines[k - 1]!) && !isIndented(lines[k + 1] ?? line),
  );
  if (!starts.includes(true)) return block;
  const paragraphs: string[][] = [[]];
  lines.forEach((line, k) => {
    if (starts[k]) paragraphs.push([]);
    paragraphs.at(-1)!.push(line);
  });
  return paragraphs.map((each) => unread(each.join("\n")));
}

/** Whether a line is longer than a book prints them. */
function isWide(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    if (end - at > 90) return true;
    at = end + 1;
  }
  return false;
}

/** Nearly every line ends as paragraphs do, where a printed line ends anywhere; or all are too long to be printed ones. */
function isLineEach(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line.length > 1);
  return (
    full.filter((line) => paragraphEnd.test(line)).length > 0.8 * full.length ||
    full.every(({ length }) => length > 150)
  );
}

export const paragraphEnd = /[.!?…:—–-]["”’'»)\]_*]*\s*$/;

function unread(text: string): Paragraph {
  return { text, words: undefined };
}

/** One line, its words one space apart, and how many those are. */
function flattened({ text, flat: joined, words }: Paragraph): { text: string; words: number } {
  if (words !== undefined) return { text, words };
  const line = spaced(joined ?? text).trim();
  const count = countSingleSpaced(line);
  if (count !== undefined) return { text: line, words: count };
  const flat = collapsed(line);
  return { text: flat, words: countWords(flat) };
}

function isIndented(line: string): boolean {
  return /^(?: {2,8}|\t)\S/.test(line);
}

function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}?!]/u.test(text);
}

function isTheEnd(text: string | undefined): boolean {
  return (
    text !== undefined &&
    /^[^\p{L}\p{N}]*(?:the end|finis|fin|end|fim|fine|ende|einde|slut|конец)[^\p{L}\p{N}]*$/iu.test(text)
  );
}
