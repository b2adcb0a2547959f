import { addressesOf, type ChapterAddress } from "../../corpus/addresses/address.ts";
import { titleCase } from "../../corpus/addresses/title-case.ts";
import type { ChapterMarks } from "../../corpus/marks/marks.ts";
import type { Kind } from "../../corpus/types.ts";
import { countSingleSpaced, countWords, mostWords } from "../../corpus/words.ts";
import { Problem } from "../../problem.ts";
import { type Chapters, chapterise } from "../chapters/chapterise.ts";
import type { Entry } from "../chapters/contents.ts";
import { chaptersNamed } from "../chapters/given-chapters.ts";
import { undecorated } from "../chapters/lettering.ts";
import type { Section } from "../chapters/sections.ts";
import { type DocumentFormat, documentHtml } from "../documents/document.ts";
import { readDocument } from "../documents/read-document.ts";
import { type Cast, findCast, speechesOf, speechShare, wholeCast } from "../play/play.ts";
import { withoutPreface } from "../play/preface.ts";
import { teiStory } from "../tei/story.ts";
import { isTei, mayBeTei } from "../tei/tei.ts";
import { type Account, accountOf, alarmsOf, described, type LeftOut, Tally, wordsIn, wordsOf } from "./account.ts";
import { isZip } from "./archive.ts";
import { type Block, collapsed, NoBook, spaced, textBlocks } from "./block.ts";
import { cleanBlocks, cleanText } from "./clean.ts";
import { decodeAsIs, unixLines } from "./decode.ts";
import { readEpub } from "./epub.ts";
import { unwrap, withoutProducers } from "./gutenberg.ts";
import { type HtmlBook, isHtml, readHtml } from "./html.ts";
import { cutParagraph } from "./paragraphs.ts";

/** A book, taken apart: what goes into a corpus, and why. */
export interface Story {
  readonly title: string | undefined;
  readonly author: string | undefined;
  /** As the file itself names it. */
  readonly licence?: string | undefined;
  readonly kind: Kind;
  readonly format: "text" | "HTML" | "EPUB" | DocumentFormat;
  readonly encoding: string;
  readonly chapters: readonly StoryChapter[];
  /** How the book names its chapters, in their order. */
  readonly addresses: readonly ChapterAddress[];
  /** What the user should look at; first what nobody may miss. */
  readonly warnings: readonly string[];
  /** Those of the warnings that nobody may miss: text is missing, or chapters. */
  readonly alarms: readonly string[];
  /** What is not in the chapters, each with how many words it has. */
  readonly stripped: readonly string[];
  readonly account: Account;
  /** The speakers of a play, most talkative first. */
  readonly cast: readonly string[];
}

export interface StoryChapter {
  readonly heading: string;
  /** The line of the file that it begins on; of an EPUB, the block. */
  readonly line: number;
  readonly paragraphs: readonly string[];
  readonly words: number;
  readonly evidence: readonly string[];
  /** What the markup of an edition says of its paragraphs. */
  readonly marks?: ChapterMarks | undefined;
}

export interface StoryOptions {
  /** The headings of the chapters, in order: nothing else begins one. */
  readonly chapters?: readonly string[] | undefined;
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
  return editionOf(bytes, name, options) ?? bookOf(bytes, name, options);
}

/** An edition whose markup says what its chapters are; undefined for every other book. */
function editionOf(bytes: Uint8Array, name: string, { chapters }: StoryOptions): Story | undefined {
  if (!mayBeTei(bytes)) return undefined;
  const { text, encoding } = decodeAsIs(bytes, name);
  if (!isTei(text)) return undefined;
  if (chapters !== undefined)
    throw new Problem(`${name} is TEI, whose divisions are its chapters: import it without naming headings.`);
  return teiStory(text, name, encoding);
}

function bookOf(bytes: Uint8Array, name: string, options: StoryOptions): Story {
  const book = openBook(bytes, name);
  const leftOut = book.leftOut;
  const cleaned = cleanBlocks(withoutProducers(book.blocks, leftOut), book.noteMarks);
  const { blocks } = cleaned;
  leftOut.addAll(cleaned.leftOut);
  if (blocks.length === 0) throw new Problem(`${name} has no text besides its licence and title page.`);
  const given = options.chapters;
  const divided = given === undefined ? chapterise(blocks, book.entries) : chaptersNamed(blocks, given, name);
  const play = divided.scenic || looksLikePlay(blocks);
  const cast = play ? wholeCast(blocks) : { speakers: new Map<string, number>() };
  const found = play && !divided.scenic && given === undefined ? withoutPreface(blocks, divided, cast) : divided;
  const chapters = found.chapters
    .map((section) => chapterOf(blocks, section, play ? cast : undefined, leftOut))
    .filter(({ paragraphs }) => paragraphs.length > 0);
  if (chapters.length === 0) throw new Problem(`${name} has no text below its headings.`);
  leftOut.add("headings", headingWords(blocks, found), { count: 0 });
  const words = chapters.reduce((sum, chapter) => sum + chapter.words, 0);
  const account = accountOf(book.words, words, [...leftOut.leftOut(), ...apartOf(blocks, found)]);
  const alarms = alarmsOf(account, chapters);
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
    warnings: [...alarms, ...book.warnings, ...cleaned.warnings, ...found.warnings],
    alarms,
    stripped: [...book.frame, ...account.leftOut].filter((each) => each.words > 0).map(described),
    account,
    cast: play ? [...cast.speakers].sort((a, b) => b[1] - a[1]).map(([speaker]) => speaker) : [],
  };
}

