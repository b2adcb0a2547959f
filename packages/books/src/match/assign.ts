import { type PointChoice, pointsNote, pointsOf } from "@plotline/align";
import { groupedBy, startsOf, sumOf } from "@plotline/base";
import type { Story } from "../book/types.ts";
import { BookWords } from "./fit.ts";
import { readLabel, titleLikeness } from "./label.ts";
import { matchWithMap, readMap } from "./map.ts";
import {
  type BookChapter,
  dividedAmong,
  type GuidePoint,
  type GuideSection,
  type Match,
  matchGuide,
  placedAmong,
} from "./match.ts";

/** A guide laid next to a book: what became of each section, and what each chapter got. */
export interface Assignment {
  readonly matches: readonly Match[];
  /** The points of every chapter that the guide covers, by the chapter's number. */
  readonly points: ReadonlyMap<number, readonly GuidePoint[]>;
  /** The numbers of the chapters that no section covers. */
  readonly uncovered: readonly number[];
  /** The guide has one section, which names no chapter: it covers the book as a whole. */
  readonly whole: boolean;
  /** All points of the guide as one list, whatever its sections: for a book that is not divided. */
  readonly undivided: readonly GuidePoint[];
  /** What is unsure or left out, a sentence without its full stop each. */
  readonly doubts: readonly string[];
  /** What was done to a guide in prose, a sentence without its full stop each. */
  readonly cuts: readonly string[];
}

export interface AssignOptions {
  /** What the book is called: headings of guides often begin with it. */
  readonly title?: string;
  /** Which section covers which chapter, decided by a person; `file` is for messages. */
  readonly map?: { readonly text: string; readonly file: string } | undefined;
  /** Whether paragraphs of prose are cut into sentences, each of them a point. */
  readonly points?: PointChoice;
}

/**
 * Which chapters the sections of a guide cover. This is the one answer: `plotline read`, `plotline import` and the
 * app ask here, and differ only in what they do with it.
 *
 * @example
 * const chapters = [
 *   { number: 0, heading: "Chapter I", story: ["Anna shut the door and went."] },
 *   { number: 1, heading: "Chapter II", story: ["It rained all day."] },
 * ];
 * const sections = [{ name: "Chapter 2", place: "guide.md", points: ["It rains."] }];
 * const { points, uncovered } = assignSections(chapters, sections);
 * [points.get(1), uncovered]; // → [[{ text: "It rains." }], [0]]
 */
export function assignSections(
  chapters: readonly BookChapter[],
  asWritten: readonly GuideSection[],
  { title = "", map, points: choice = "auto" }: AssignOptions = {},
): Assignment {
  const { sections, cuts } = cutSections(asWritten, choice);
  const numbers = chapters.map(({ number }) => number);
  const lines = map === undefined ? [] : readMap(map.text, map.file, sections, chapters);
  const { matches, whole } =
    lines.length > 0
      ? { matches: matchWithMap(sections, chapters, lines, title), whole: false }
      : undecided(chapters, sections, title);
  const covered = new Set(matches.flatMap(({ covers }) => covers));
  return {
    matches,
    points: pointsByChapter(matches),
    uncovered: numbers.filter((number) => !covered.has(number)),
    whole,
    undivided: cutSections([inOne(asWritten)], choice).sections[0]!.points,
    doubts: whole ? placings(matches, false) : doubtsOf(matches),
    cuts: whole ? [...cuts, ...placings(matches, true)] : cuts,
  };
}

function inOne(sections: readonly GuideSection[]): GuideSection {
  const points = sections.flatMap(({ lines, points: own }) => lines ?? own);
  return { name: "", place: "", points, isList: sections.some(({ isList }) => isList === true) };
}

/** The texts of the points, chapter by chapter. */
export function textsOf(points: Assignment["points"]): Map<number, string[]> {
  return new Map([...points].map(([number, own]) => [number, own.map(({ text }) => text)]));
}

/** The sections with their points: items of lists as they are, prose cut into sentences. */
function cutSections(asWritten: readonly GuideSection[], choice: PointChoice) {
  const paragraphs = asWritten.flatMap(({ points }) => points);
  const usual = pointsOf(paragraphs, choice);
  const starts = startsOf(asWritten.map(({ points }) => points));
  const byParagraph = groupedBy(usual.list, ({ paragraph }) => paragraph);
  const pieces = asWritten.map(({ points, isList }, k) => {
    const isProse = choice === "auto" && isList !== true && points.length <= fewParagraphs;
    return points.map((text, b) => {
      const cut = byParagraph.get(starts[k]! + b)!;
      return isProse && cut.length === 1 ? pointsOf([text], "sentences").list : cut;
    });
  });
  const list = pieces.flatMap((own, k) =>
    own.flatMap((parts, b) => parts.map((part) => ({ ...part, paragraph: starts[k]! + b }))),
  );
  const cut = sumOf(pieces, (own) => own.filter((parts) => parts.length > 1).length);
  const note = pointsNote({ ...usual, list, cut });
  const sections = asWritten.map((section, k) => ({
    ...section,
    points: pieces[k]!.flatMap((parts, b) =>
      parts.map(({ text }): GuidePoint => (note === undefined ? { text } : { text, paragraph: starts[k]! + b })),
    ),
  }));
  return { sections, cuts: note === undefined ? [] : [note] };
}

/** A section of so few paragraphs, none of which is an item of a list, is prose: a row of a table, a short summary. */
const fewParagraphs = 3;

