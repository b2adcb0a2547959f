import { countWords, mostWords } from "@plotline/align";
import { type Block, onOneLine, type Tally } from "@plotline/formats";
import { cutParagraph } from "../blocks/paragraphs.ts";
import type { Section } from "../chapters/sections.ts";
import { type Cast, speechesOf } from "../play/play.ts";
import { cleanText } from "./clean.ts";
import type { StoryChapter } from "./types.ts";

export function chapterOf(
  blocks: readonly Block[],
  section: Section,
  cast: Cast | undefined,
  leftOut: Tally,
): StoryChapter {
  const { heading, line, introduction, reasons } = section;
  const own = [...(introduction === undefined ? [] : blocksOf(blocks, introduction)), ...blocksOf(blocks, section)];
  const printed = cast === undefined ? own.flatMap(paragraphsOf) : speechesOf(own, cast).map(({ text }) => text);
  const paragraphs: string[] = [];
  let words = 0;
  for (const paragraph of printed) {
    const flat = onOneLine(paragraph);
    const text = cleanText(flat);
    const count = countWords(text);
    if (text !== flat)
      leftOut.add("marks inside paragraphs, of footnotes, pages and pictures", countWords(flat) - count, { count: 0 });
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
    leftOut.add("the words that say that the book or a part of it ends", end, { count: 0 });
    words -= end;
  }
  return { heading, line, paragraphs, words, reasons };
}

export function blocksOf(blocks: readonly Block[], { from, to, skip }: Section): Block[] {
  const own = blocks.slice(from, to);
  if (skip > 0 && own[0] !== undefined) {
    const { text, gap, line, level } = own[0];
    own[0] = { text: text.trimStart().split("\n").slice(skip).join("\n"), gap, line, level };
  }
  return own;
}

/** A block is one paragraph, unless its paragraphs are distinguished by indented first lines or are one line each. */
function paragraphsOf({ text }: Block): string | string[] {
  if (!text.includes("\n")) return text;
  const wide = isWide(text);
  if (text.length < 600 && !wide) return text;
  const lines = text.split("\n");
  if (wide && isLineEach(lines)) return lines;
  const starts = lines.map(
    (line, k) => k > 0 && isIndented(line) && !isIndented(lines[k - 1]!) && !isIndented(lines[k + 1] ?? line),
  );
  if (!starts.includes(true)) return text;
  const paragraphs: string[][] = [[]];
  lines.forEach((line, k) => {
    if (starts[k]) paragraphs.push([]);
    paragraphs.at(-1)!.push(line);
  });
  return paragraphs.map((each) => each.join("\n"));
}

/** Whether a line is longer than a book prints them. */
function isWide(text: string): boolean {
  return text.split("\n").some(({ length }) => length > 90);
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

function isIndented(line: string): boolean {
  return /^(?: {2,8}|\t)\S/.test(line);
}

function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}?!]/u.test(text);
}

/** Only where it is certain, since it is left out of the text: chapters/ends.ts knows more languages, and counts it as a sign. */
function isTheEnd(text: string | undefined): boolean {
  return text !== undefined && text.length < 60 && theEnd.test(text);
}

/** `The End`, `END OF ACT I`, `Fin du premier acte`. */
const theEnd =
  /^[^\p{L}\p{N}]*(?:the end|finis|fin|end|fim|fine|ende|einde|slut|конец)(?: (?:of|du|de|des|del|do|dell['’]) ?(?:[\p{L}\p{N}]+ )?(?:[\p{L}\p{N}]+ )?(?:act|scene|part|book|vol|volume|canto|play|acte|tome|partie|livre|aktes|teils|buches|atto|acto|parte)\b.{0,20})?[^\p{L}\p{N}]*$/iu;
