import { countWords } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import { addressesOf, titleCase } from "@plotline/corpus";
import { type Account, accountOf, alarmsOf, type Block, readTei, type SkippedText, wordsIn } from "@plotline/formats";
import { cutParagraph } from "../blocks/paragraphs.ts";
import { type Chapters, chapterise } from "../chapters/chapterise.ts";
import { chaptersNamed } from "../chapters/given-chapters.ts";
import { undecorated } from "../chapters/lettering.ts";
import { type Section, withIntroduction } from "../chapters/sections.ts";
import { type OpenedText, openFile } from "../open-file.ts";
import { type Cast, findCast, speechShare, wholeCast } from "../play/play.ts";
import { blocksOf, chapterOf, paragraphEnd } from "./chapter-text.ts";
import { cleanBlocks } from "./clean.ts";
import { withoutProducers } from "./gutenberg.ts";
import { type Book, openBook } from "./open-book.ts";
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
  return file.kind === "TEI" ? editionOf(file, name, options) : bookOf(openBook(file, name), name, options);
}

/** What is known of a book once it is divided. */
interface Divided
  extends Pick<
    Story,
    "title" | "author" | "licence" | "format" | "encoding" | "chapters" | "warnings" | "isGutenberg" | "account"
  > {
  readonly frame: readonly SkippedText[];
  /** How many speeches each speaker of a play has; undefined where it is none. */
  readonly speakers: ReadonlyMap<string, number> | undefined;
}

function storyOf({ frame, speakers, ...book }: Divided): Story {
  const { chapters, account } = book;
  const kind = speakers !== undefined ? "play" : account.inChapters < 20_000 ? "story" : "novel";
  const headings = chapters.map(({ heading }) => heading);
  return {
    ...book,
    kind,
    addresses: addressesOf(headings, kind),
    stripped: [...frame, ...account.leftOut].filter((each) => each.words > 0),
    cast: [...(speakers ?? [])].sort((a, b) => b[1] - a[1]).map(([speaker]) => speaker),
  };
}

/** An edition whose markup says what its chapters are. */
function editionOf({ text, encoding }: OpenedText, name: string, { chapters: given }: StoryOptions): Story {
  if (given !== undefined)
    throw new Problem(`${name} is TEI, whose divisions are its chapters: import it without naming headings.`);
  const { title, author, licence, ...book } = readTei(text, name);
  const chapters = book.chapters.map(({ heading, paragraphs: printed }, k): StoryChapter => {
    const paragraphs = printed.flatMap((each) => cutParagraph(each.text));
    return { heading, line: k + 1, paragraphs, words: sumOf(paragraphs, countWords), reasons: [{ kind: "edition" }] };
  });
  if (chapters.length === 0) throw new Problem(`${name} has no text besides its header and title page.`);
  const account = accountOf(
    book.words,
    sumOf(chapters, ({ words }) => words),
    book.leftOut.leftOut(),
  );
  const printed = book.chapters.flatMap(({ paragraphs }) => paragraphs);
  const speakers = new Map<string, number>();
  for (const { speaker } of printed) if (speaker !== undefined) speakers.set(speaker, (speakers.get(speaker) ?? 0) + 1);
  const isPlay = sumOf(speakers.values()) > printed.length / 3;
  const warnings = warningsOf("alarm", [...(book.isCut ? [cutOff] : []), ...missingWords(account)]);
  return storyOf({
    ...{ title, author, licence, format: "TEI", encoding, chapters, warnings, account },
    isGutenberg: false,
    frame: [],
    speakers: isPlay ? speakers : undefined,
  });
}

const cutOff = "the file ends in the middle of its markup: it was cut off, and what came after is missing";

/** Elements that hold text where no edition has it. */
function missingWords({ words, unexplained }: Account): string[] {
  if (unexplained <= Math.max(20, 0.02 * words)) return [];
  const [missing, all] = [unexplained, words].map((count) => count.toLocaleString("en"));
  return [`${missing} of ${all} words are in none of the divisions that could be read`];
}

