import { bm25 } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import { addressesOf, placesOfAddress } from "@plotline/corpus";
import { splitPoints } from "./content.ts";
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
 * What the user decided about one section, by a line of the map file:
 *
 *     # comments and empty lines are skipped
 *     Section 4 => Chapter 4  the section "Section 4" covers the chapter that the book calls so
 *     Chapter 4 => 3          the section "Chapter 4" covers chapter 3 (counted from 0, as the files of the corpus)
 *     Chapters 5-6 => 4-5     its points are split between chapters 4 and 5 by content
 *     Chapters 7-8 #1-9 => 6  its points 1 to 9 (counted from 1) cover chapter 6 …
 *     Chapters 7-8 #10- => 7  … and the rest chapter 7
 *     Act 1 + Act 2 => 0      both sections together cover chapter 0
 *     Overview => -           the section is left out
 *
 * A section is named by its heading, whatever its capitals and spaces, or by its number in the guide: `@1` is the first.
 */
export interface MapLine {
  readonly line: number;
  /** Sections by their index in the guide, with the points meant, counted from 0; `to` is exclusive. */
  readonly parts: readonly Part[];
  /** The numbers of the chapters, in order; undefined: left out. */
  readonly chapters: readonly number[] | undefined;
}

interface Part {
  readonly section: number;
  readonly from: number;
  readonly to: number;
}

type Sections = readonly { readonly name: string; readonly points: readonly unknown[] }[];
type Chapters = readonly Pick<BookChapter, "number" | "heading">[];

const mostLines = 100_000;

/** Reads a map file against the sections and chapters that there are; every fault names its line. */
export function readMap(text: string, file: string, sections: Sections, chapters: Chapters): MapLine[] {
  const result: MapLine[] = [];
  /** The line that has each chapter, and each point. */
  const taken = new Map<string, number>();
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  if (lines.length > mostLines)
    throw new Problem(`${file} has over ${mostLines} lines; a map has one for each section.`);
  for (const [k, raw] of lines.entries()) {
    const line = k + 1;
    const fault = (why: string) => new Problem(`${file}, line ${line}: ${why}.`);
    const claim = (what: string, why: (other: number) => string) => {
      const other = taken.get(what);
      if (other !== undefined) throw fault(why(other));
      taken.set(what, line);
    };
    const content = raw.trim();
    if (content === "" || content.startsWith("# ") || content === "#") continue;
    const arrow = content.lastIndexOf("=>");
    if (arrow < 0) throw fault('there is no "=>"; a line reads "guide section => chapter number"');
    const parts = partsOf(content.slice(0, arrow).trim(), sections, fault);
    const numbers = chaptersOf(content.slice(arrow + 2).trim(), chapters, fault);
    // No point is assigned twice, and no chapter.
    for (const { section, from, to } of parts)
      for (let point = from; point < to; point++) {
        const where = () => `point ${point + 1} of "${shortened(sections[section]!.name)}"`;
        claim(`point ${section} ${point}`, (other) => `${where()} is in line ${other} already`);
      }
    for (const number of numbers ?? [])
      claim(
        `chapter ${number}`,
        (other) => `chapter ${number} has line ${other} already; join its sections with " + " in one line`,
      );
    result.push({ line, parts, chapters: numbers });
  }
  return result;
}

type Fault = (why: string) => Problem;

function partsOf(text: string, sections: Sections, fault: Fault): MapLine["parts"] {
  if (text === "") throw fault("there is no section before the =>");
  const whole = findPart(text, sections);
  if (whole !== undefined) return [checked(whole, sections, fault)];
  return text.split(" + ").map((each) => {
    const part = findPart(each.trim(), sections);
    if (part === undefined) throw fault(`the guide has no section "${shortened(each.trim())}"${alike(each, sections)}`);
    return checked(part, sections, fault);
  });
}

function findPart(text: string, sections: Sections): Part | undefined {
  const all = findSection(text, sections);
  if (all !== undefined) return { section: all, from: 0, to: sections[all]?.points.length ?? 0 };
  const [, name = "", first = "", dash = "", last = ""] = /^(.*\S)\s+#(\d{1,6})(?:(-)(\d{0,6}))?$/.exec(text) ?? [];
  const section = name === "" ? undefined : findSection(name, sections);
  if (section === undefined) return undefined;
  const end = dash === "" ? Number(first) : last === "" ? (sections[section]?.points.length ?? 0) : Number(last);
  return { section, from: Number(first) - 1, to: end };
}

function findSection(name: string, sections: Sections): number | undefined {
  const [, place] = /^@(\d{1,6})$/.exec(name) ?? [];
  if (place !== undefined) return sections[Number(place) - 1] === undefined ? undefined : Number(place) - 1;
  const found = sections.flatMap((section, k) => (key(section.name) === key(name) ? [k] : []));
  return found.length === 1 ? found[0] : undefined;
}

