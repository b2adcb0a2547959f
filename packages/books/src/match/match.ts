import { bm25, placeAlong } from "@plotline/align";
import { groupedBy, Problem, startsOf } from "@plotline/base";
import { Clues, matchWeights } from "./clues.ts";
import { content } from "./content.ts";
import { type Label, readLabel } from "./label.ts";
import type { Choice } from "./path.ts";

/** One section of a guide: its heading as the guide has it, and its points. */
export interface GuideSection<Item = string> {
  readonly name: string;
  /** The file it came from, and where in it. */
  readonly place: string;
  readonly points: readonly Item[];
  /** Its points are items of a list: each is one point, however many sentences it has. */
  readonly isList?: boolean;
  /** All its lines, of plain text without sections: any of them may be a point, though it looks like a heading. */
  readonly lines?: readonly string[];
}

/** One point of a guide: a paragraph of it, or some sentences of one. */
export interface GuidePoint {
  readonly text: string;
  /** The guide's paragraph that it was cut from, counted from 0; undefined where the guide is not cut. */
  readonly paragraph?: number;
}

/** The points of one section that a chapter got. */
export interface ChapterPoints {
  readonly number: number;
  readonly points: readonly GuidePoint[];
}

/** A chapter of the book. `heading` is what the book prints above it, where that is known. */
export interface BookChapter {
  readonly number: number;
  readonly heading: string | undefined;
  readonly story: readonly string[];
}

/** What a match rests on. */
export type Clue = "number" | "title" | "order" | "content" | "map";

/** What became of one section. */
export interface Match {
  readonly section: GuideSection<GuidePoint>;
  /** The chapters that got its points; empty where it is left out. */
  readonly chapters: readonly ChapterPoints[];
  /** The numbers of all chapters that it covers, those that no point is about as well. */
  readonly covers: readonly number[];
  readonly clues: readonly Clue[];
  /** How surely, from 0 to 1. */
  readonly confidence: number;
  readonly sure: boolean;
  /** Why it is unsure or left out. */
  readonly why?: string;
}

const mostPairs = 1_000_000;

/**
 * Which chapters each section of a guide covers: by number and title, by order and by content, weighed together. Sections
 * and chapters keep their order, and no chapter is covered twice. A section on several chapters has its points split
 * among them by content, in order.
 */
export function matchGuide(
  sections: readonly GuideSection<GuidePoint>[],
  chapters: readonly BookChapter[],
  work = "",
): Match[] {
  const order = countedOrder(sections, work);
  if (order === undefined) return matchInOrder(sections, chapters, work);
  const matches = matchInOrder(
    order.map((k) => sections[k]!),
    chapters,
    work,
  );
  return sections.map((_, k) => matches[order.indexOf(k)]!);
}

/** Where every section has a number of its own, but they are not in order: the order of the numbers. */
function countedOrder(sections: readonly GuideSection<GuidePoint>[], work: string): number[] | undefined {
  const labels = sections.map(({ name }) => readLabel(name, work));
  if (labels.some(({ numbers, unit }) => numbers === undefined || unit === "part")) return undefined;
  const place = ({ part = 0, numbers }: Label) => part * 10_000 + numbers!.first;
  const places = labels.map(place);
  const isSorted = places.every((each, k) => k === 0 || each > places[k - 1]!);
  if (isSorted || new Set(places).size < places.length) return undefined;
  return places.map((_, k) => k).sort((a, b) => places[a]! - places[b]!);
}

function matchInOrder(
  sections: readonly GuideSection<GuidePoint>[],
  chapters: readonly BookChapter[],
  work: string,
): Match[] {
  if (sections.length * chapters.length > mostPairs) {
    throw new Problem(
      `${sections.length} sections and ${chapters.length} chapters are too many to match; is this a guide?`,
    );
  }
  const starts = startsOf([...sections.map(({ points }) => points), []]);
  const similarity = bm25().prepare()({
    summary: sections.flatMap(({ points }) => points.map(({ text }) => text)),
    story: chapters.map((chapter) => chapter.story.join("\n")),
  });
  const all = new Clues(sections, chapters, content(similarity, starts), work);
  const path = all.path();
  const matches = path.map((choice, i): Match => {
    const section = sections[i]!;
    if (choice === undefined) return leftOut(section, all.isOverview(i));
    const own = chapters.slice(choice.from, choice.to + 1);
    return {
      section,
      chapters: dividedAmong(own, section.points),
      covers: own.map(({ number }) => number),
      ...all.verdict(i, choice, isInOrder(path, i, chapters.length)),
    };
  });
  return isForeign(matches, chapters.length) ? matches.map(doubted) : matches;
}

/** The chapter, counted from 0, that a point is about, and how likely that is. */
export interface Placing {
  readonly part: number;
  readonly confidence: number;
}

/** The points by the chapter that each is about, in the order of the book: both run the same way. */
export function dividedAmong(
  chapters: readonly BookChapter[],
  points: readonly GuidePoint[],
  placed: readonly Pick<Placing, "part">[] = placedAmong(chapters, points),
): ChapterPoints[] {
  const shares = groupedBy(points.keys(), (k) => placed[k]!.part);
  return [...shares]
    .sort(([a], [b]) => a - b)
    .map(([part, own]) => ({ number: chapters[part]!.number, points: own.map((k) => points[k]!) }));
}

export function placedAmong(chapters: readonly BookChapter[], points: readonly GuidePoint[]): Placing[] {
  if (chapters.length === 1) return points.map(() => ({ part: 0, confidence: 1 }));
  return placeAlong(
    points.map(({ text }) => text),
    chapters.map(({ story }) => story),
  );
}

/** There are enough sections and chapters to judge, and the words support hardly any match: perhaps another book's guide. */
function isForeign(matches: readonly Match[], chapters: number): boolean {
  const matched = matches.filter((match) => match.chapters.length > 0);
  const fitting = matched.filter(({ clues }) => clues.includes("content")).length;
  return matched.length >= 6 && chapters >= 6 && fitting < matchWeights.fitting * matched.length;
}

function doubted(match: Match): Match {
  return { ...match, sure: false, why: "the guide's wording is not that of the book" };
}

/** Its neighbours take the chapters just before and just after. */
function isInOrder(path: readonly (Choice | undefined)[], i: number, chapters: number): boolean {
  const choice = path[i];
  if (choice === undefined) return false;
  const before = i === 0 ? -1 : path[i - 1]?.to;
  const after = i === path.length - 1 ? chapters : path[i + 1]?.from;
  return before === choice.from - 1 && after === choice.to + 1;
}

function leftOut(section: GuideSection<GuidePoint>, overview: boolean): Match {
  const why = overview ? "covers the whole work" : "fits no chapter well";
  return { section, chapters: [], covers: [], clues: [], confidence: 0, sure: overview, why };
}
