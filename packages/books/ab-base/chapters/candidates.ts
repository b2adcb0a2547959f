import type { Block } from "@plotline/formats";
import type { Aims } from "./aims.ts";
import type { Contents, Headings } from "./contents.ts";
import { findBoundaries } from "./find-boundaries.ts";
import { kindOf, mostCommon, mostFrequent } from "./kinds.ts";
import { undecorated } from "./lettering.ts";
import { bookSections, type HeadingPlace, type Section, withIntroduction } from "./sections.ts";
import { setAlike } from "./set-alike.ts";
import { settingOf } from "./settings.ts";
import { findStructure, type Reading, type Structure } from "./structure.ts";

const limits = {
  /** Characters of a section that may be a chapter. */
  leastText: 250,
  /** Sections that are added or left out, where both ends change. */
  mostChanged: 4,
  /** Lines in the last chapter that may be headings: chapters above, how many, and their length. */
  leastToSplit: 4,
  mostSplit: 6,
  longestLine: 200,
} as const;

/** What is known of a book before it is divided. */
export interface StudiedBook {
  readonly blocks: readonly Block[];
  /** Its title, where the file says it. */
  readonly title?: string | undefined;
  /** How many words, characters, and characters of long paragraphs are above each block, and above the end. */
  readonly words: Float64Array;
  readonly characters: Float64Array;
  readonly running: Float64Array;
  readonly headings: Headings;
  readonly contents: Contents;
  readonly aims: Aims;
}

/** One way to divide a book. */
export interface Candidate {
  readonly structure: Structure;
  readonly chapters: readonly Section[];
  readonly apart: readonly Section[];
  readonly headings: readonly HeadingPlace[];
  /** The sections just before the first chapter and just after the last, which are not chapters. */
  readonly above: Section | undefined;
  readonly below: Section | undefined;
}

/**
 * Divisions of a book, one of which may be right: its headings are read in several ways (all of them, only those that the
 * contents list names; by their words, their numbers, their titles; lines that are alike), and each reading with fewer
 * or more sections at either end, since prefaces and appendices are what readings differ in most.
 */
export function candidates(book: StudiedBook, readings: readonly ReadBook[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { whole } of readings) {
    const cores = [whole, withoutOddOnes(whole, book), ...withSplitEnd(whole, book)];
    for (const candidate of [...cores.flatMap((core) => withOtherEnds(core, book)), ...inOnePiece(whole)]) {
      const key = `${candidate.chapters.map(({ at }) => at).join()} to ${candidate.chapters.at(-1)?.to}`;
      if (candidate.chapters.length > 0 && !found.has(key)) found.set(key, candidate);
    }
  }
  return [...found.values()];
}

/** A way to read the headings, and the book as it reads it. */
export interface ReadBook {
  readonly reading: Reading;
  readonly whole: Candidate;
}

/** The ways to read a book, the usual one first. */
export function readingsOf(book: StudiedBook): ReadBook[] {
  return waysToRead(book).map((reading) => ({ reading, whole: read(book, reading) }));
}

function waysToRead({ blocks, headings, contents, aims }: StudiedBook): Reading[] {
  const preferred = (["words", "numbers", "titles"] as const).map((prefer) => ({ prefer }));
  const listed = aims.size === 0 ? [] : [{ aims }, ...preferred.map((reading) => ({ ...reading, aims }))];
  const alike = setAlike(blocks, headings, contents).map((own) => ({ aims: own, prefer: "titles" as const }));
  return [{}, ...listed, ...preferred, ...alike];
}

function read({ blocks, headings, contents, aims }: StudiedBook, reading: Reading): Candidate {
  const structure = findStructure(blocks, headings, contents, reading);
  const boundaries = findBoundaries(blocks, headings, contents, structure, aims);
  const { chapters, apart, headings: places } = bookSections(blocks, boundaries, structure);
  return { structure, chapters, apart, headings: places, above: undefined, below: undefined };
}

/** Only the chapters of the most common kind: the others are sections of those above them. */
function withoutOddOnes(candidate: Candidate, book: StudiedBook): Candidate {
  const { chapters, headings } = candidate;
  const kinds = chapters.map((chapter) => kindOf(chapter, book.headings));
  const usual = mostCommon(kinds);
  const merged: Section[] = [];
  const dropped = new Set<number>();
  chapters.forEach((chapter, k) => {
    const last = merged.at(-1);
    if (kinds[k] === usual || last === undefined || k > kinds.lastIndexOf(usual)) merged.push(chapter);
    else {
      merged[merged.length - 1] = { ...last, to: chapter.to };
      dropped.add(chapter.at);
    }
  });
  return { ...candidate, chapters: merged, headings: headings.filter(({ from }) => !dropped.has(from)) };
}