function bookOf(book: Book, name: string, options: StoryOptions): Story {
  const { leftOut, author, format, encoding, frame, isGutenberg } = book;
  const cleaned = cleanBlocks(withoutProducers(book.blocks, leftOut), book.noteMarks);
  const { blocks } = cleaned;
  leftOut.addAll(cleaned.leftOut);
  if (blocks.length === 0) throw new Problem(`${name} has no text besides its licence and title page.`);
  const given = options.chapters;
  const divided =
    given === undefined
      ? withTitlesBelow(blocks, chapterise(blocks, book.entries, book.title))
      : chaptersNamed(blocks, given, name);
  const cast = divided.scenic || looksLikePlay(blocks) ? wholeCast(blocks) : undefined;
  const hasPreface = cast !== undefined && !divided.scenic && given === undefined;
  const found = hasPreface ? withoutPreface(blocks, divided, cast) : divided;
  const chapters = found.chapters
    .map((section) => chapterOf(blocks, section, cast, leftOut))
    .filter(({ paragraphs }) => paragraphs.length > 0);
  if (chapters.length === 0) throw new Problem(`${name} has no text below its headings.`);
  leftOut.add("headings", headingWords(blocks, found), { count: 0 });
  const account = accountOf(
    book.words,
    sumOf(chapters, ({ words }) => words),
    [...leftOut.leftOut(), ...apartOf(blocks, found)],
  );
  const title = book.title ?? titlePage(blocks) ?? (opensWithTitle(blocks, chapters) ? firstLine(blocks) : undefined);
  const warnings = [
    ...warningsOf("alarm", alarmsOf(account, chapters)),
    ...warningsOf("characters", [...book.warnings, ...cleaned.warnings]),
    ...warningsOf("chapters", found.warnings),
  ];
  return storyOf({
    ...{ title, author, format, encoding, chapters, warnings, account, isGutenberg, frame },
    speakers: cast?.speakers,
  });
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

/** A play without acts begins where people begin to speak: what is above under headings of its own is a preface. */
function withoutPreface(blocks: readonly Block[], found: Chapters, cast: Cast): Chapters {
  const first = found.chapters.findIndex(({ from, to }) => speechShare(blocks.slice(from, to), cast) > 0.05);
  const size = (sections: readonly Section[]) =>
    sumOf(sections, ({ from, to }) => sumOf(blocks.slice(from, to), ({ text }) => text.length));
  const chapters = found.chapters.slice(first);
  if (first <= 0 || size(chapters) <= size(found.chapters) / 3) return found;
  return {
    ...found,
    chapters,
    apart: [...found.apart, ...found.chapters.slice(0, first).flatMap(withIntroduction)],
  };
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

/** The line above `by So-and-so` near the start; above a subtitle, where there is one. */
function titlePage(blocks: readonly Block[]): string | undefined {
  const isBy = ({ text }: Block) => /^\s*(?:written )?by\s+\p{Lu}/iu.test(text) && text.length < 100;
  const by = blocks.slice(0, 40).findIndex(isBy);
  if (by <= 0) return undefined;
  const at = by > 1 && subtitle.test(blocks[by - 1]!.text) && /\p{L}/u.test(blocks[by - 2]!.text) ? by - 2 : by - 1;
  return firstLine(blocks.slice(at));
}

const subtitle =
  /^\s*(?:or,|being\b|in \w+ (?:acts|parts|volumes|books)|(?:an? )?(?:[\w-]+ ){0,2}(?:comedy|tragedy|farce|drama|play|tragicomedy|melodrama|masque|tale|novel|romance|story|history|poem)\b)/i;

/** Rather than with a chapter, the first verse of a poem or the story itself. */
function opensWithTitle(blocks: readonly Block[], [first]: readonly StoryChapter[]): boolean {
  if (first !== undefined && first.heading !== "" && first.line === blocks[0]!.line) return false;
  const [line = "", ...more] = blocks[0]!.text.trim().split("\n");
  if (more.length > 0) return line === line.toUpperCase();
  const isSentence = paragraphEnd.test(line) && /(?<!\p{L})[\p{Ll}\p{Lo}]\p{L}{3}/u.test(line);
  return !/[,;]$/.test(line) && !isSentence;
}

function firstLine(blocks: readonly Block[]): string | undefined {
  const line = undecorated(blocks[0]!.text.slice(0, 400).trim().split("\n", 1)[0] ?? "");
  return line.length > 0 && line.length <= 120 ? titleCase(line) : undefined;
}