/**
 * The chapters of a book that was just read, counted from 0.
 *
 * @example
 * const story = readStory(new TextEncoder().encode("CHAPTER I\n\nAnna went.\n\nCHAPTER II\n\nIt rained."), "anna.txt");
 * chaptersOf(story).map(({ number }) => number); // → [0, 1]
 */
export function chaptersOf({ chapters }: Story): BookChapter[] {
  return chapters.map(({ heading, paragraphs }, number) => ({ number, heading, story: paragraphs }));
}

/** What is found where nobody has decided anything. */
function undecided(
  chapters: readonly BookChapter[],
  sections: readonly GuideSection<GuidePoint>[],
  title: string,
): Pick<Assignment, "matches" | "whole"> {
  if (sections.length === 0) return { matches: [], whole: false };
  const [only] = chapters;
  if (only !== undefined && chapters.length === 1 && sections.length > 1)
    return { matches: sections.map((section) => onTheOnlyChapter(section, only, title)), whole: false };
  const matches = matchGuide(sections, chapters, title);
  const whole = coversWholeBook(matches, chapters, title);
  return { matches: whole ? matches.map(({ section }) => acrossTheBook(section, chapters)) : matches, whole };
}

function coversWholeBook(matches: readonly Match[], chapters: readonly BookChapter[], title: string): boolean {
  const [match] = matches;
  if (match === undefined || matches.length > 1 || chapters.length < 2) return false;
  if (match.chapters.length === 0) return true;
  const { numbers, special, title: own } = readLabel(match.section.name, title);
  if (numbers !== undefined || special !== undefined) return false;
  const named = chapters.filter(({ number }) => match.chapters.some((each) => each.number === number));
  const isNamed = named.some(({ heading }) => titleLikeness(own, readLabel(heading ?? "", title).title) > sameTitle);
  return !isNamed || match.section.name.toLowerCase() === title.toLowerCase();
}

/** How much of its words a title shares with a chapter's, to be that chapter's. */
const sameTitle = 0.5;

/** Points in order along the chapters, of which the guide may leave out some; each is placed as surely as its words allow. */
function acrossTheBook(section: GuideSection<GuidePoint>, chapters: readonly BookChapter[]): Match {
  const placed = placedAmong(chapters, section.points);
  const unsure = placed.filter(({ confidence }) => confidence < likelyEnough).length;
  const surely = unsure === 0 ? "all" : `${placed.length - unsure} of ${placed.length}`;
  const { probability, strangers } = new BookWords(chapters).fit(section, 0, chapters.length - 1);
  const isOther = probability < likelyEnough;
  const names = strangers.length > 1 ? `its names (${strangers.slice(0, 3).join(", ")})` : "its words";
  const among = dividedAmong(chapters, section.points, placed);
  return {
    section,
    chapters: among,
    covers: among.map(({ number }) => number),
    clues: ["content"],
    confidence: (probability * sumOf(placed, ({ confidence }) => confidence)) / Math.max(1, placed.length),
    sure: unsure === 0 && !isOther,
    why: isOther
      ? `it names no chapter, and ${names} are not in the book`
      : `it names no chapter, so its points are placed by content, ${surely} of them surely`,
  };
}

/** What was done with a guide to the whole book: no doubt where each of its points was placed surely. */
function placings(matches: readonly Match[], sure: boolean): string[] {
  return matches.flatMap((match) => (match.sure === sure && match.why !== undefined ? [match.why] : []));
}

/** A point is placed surely if its chapter is at least this likely. */
const likelyEnough = 0.8;

/** A book of one chapter is what every section is about; where the sections count chapters, some may be missing. */
function onTheOnlyChapter(section: GuideSection<GuidePoint>, { number }: BookChapter, title: string): Match {
  const chapters = [{ number, points: section.points }];
  const counts = readLabel(section.name, title).numbers !== undefined;
  return counts
    ? {
        section,
        chapters,
        covers: [number],
        clues: [],
        confidence: 0,
        sure: false,
        why: "the guide counts chapters, but the book has only one",
      }
    : { section, chapters, covers: [number], clues: ["order"], confidence: 1, sure: true };
}

function pointsByChapter(matches: readonly Match[]): Map<number, GuidePoint[]> {
  const chapters = groupedBy(
    matches.flatMap((match) => match.chapters),
    ({ number }) => number,
  );
  return new Map([...chapters].map(([number, own]) => [number, own.flatMap(({ points }) => points)]));
}

/** What more sections than this share is one doubt about the guide. */
const mostNamed = 3;

function doubtsOf(matches: readonly Match[]): string[] {
  const left = matches.filter(({ chapters, clues }) => chapters.length === 0 && !clues.includes("map"));
  const unsure = matches.filter(({ chapters, sure }) => chapters.length > 0 && !sure);
  return [
    ...byReason(left).flatMap(([why, names]) =>
      names.length > mostNamed
        ? [`${names.length} of ${matches.length} sections are left out: each ${why}`]
        : names.map((name) => `"${name}" is left out: it ${why}`),
    ),
    ...byReason(unsure).flatMap(([why, names]) =>
      names.length > mostNamed
        ? [`it is unclear which chapters ${names.length} of ${matches.length} sections cover: ${why}`]
        : names.map((name) => `it is unclear which chapter "${name}" covers: ${why}`),
    ),
  ];
}

function byReason(matches: readonly Match[]): [string, string[]][] {
  return [...groupedBy(matches, ({ why = "" }) => why)].map(([why, own]) => [
    why,
    own.map(({ section }) => section.name),
  ]);
}
