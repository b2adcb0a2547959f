import { bm25 } from "@plotline/align";
import { splitPoints } from "./content.ts";
import type { MapLine } from "./map-file.ts";
import {
  type BookChapter,
  type ChapterPoints,
  dividedAmong,
  type GuidePoint,
  type GuideSection,
  type Match,
  matchGuide,
} from "./match.ts";

/**
 * The matches with what the user decided: sections that the map names go where it says; the others are matched among the
 * chapters that it leaves free.
 */
export function matchWithMap(
  sections: readonly GuideSection<GuidePoint>[],
  chapters: readonly BookChapter[],
  map: readonly MapLine[],
  work = "",
): Match[] {
  const named = new Set(map.flatMap(({ parts }) => parts.map(({ section }) => section)));
  const given = new Set(map.flatMap(({ chapters: target }) => (target === undefined ? [] : numbersOf(target))));
  const others = matchGuide(
    sections.filter((_, k) => !named.has(k)),
    chapters.filter(({ number }) => !given.has(number)),
    work,
  );
  const mapped = map.flatMap((line) => mappedMatches(line, sections, chapters));
  const order = new Map(sections.map((section, k) => [section, k]));
  return [...others, ...mapped, ...forgotten(sections, map)].sort(
    (a, b) => (order.get(a.section) ?? 0) - (order.get(b.section) ?? 0),
  );
}

/** One match for each section of a line. Several sections on one chapter: the first one carries the points of all. */
function mappedMatches(
  { parts, chapters: target }: MapLine,
  sections: readonly GuideSection<GuidePoint>[],
  chapters: readonly BookChapter[],
): Match[] {
  const points = parts.flatMap(({ section, from, to }) => sections[section]!.points.slice(from, to));
  const covered =
    target === undefined
      ? []
      : splitByContent(
          points,
          chapters.filter(({ number }) => number >= target.first && number <= target.last),
        );
  return parts.map(({ section }, k) => {
    const covers = k === 0 && target !== undefined ? numbersOf(target) : [];
    const decided = { section: sections[section]!, covers, clues: ["map"] as const, confidence: 1, sure: true };
    if (target === undefined) return { ...decided, chapters: [], why: "left out by the map" };
    return k === 0
      ? { ...decided, chapters: covered }
      : { ...decided, chapters: [], why: `joined with "${sections[parts[0]!.section]!.name}"` };
  });
}

/** Sections of which the map names some points only: the rest would be lost without a word. */
function forgotten(sections: readonly GuideSection<GuidePoint>[], map: readonly MapLine[]): Match[] {
  return sections.flatMap((section, k): Match[] => {
    const ranges = map.flatMap(({ parts }) => parts.filter((part) => part.section === k));
    const missing = section.points.filter((_, b) => !ranges.some(({ from, to }) => b >= from && b < to)).length;
    if (ranges.length === 0 || missing === 0) return [];
    return [
      {
        section,
        chapters: [],
        covers: [],
        clues: [],
        confidence: 0,
        sure: false,
        why: `${missing} of its points are in no line of the map`,
      },
    ];
  });
}

/** Points in order among chapters in order, as their words fit best. */
function splitByContent(points: readonly GuidePoint[], chapters: readonly BookChapter[]): ChapterPoints[] {
  const summary = points.map(({ text }) => text);
  const story = chapters.map((chapter) => chapter.story.join("\n"));
  const owners = splitPoints(bm25().prepare()({ summary, story }), 0, points.length, 0, chapters.length - 1);
  return dividedAmong(chapters, points, owners);
}

function numbersOf({ first, last }: { first: number; last: number }): number[] {
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}