/** One chapter, with all between the first and the last: a play without acts, a story with inscriptions. */
function inOnePiece(candidate: Candidate): Candidate[] {
  const { chapters, apart } = candidate;
  const [first, last] = [chapters[0], chapters.at(-1)];
  if (first === undefined || last === undefined || chapters.length < 2) return [];
  return [
    {
      ...candidate,
      chapters: [{ ...first, to: last.to }],
      apart: apart.filter(({ at }) => at < first.at || at > last.at),
      headings: candidate.headings.filter(({ from }) => from <= first.at || from > last.to),
    },
  ];
}

/** With the last chapter divided where a line in it is set as the headings are: an unnumbered last chapter, or notes. */
function withSplitEnd(candidate: Candidate, { blocks, characters }: StudiedBook): Candidate[] {
  const { chapters, headings } = candidate;
  const last = chapters.at(-1);
  if (last === undefined || chapters.length < limits.leastToSplit) return [];
  const setting = mostFrequent(chapters.map(({ at }) => settingOf(blocks[at]!)));
  const places: number[] = [];
  for (let k = last.from + 1; k < last.to - 1 && places.length <= limits.mostSplit; k++) {
    const { text, level, gap } = blocks[k]!;
    const isHeading = (level > 0 || gap >= 2) && text.length < limits.longestLine;
    const above = characters[k]! - characters[places.at(-1) ?? last.from]!;
    if (isHeading && settingOf(blocks[k]!) === setting && above > limits.leastText) places.push(k);
  }
  if (places.length === 0 || places.length > limits.mostSplit) return [];
  const pieces = places.map((at, k): Section => {
    const { text, line } = blocks[at]!;
    const to = places[k + 1] ?? last.to;
    return {
      heading: undecorated(text),
      at,
      from: at + 1,
      skip: 0,
      to,
      line,
      reasons: [{ kind: "set alike" }],
    };
  });
  return [
    {
      ...candidate,
      chapters: [...chapters.slice(0, -1), { ...last, to: places[0]! }, ...pieces],
      headings: [...headings, ...places.map((from) => ({ from, to: from + 1, lines: 0 }))],
    },
  ];
}

/** With a few sections less or more at either end, or without all that are unlike the chapters there. */
function withOtherEnds(core: Candidate, { characters, headings }: StudiedBook): Candidate[] {
  const { chapters } = core;
  const [first, last] = [chapters[0], chapters.at(-1)];
  if (first === undefined || last === undefined) return [];
  const isText = ({ from, to, isDescribed }: Section) =>
    characters[Math.max(from, to)]! - characters[from]! > limits.leastText && isDescribed !== true;
  const others = core.apart.filter(isText).sort((a, b) => a.at - b.at);
  const above = others.filter(({ at }) => at < first.at);
  const below = others.filter(({ at }) => at > last.at);
  const found: Candidate[] = [];
  const kinds = chapters.map((chapter) => kindOf(chapter, headings));
  const usual = mostCommon(kinds);
  const [odd, oddLast] = [kinds.indexOf(usual), chapters.length - 1 - kinds.lastIndexOf(usual)];
  for (const start of withOwn(odd).filter((change) => -change <= above.length))
    for (const end of withOwn(oddLast).filter((change) => -change <= below.length)) {
      const isFar = Math.abs(start) + Math.abs(end) > limits.mostChanged;
      if (start !== 0 && end !== 0 && isFar && (start !== odd || end !== oddLast)) continue;
      const dropped = Math.max(0, start) + Math.max(0, end);
      if (dropped >= chapters.length) continue;
      const added = [...above.slice(above.length + Math.min(0, start)), ...below.slice(0, Math.max(0, -end))];
      const [from, to] = [Math.max(0, start), chapters.length - Math.max(0, end)];
      const gone = [...chapters.slice(0, from), ...chapters.slice(to)]
        .flatMap(withIntroduction)
        .map((section) => ({ ...section, explained: true }));
      found.push({
        ...core,
        chapters: [...added, ...chapters.slice(from, to)].sort((a, b) => a.at - b.at),
        apart: [...core.apart.filter((section) => !added.includes(section)), ...gone],
        above: start > 0 ? chapters[start - 1] : above.at(Math.min(0, start) - 1),
        below: end > 0 ? chapters[chapters.length - end] : below[Math.max(0, -end)],
      });
    }
  return found;
}

/** Sections that are left out at an end, or added: none first, so that of two that are as good the plain one is taken. */
const changes = [0, 1, -1, 2, -2, 3, 4];

function withOwn(change: number): readonly number[] {
  return changes.includes(change) ? changes : [...changes, change];
}
