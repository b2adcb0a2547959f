import { countWords } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import { addressesOf } from "@plotline/corpus";
import { type Account, accountOf, alarmsOf, type Block, readTei, type SkippedText, wordsIn } from "@plotline/formats";
import { cutParagraph } from "../blocks/paragraphs.ts";
import { type Chapters, chapterise } from "../chapters/chapterise.ts";
import { chaptersNamed } from "../chapters/given-chapters.ts";
import { type Section, withIntroduction } from "../chapters/sections.ts";
import { cutOff } from "../html/cut-page.ts";
import { type OpenedText, openFile } from "../open-file.ts";
import { type Cast, findCast, speechShare, wholeCast } from "../play/play.ts";
import { blocksOf, chapterOf } from "./chapter-text.ts";
import { cleanBlocks } from "./clean.ts";
import { withoutProducers } from "./gutenberg.ts";
import { type Book, openBook } from "./open-book.ts";
import { firstLine, opensWithTitle, titlePage } from "./title-page.ts";
import { withTitlesBelow } from "./titles-below.ts";
import type { Story, StoryChapter, Warning } from "./types.ts";

export interface StoryOptions {
  /** The headings of the chapters, in order: nothing else begins one. */
  readonly chapters?: readonly string[];
}

/**
 * Reads a book: bytes in, chapters and paragraphs out. `name` is for messages.
 *
 * @example
 * const book = "CHAPTER I\n\nAnna shut the door and went.\n\nCHAPTER II\n\nIt rained all day.";
 * const { chapters } = readStory(new TextEncoder().encode(book), "anna.txt");
 * chapters.map(({ paragraphs }) => paragraphs.length); // → [1, 1]
 */
export function readStory(bytes: Uint8Array, name: string, options: StoryOptions = {}): Story {
  const file = openFile(bytes, name, "book");
  if (file.kind !== "TEI") return bookOf(openBook(file, name), name, options);
  if (options.chapters !== undefined)
    throw new Problem(`${name} is TEI, whose divisions are its chapters: import it without naming headings.`);
  return editionOf(file, name);
}

function bookOf(book: Book, name: string, options: StoryOptions): Story {
  const { title, author, format, encoding, isGutenberg, leftOut } = book;
  const cleaned = cleanBlocks(withoutProducers(book.blocks, leftOut), book.noteMarks);
  const { blocks } = cleaned;
  leftOut.addAll(cleaned.leftOut);
  if (blocks.length === 0)
    throw new Problem(`${name} has no text besides its licence and title page; perhaps its pages are pictures.`);
  const given = options.chapters;
  const divided =
    given === undefined
      ? withTitlesBelow(blocks, chapterise(blocks, book.entries, title))
      : chaptersNamed(blocks, given, name);
  const isPlay = divided.scenic || looksLikePlay(blocks);
  const cast = isPlay ? wholeCast(blocks) : undefined;
  const found =
    cast !== undefined && !divided.scenic && given === undefined ? withoutPreface(blocks, divided, cast) : divided;
  const chapters = found.chapters
    .map((section) => chapterOf(blocks, section, cast, leftOut))
    .filter(({ paragraphs }) => paragraphs.length > 0);
  if (chapters.length === 0) throw new Problem(`${name} has no text below its headings.`);
  leftOut.add("headings", headingWords(blocks, found), { count: 0 });
  const account = accountOf(book.words, wordsOf(chapters), [...leftOut.leftOut(), ...apartOf(blocks, found)]);
  return {
    title: title ?? titlePage(blocks) ?? (opensWithTitle(blocks, chapters) ? firstLine(blocks) : undefined),
    author,
    format,
    encoding,
    isGutenberg,
    warnings: [
      ...warningsOf("cut", book.isCut ? [cutOff] : []),
      ...warningsOf("alarm", alarmsOf(account, chapters)),
      ...warningsOf("characters", [...book.warnings, ...cleaned.warnings]),
      ...warningsOf("chapters", found.warnings),
    ],
    ...contentOf(chapters, account, cast?.speakers, book.frame),
  };
}