function checked(part: Part, sections: Sections, fault: Fault): Part {
  const { name = "", points = [] } = sections[part.section] ?? {};
  if (part.from >= 0 && part.to <= points.length && part.from < part.to) return part;
  throw fault(`"${shortened(name)}" has the points 1 to ${points.length}, not ${part.from + 1} to ${part.to}`);
}

function chaptersOf(text: string, chapters: Chapters, fault: Fault): MapLine["chapters"] {
  if (text === "-") return undefined;
  const [, start, end] = /^(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?$/.exec(text) ?? [];
  if (start === undefined) return byAddress(text, chapters, fault);
  const [first, last] = [Number(start), Number(end ?? start)];
  if (last < first) throw fault(`${first}-${last} goes backwards`);
  const there = new Set(chapters.map(({ number }) => number));
  const numbers: number[] = [];
  for (let number = first; number <= last; number++) {
    if (!there.has(number)) throw fault(`the work has no chapter ${number}; ${whichThereAre(there)}`);
    numbers.push(number);
  }
  return numbers;
}

function whichThereAre(chapters: ReadonlySet<number>): string {
  if (chapters.size === 0) return "it has none";
  return `they are ${Math.min(...chapters)} to ${Math.max(...chapters)}, counted from 0`;
}

/** `Act 3, Scene 2`: a chapter as the book names it. */
function byAddress(text: string, chapters: Chapters, fault: Fault): number[] {
  const places = placesOfAddress(
    text,
    addressesOf(chapters.map(({ heading }) => heading ?? "")),
    chapters.map(({ number }) => number),
  );
  if (places.length === 1) return [places[0]!];
  const what = places.length > 1 ? `is ${places.length} chapters` : "is not a chapter of the book";
  throw fault(`"${shortened(text)}" ${what}; give its name, a number, two numbers as in 4-6, or - to leave it out`);
}

function alike(name: string, sections: Sections): string {
  const same = sections.flatMap((section, k) => (key(section.name) === key(name) ? [`@${k + 1}`] : []));
  if (same.length > 1) return `, or rather ${same.length} of them: name one as ${same.slice(0, 4).join(" or ")}`;
  const names = sections.slice(0, 3).map((section) => `"${shortened(section.name)}"`);
  return `; its sections are ${names.join(", ")}${sections.length > 3 ? ", …" : ""}`;
}

function key(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

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
  const given = new Set(map.flatMap((line) => line.chapters ?? []));
  const others = matchGuide(
    sections.filter((_, k) => !named.has(k)),
    chapters.filter(({ number }) => !given.has(number)),
    work,
  );
  const mapped = map.flatMap((line) => mappedMatches(line, sections, chapters));
  const order = new Map(sections.map((section, k) => [section, k]));
  return [...others, ...mapped, ...forgotten(sections, map)].sort(
    (a, b) => order.get(a.section)! - order.get(b.section)!,
  );
}

/** One match for each section of a line. Several sections on one chapter: the first one carries the points of all. */
function mappedMatches(
  { parts, chapters: numbers }: MapLine,
  sections: readonly GuideSection<GuidePoint>[],
  chapters: readonly BookChapter[],
): Match[] {
  const points = parts.flatMap(({ section, from, to }) => sections[section]!.points.slice(from, to));
  return parts.map(({ section }, k): Match => {
    const decided = { section: sections[section]!, clues: ["map"] as const, confidence: 1, sure: true };
    const none = { ...decided, chapters: [], covers: [] };
    if (numbers === undefined) return { ...none, why: "left out by the map" };
    if (k > 0) return { ...none, why: `joined with "${sections[parts[0]!.section]!.name}"` };
    const own = chapters.filter(({ number }) => numbers.includes(number));
    return { ...decided, covers: numbers, chapters: splitByContent(points, own) };
  });
}

/** Sections of which the map names some points only: the rest would be lost without a word. */
function forgotten(sections: readonly GuideSection<GuidePoint>[], map: readonly MapLine[]): Match[] {
  return sections.flatMap((section, k): Match[] => {
    const named = sumOf(
      map.flatMap(({ parts }) => parts.filter((part) => part.section === k)),
      ({ from, to }) => to - from,
    );
    const missing = section.points.length - named;
    if (named === 0 || missing === 0) return [];
    const why = `${missing} of its points are in no line of the map`;
    return [{ section, chapters: [], covers: [], clues: [], confidence: 0, sure: false, why }];
  });
}

/** Points in order among chapters in order, as their words fit best. */
function splitByContent(points: readonly GuidePoint[], chapters: readonly BookChapter[]): ChapterPoints[] {
  const summary = points.map(({ text }) => text);
  const story = chapters.map((chapter) => chapter.story.join("\n"));
  const owners = splitPoints(bm25().prepare()({ summary, story }), 0, points.length, 0, chapters.length - 1);
  return dividedAmong(chapters, points, owners);
}