/** Without acts and scenes: does every third block of a sample open with a speaker, or every fifth line? */
function looksLikePlay(blocks: readonly Block[]): boolean {
  const step = Math.ceil(blocks.length / 300);
  const some = blocks.filter((_, k) => k % step === 0);
  const cast = findCast(some);
  if (speechShare(some, cast) > 0.34) return true;
  const lines = some.reduce((sum, { text }) => sum + text.split("\n").length, 0);
  const speeches = [...cast.speakers.values()].reduce((sum, count) => sum + count, 0);
  return cast.speakers.size > 2 && speeches > Math.max(40, lines * 0.2);
}

interface Book extends Pick<Story, "title" | "author" | "format" | "encoding" | "warnings"> {
  /** How many words its body has: all but what others wrote around it. */
  readonly words: number;
  readonly frame: readonly LeftOut[];
  /** What the format says is not running text; what else is left out is added. */
  readonly leftOut: Tally;
  readonly noteMarks: readonly string[];
  readonly blocks: readonly Block[];
  /** The table of contents of an EPUB. */
  readonly entries: readonly Entry[];
}

function openBook(bytes: Uint8Array, name: string): Book {
  try {
    return openFormat(bytes, name);
  } catch (error) {
    if (!(error instanceof NoBook)) throw error;
    throw new Problem(`${name} has ${error.message}, too many for one book; import its volumes one by one.`);
  }
}

function openFormat(bytes: Uint8Array, name: string): Book {
  if (bytes.length === 0) throw new Problem(`${name} is empty.`);
  const document = readDocument(bytes, name, "book");
  if (document !== undefined) {
    const book = readHtml(documentHtml(document));
    const { format, title = book.title, author = book.author } = document;
    return { ...book, title, author, words: wordsOfHtml(book), format, encoding: "utf-8", warnings: [], entries: [] };
  }
  if (isZip(bytes)) {
    const book = readEpub(bytes, name);
    return { ...book, words: wordsOfHtml(book), format: "EPUB", encoding: "utf-8", warnings: [] };
  }
  const { text, encoding, faults } = decodeAsIs(bytes, name);
  const warnings = faults === 0 ? [] : [`${faults} characters could not be read as ${encoding} and appear as "\ufffd"`];
  if (isHtml(text)) {
    const book = readHtml(text);
    return { ...book, words: wordsOfHtml(book), format: "HTML", encoding, warnings, entries: [] };
  }
  const inner = unwrap(unixLines(text));
  const { title, author, frame } = inner;
  return {
    blocks: textBlocks(inner.text, inner.line),
    words: countWords(inner.text),
    title,
    author,
    frame,
    leftOut: new Tally(),
    noteMarks: [],
    format: "text",
    encoding,
    warnings,
    entries: [],
  };
}

function wordsOfHtml({ blocks, leftOut }: HtmlBook): number {
  return wordsIn(blocks) + leftOut.leftOut().reduce((sum, { words }) => sum + words, 0);
}

type Paragraph = Pick<Block, "text" | "flat" | "words">;

function chapterOf(blocks: readonly Block[], section: Section, cast: Cast | undefined, leftOut: Tally): StoryChapter {
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

function blocksOf(blocks: readonly Block[], { from, to, skip }: Section): Block[] {
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

const paragraphEnd = /[.!?…:—–-]["”’'»)\]_*]*\s*$/;

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

function apartOf(blocks: readonly Block[], { apart }: Chapters): LeftOut[] {
  return apart.map((section) => ({
    what: `"${section.heading}" at line ${section.line}`,
    words: blocksOf(blocks, section).reduce((sum, block) => sum + wordsOf(block), 0),
    explained: section.explained ?? false,
  }));
}

function headingWords(blocks: readonly Block[], { headings }: Chapters): number {
  return headings.reduce((sum, { from, to, lines }) => {
    const first = lines > 0 ? (blocks[to]?.text.trimStart().split("\n").slice(0, lines).join("\n") ?? "") : "";
    return sum + wordsIn(blocks, from, to) + countWords(first);
  }, 0);
}

/** The line above `by So-and-so` near the start; above a subtitle, where there is one. */
function titlePage(blocks: readonly Block[]): string | undefined {
  const isBy = ({ text }: Block) => /^\s*(?:written )?by\s+\p{Lu}/iu.test(text) && text.length < 100;
  const by = blocks.slice(0, 40).findIndex(isBy);
  if (by <= 0) return undefined;
  const at = by > 1 && isSubtitle(blocks[by - 1]!.text) && /\p{L}/u.test(blocks[by - 2]!.text) ? by - 2 : by - 1;
  return firstLine(blocks.slice(at));
}

function isSubtitle(text: string): boolean {
  const form = "comedy|tragedy|farce|drama|play|tragicomedy|melodrama|masque|tale|novel|romance|story|history|poem";
  return new RegExp(
    `^\\s*(?:or,|being\\b|in \\w+ (?:acts|parts|volumes|books)|(?:an? )?(?:[\\w-]+ ){0,2}(?:${form})\\b)`,
    "i",
  ).test(text);
}

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
