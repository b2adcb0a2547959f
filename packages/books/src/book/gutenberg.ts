import { countWords } from "@plotline/align";
import { type Block, type SkippedText, type Tally, wordsIn } from "@plotline/formats";
import markers from "./data/gutenberg-markers.json" with { type: "json" };

interface Unwrapped {
  readonly text: string;
  /** The line of the file that `text` begins on, counted from 1. */
  readonly line: number;
  readonly title: string | undefined;
  readonly author: string | undefined;
  /** What was taken off. */
  readonly frame: readonly SkippedText[];
  /** Whether the end that belongs to the start is missing; old files have another start, and not always an end. */
  readonly isCut: boolean;
}

/** A Project Gutenberg text without its licence: what is between the start and the end marker, old or new. */
export function unwrap(text: string): Unwrapped {
  const { title, author } = metadata(text.slice(0, 20_000));
  const start = startOf(text);
  const end = endOf(text, start);
  const frame = [
    { what: "Project Gutenberg's header", words: countWords(text.slice(0, start)), explained: true },
    { what: "Project Gutenberg's footer", words: countWords(text.slice(end)), explained: true },
  ].filter(({ words }) => words > 0);
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < start; at = text.indexOf("\n", at + 1)) line++;
  const isCut = end === text.length && text.slice(0, start).includes("*** START OF");
  return { text: text.slice(start, end), line, title, author, frame, isCut };
}

/** Whether a line, or a block of a page, says that what follows is no text of the book. */
export function isEndMarker(line: string): boolean {
  return line.length < longestMarker && ends.some((marker) => marker.test(line));
}

/** Without who made the e-text, and without transcribers' notes, at both ends. */
export function withoutProducers(blocks: readonly Block[], leftOut: Tally): Block[] {
  const kept = [...blocks];
  const credits: Block[] = [];
  for (let at = 0; at < Math.min(kept.length, 14) && credits.length < mostCredits; ) {
    const flat = flatten(kept[at]!.text);
    const length = notes.some((note) => note.test(flat))
      ? noteLength(kept, at)
      : opening.some((sign) => sign.test(flat))
        ? 1
        : 0;
    if (length === 0) at++;
    else credits.push(...kept.splice(at, length));
  }
  if (credits.length > 0)
    leftOut.add("the producers' and transcribers' notes at the start", wordsIn(credits), { count: 0 });
  const last = noteAtTheEnd(kept);
  if (last !== undefined) {
    leftOut.add("the transcriber's note at the end", wordsIn(kept.splice(last)), { count: 0 });
  }
  return kept;
}

/** Nobody thanks this many people; what continues like this is the text itself. */
const mostCredits = 200;

/** A transcriber's note in the last part of the book, in no brackets: all that follows belongs to it. */
function noteAtTheEnd(blocks: readonly Block[]): number | undefined {
  for (let at = blocks.length - 1; at > blocks.length * 0.85; at--) {
    const { text } = blocks[at]!;
    if (!/^\W*(?:the )?(?:transcri|e-?text|publisher|production|t\.?n)/i.test(text)) continue;
    if (notes.some((note) => note.test(flatten(text))) && !text.trimStart().startsWith("[")) return at;
  }
  return undefined;
}

function flatten(text: string): string {
  return text
    .slice(0, 400)
    .replace(/[\s_*]+/g, " ")
    .trim()
    .toLowerCase();
}

/** A note in brackets ends with its bracket; one under a heading ends where the space before a block is wide. */
function noteLength(blocks: readonly Block[], from: number): number {
  const bracketed = blocks[from]!.text.trimStart().startsWith("[");
  for (let at = from; at < Math.min(blocks.length, from + 25); at++) {
    if (bracketed && /\]\s*$/.test(blocks[at]!.text)) return at - from + 1;
    if (!bracketed && at > from && (blocks[at]!.gap >= 3 || blocks[at]!.level > 0)) return at - from;
  }
  return 1;
}

function metadata(head: string): { title: string | undefined; author: string | undefined } {
  const title = field(head, "Title");
  const author = field(head, "Author");
  if (title !== undefined) return { title, author };
  const old = oldTitle.exec(head.slice(0, 1200));
  if (old === null) return { title, author };
  return { title: tidy(old[1]!.replace(/\*+/g, "")), author: author ?? old[2]?.replace(/\*+/g, "").trim() };
}

/** The first line of old files: `The Project Gutenberg Etext of Emma, by Jane Austen`. */
const oldTitle =
  /^[*\s]*(?:The |This is (?:the )?|Welcome to the )?Project Gutenberg(?:'s|’s)?(?: Online)?(?: E-?text| E-?Book)?(?: of|,)? +(?!is\b|are\b|has\b|E-?texts?\b|License|Literary|electronic|volunteer)([^\n]+?)(?:,? by ([^\n]+?))?[*\s]*(?:\n|$)/i;

/** `Title: Les Misérables` and its indented continuation lines. */
function field(head: string, name: string): string | undefined {
  const found = new RegExp(`^${name}:[ \\t]*(.+(?:\\n[ \\t]+\\S.*)*)`, "m").exec(head)?.[1];
  return found === undefined ? undefined : tidy(found.slice(0, 1000));
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[ ,;.]+$/, "")
    .trim();
}

/** After the last start marker in the first part of the file. */
function startOf(text: string): number {
  const head = text.slice(0, Math.min(text.length / 2, 80_000));
  let start = 0;
  for (const marker of starts) {
    for (const found of head.matchAll(marker)) start = Math.max(start, found.index + found[0].length);
  }
  return start;
}

/** The first line that says that the text ends. Only lines that name Gutenberg are looked at, so this is fast. */
function endOf(text: string, from: number): number {
  let end = text.length;
  // The licence is at most some 20,000 characters, so it never begins in the first half of a long book.
  const start = text.length > 200_000 ? Math.max(from, text.length >> 1) : from;
  for (const hint of ["GUTENBERG", "Gutenberg", "gutenberg", "etext", "Etext", "SMALL PRINT"]) {
    let at = text.indexOf(hint, start);
    while (at >= 0 && at < end) {
      const [from, to] = [text.lastIndexOf("\n", at) + 1, lineEnd(text, at)];
      // No marker is as long as a paragraph without line breaks.
      if (to - from <= longestMarker && isEndMarker(text.slice(from, to).trim())) end = from;
      at = text.indexOf(hint, to);
    }
  }
  return end;
}

const longestMarker = 1000;

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

const starts = markers.start.map((source) => new RegExp(source, "gi"));
const ends = markers.end.map((source) => new RegExp(source, "i"));
const opening = markers.opening.map((source) => new RegExp(source, "i"));
const notes = markers.notes.map((source) => new RegExp(source, "i"));
