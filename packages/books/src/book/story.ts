import { countWords } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import { addressesOf } from "@plotline/corpus";
import { accountOf, alarmsOf, type Block, type SkippedText, wordsIn } from "@plotline/formats";
import { type Chapters, chapterise } from "../chapters/chapterise.ts";
import { chaptersNamed } from "../chapters/given-chapters.ts";
import { type OpenedText, openFile } from "../open-file.ts";
import { findCast, speechShare, wholeCast } from "../play/play.ts";
import { blocksOf, chapterOf } from "./chapter-text.ts";
import { cleanBlocks } from "./clean.ts";
import { withoutProducers } from "./gutenberg.ts";
import { type Book, openBook } from "./open-book.ts";
import { withoutPreface } from "./play-preface.ts";
import { teiStory } from "./tei-story.ts";
import { firstLine, opensWithTitle, titlePage } from "./title-page.ts";
import { withTitlesBelow } from "./titles-below.ts";
import type { Story, Warning } from "./types.ts";

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
  return file.kind === "TEI" ? editionOf(file, name, options) : bookOf(openBook(file, name), name, options);
}

/** An edition whose markup says what its chapters are. */
function editionOf({ text, encoding }: OpenedText, name: string, { chapters }: StoryOptions): Story {
  if (chapters !== undefined)
    throw new Problem(`${name} is TEI, whose divisions are its chapters: import it without naming headings.`);
  return teiStory(text, name, encoding);
}

function bookOf(book: Book, name: string, options: StoryOptions): Story {
  const leftOut = book.leftOut;
  const cleaned = cleanBlocks(withoutProducers(book.blocks, leftOut), book.noteMarks);
  const { blocks } = cleaned;
  leftOut.addAll(cleaned.leftOut);
  if (blocks.length === 0) throw new Problem(`${name} has no text besides its licence and title page.`);
  const given = options.chapters;
  const divided =
    given === undefined
      ? withTitlesBelow(blocks, chapterise(blocks, book.entries, book.title))
      : chaptersNamed(blocks, given, name);
  const play = divided.scenic || looksLikePlay(blocks);
  const cast = play ? wholeCast(blocks) : { speakers: new Map<string, number>() };
  const found = play && !divided.scenic && given === undefined ? withoutPreface(blocks, divided, cast) : divided;
  const chapters = found.chapters
    .map((section) => chapterOf(blocks, section, play ? cast : undefined, leftOut))
    .filter(({ paragraphs }) => paragraphs.length > 0);
  if (chapters.length === 0) throw new Problem(`${name} has no text below its headings.`);
  leftOut.add("headings", headingWords(blocks, found), { count: 0 });
  const words = sumOf(chapters, (chapter) => chapter.words);
  const account = accountOf(book.words, words, [...leftOut.leftOut(), ...apartOf(blocks, found)]);
  const kind = play ? "play" : words < 20_000 ? "story" : "novel";
  return {
    title: book.title ?? titlePage(blocks) ?? (opensWithTitle(blocks, chapters) ? firstLine(blocks) : undefined),
    author: book.author,
    kind,
    format: book.format,
    encoding: book.encoding,
    chapters,
    addresses: addressesOf(
      chapters.map(({ heading }) => heading),
      kind,
    ),
    warnings: [
      ...warningsOf("alarm", alarmsOf(account, chapters)),
      ...warningsOf("characters", [...book.warnings, ...cleaned.warnings]),
      ...warningsOf("chapters", found.warnings),
    ],
    stripped: [...book.frame, ...account.leftOut].filter((each) => each.words > 0),
    isGutenberg: book.isGutenberg,
    account,
    cast: play ? [...cast.speakers].sort((a, b) => b[1] - a[1]).map(([speaker]) => speaker) : [],
  };
}

function warningsOf(kind: Warning["kind"], texts: readonly string[]): Warning[] {
  return texts.map((text) => ({ kind, text }));
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