/** An edition whose markup says what its chapters are. */
function editionOf({ text, encoding }: OpenedText, name: string): Story {
  const { title, author, licence, isCut, ...book } = readTei(text, name);
  const chapters = book.chapters.map(({ heading, paragraphs }, k): StoryChapter => {
    const pieces = paragraphs.flatMap((paragraph) => cutParagraph(paragraph.text));
    const words = sumOf(pieces, (piece) => countWords(piece));
    return { heading, line: k + 1, paragraphs: pieces, words, reasons: [{ kind: "edition" }] };
  });
  if (chapters.length === 0) throw new Problem(`${name} has no text besides its header and title page.`);
  const account = accountOf(book.words, wordsOf(chapters), book.leftOut.leftOut());
  const speakers = new Map<string, number>();
  const printed = book.chapters.flatMap(({ paragraphs }) => paragraphs);
  for (const { speaker } of printed) if (speaker !== undefined) speakers.set(speaker, (speakers.get(speaker) ?? 0) + 1);
  const isPlay = sumOf(speakers.values()) > printed.length / 3;
  return {
    title,
    author,
    licence,
    format: "TEI",
    encoding,
    isGutenberg: false,
    warnings: [...warningsOf("cut", isCut ? [cutOff] : []), ...warningsOf("alarm", missingWords(account))],
    ...contentOf(chapters, account, isPlay ? speakers : undefined),
  };
}

/** `speakers`: those of a play. `frame`: what others wrote around the book. */
function contentOf(
  chapters: readonly StoryChapter[],
  account: Account,
  speakers: Cast["speakers"] | undefined,
  frame: readonly SkippedText[] = [],
) {
  const headings = chapters.map(({ heading }) => heading);
  const kind = speakers !== undefined ? "play" : wordsOf(chapters) < 20_000 ? "story" : "novel";
  return {
    kind,
    chapters,
    addresses: addressesOf(headings, kind),
    account,
    stripped: [...frame, ...account.leftOut].filter(({ words }) => words > 0),
    cast: [...(speakers ?? [])].sort((a, b) => b[1] - a[1]).map(([speaker]) => speaker),
  } as const;
}

function wordsOf(chapters: readonly StoryChapter[]): number {
  return sumOf(chapters, ({ words }) => words);
}

function warningsOf(kind: Warning["kind"], texts: readonly string[]): Warning[] {
  return texts.map((text) => ({ kind, text }));
}

/** Elements that hold text where no edition has it. */
function missingWords({ words, unexplained }: Account): string[] {
  if (unexplained <= Math.max(20, 0.02 * words)) return [];
  const [missing, all] = [unexplained, words].map((count) => count.toLocaleString("en"));
  return [`${missing} of ${all} words are in none of the divisions that could be read`];
}

/** Without acts and scenes: does every third block of a sample open with a speaker, or every fifth line? */
function looksLikePlay(blocks: readonly Block[]): boolean {
  const step = Math.ceil(blocks.length / 300);
  const some = blocks.filter((_, k) => k % step === 0);
  const cast = findCast(some);
  if (speechShare(some, cast) > 0.34) return true;
  const lines = sumOf(some, ({ text }) => text.split("\n").length);
  const speeches = sumOf(cast.speakers.values());
  return cast.speakers.size > 2 && speeches > Math.max(40, lines * 0.2);
}

/** A play without acts begins where people begin to speak: what is above under headings of its own is a preface. */
function withoutPreface(blocks: readonly Block[], found: Chapters, cast: Cast): Chapters {
  const first = found.chapters.findIndex(({ from, to }) => speechShare(blocks.slice(from, to), cast) > 0.05);
  const chapters = found.chapters.slice(first);
  if (first <= 0 || sizeOf(blocks, chapters) <= sizeOf(blocks, found.chapters) / 3) return found;
  return {
    ...found,
    chapters,
    apart: [...found.apart, ...found.chapters.slice(0, first).flatMap(withIntroduction)],
  };
}

function sizeOf(blocks: readonly Block[], sections: readonly Section[]): number {
  return sumOf(sections, ({ from, to }) => sumOf(blocks.slice(from, to), ({ text }) => text.length));
}

function apartOf(blocks: readonly Block[], { apart }: Chapters): SkippedText[] {
  return apart.map((section) => ({
    what: `"${section.heading}" at line ${section.line}`,
    words: wordsIn(blocksOf(blocks, section)),
    explained: section.explained ?? false,
  }));
}

function headingWords(blocks: readonly Block[], { headings }: Chapters): number {
  return sumOf(headings, ({ from, to, lines }) => {
    const first = lines > 0 ? (blocks[to]?.text.trimStart().split("\n").slice(0, lines).join("\n") ?? "") : "";
    return wordsIn(blocks, from, to) + countWords(first);
  });
}
