import { Problem } from "@plotline/base";
import { addressesOf, placesOfAddress } from "@plotline/corpus";
import { type BookChapter, dividedAmong, type GuidePoint, type GuideSection, type Match, matchGuide } from "./match.ts";

/**
 * What the user decided about one section, by a line of the map file:
 *
 *     # comments and empty lines are skipped
 *     Section 4 => Chapter 4  the section "Section 4" covers the chapter that the book calls so
 *     Chapter 4 => 3          the section "Chapter 4" covers chapter 3 (counted from 0, as the files of the corpus)
 *     Chapters 5-6 => 4-5     its points are split between chapters 4 and 5 by content
 *     Overview => -           the section is left out
 *
 * A section is named by its heading, whatever its capitals and spaces, or by its number in the guide: `@1` is the first.
 * Sections on the same chapters are joined.
 */
export interface MapLine {
  readonly line: number;
  readonly section: GuideSection<GuidePoint>;
  /** Undefined: left out. */
  readonly chapters: Range | undefined;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

type Sections = readonly GuideSection<GuidePoint>[];
type Fault = (why: string) => Problem;

/** Reads a map file against the sections and chapters that there are; every fault names its line. */
export function readMap(
  text: string,
  file: string,
  sections: Sections,
  chapters: readonly Pick<BookChapter, "number" | "heading">[],
): MapLine[] {
  const found: MapLine[] = [];
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  for (const [k, raw] of lines.entries()) {
    const content = raw.trim();
    if (content === "" || /^#(?: |$)/.test(content)) continue;
    const fault: Fault = (why) => new Problem(`${file}, line ${k + 1}: ${why}.`);
    const arrow = content.lastIndexOf("=>");
    if (arrow < 0) throw fault('there is no "=>"; a line reads "guide section => chapter number"');
    const line = {
      line: k + 1,
      section: sectionCalled(content.slice(0, arrow).trim(), sections, fault),
      chapters: chaptersCalled(content.slice(arrow + 2).trim(), chapters, fault),
    };
    for (const other of found) mustGoWith(line, other, fault);
    found.push(line);
  }
  return found;
}

function sectionCalled(name: string, sections: Sections, fault: Fault): Sections[number] {
  if (name === "") throw fault("there is no section before the =>");
  const named = sections.filter((section) => key(section.name) === key(name));
  const [, place] = /^@(\d{1,6})$/.exec(name) ?? [];
  const section = place === undefined ? named[0] : sections[Number(place) - 1];
  if (section !== undefined && named.length < 2) return section;
  const same = named.map((each) => `@${sections.indexOf(each) + 1}`);
  const first = sections.slice(0, 3).map((each) => `"${shortened(each.name)}"`);
  throw fault(
    same.length > 1
      ? `the guide has ${same.length} sections "${shortened(name)}": name one as ${same.slice(0, 4).join(" or ")}`
      : `the guide has no section "${shortened(name)}"; its sections are ${first.join(", ")}${sections.length > 3 ? ", …" : ""}`,
  );
}

/** A chapter as the book names it (`Act 3, Scene 2`), the number of its file, or those of the first and the last. */
function chaptersCalled(
  text: string,
  chapters: readonly Pick<BookChapter, "number" | "heading">[],
  fault: Fault,
): Range | undefined {
  if (text === "-") return undefined;
  const numbers = chapters.map(({ number }) => number);
  const [, start, end = start] = /^(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?$/.exec(text) ?? [];
  if (start === undefined) {
    const [place, other] = placesOfAddress(text, addressesOf(chapters.map(({ heading }) => heading ?? "")), numbers);
    if (place !== undefined && other === undefined) return { first: place, last: place };
    const what = place === undefined ? "is not a chapter of the book" : "is several chapters";
    throw fault(`"${shortened(text)}" ${what}; give its name, a number, two numbers as in 4-6, or - to leave it out`);
  }
  const [first, last] = [Number(start), Number(end)];
  if (last < first) throw fault(`${first}-${last} goes backwards`);
  for (let number = first; number <= last; number++)
    if (!numbers.includes(number))
      throw fault(
        `the work has no chapter ${number}; its chapters are ${numbers[0] ?? 0} to ${numbers.at(-1) ?? 0}, counted from 0`,
      );
  return { first, last };
}

/** No section is decided twice, and no chapter is in two ranges. */
function mustGoWith({ section, chapters }: MapLine, other: MapLine, fault: Fault): void {
  if (other.section === section) throw fault(`"${shortened(section.name)}" is in line ${other.line} already`);
  if (chapters === undefined || other.chapters === undefined || isSame(chapters, other.chapters)) return;
  const shared = Math.max(chapters.first, other.chapters.first);
  if (shared <= Math.min(chapters.last, other.chapters.last))
    throw fault(`chapter ${shared} is in line ${other.line} already, with other chapters`);
}

function isSame(a: Range | undefined, b: Range | undefined): boolean {
  return a?.first === b?.first && a?.last === b?.last;
}

/**
 * The matches with what the user decided: sections that the map names go where it says; the others are matched among the
 * chapters that it leaves free.
 */
export function matchWithMap(
  sections: Sections,
  chapters: readonly BookChapter[],
  map: readonly MapLine[],
  work = "",
): Match[] {
  const named = new Set(map.map(({ section }) => section));
  const given = new Set(map.flatMap((line) => numbersOf(line)));
  const others = matchGuide(
    sections.filter((section) => !named.has(section)),
    chapters.filter(({ number }) => !given.has(number)),
    work,
  );
  const mapped = map.map((line) => decidedMatch(line, map, chapters));
  const matches = new Map([...others, ...mapped].map((match) => [match.section, match]));
  return sections.map((section) => matches.get(section)!);
}

/** Of several sections on the same chapters the first one carries the points of all. */
function decidedMatch(line: MapLine, map: readonly MapLine[], chapters: readonly BookChapter[]): Match {
  const { section } = line;
  const decided = { section, chapters: [], covers: [], clues: ["map"] as const, confidence: 1, sure: true };
  if (line.chapters === undefined) return { ...decided, why: "left out by the map" };
  const together = map.filter((each) => isSame(each.chapters, line.chapters));
  if (together[0] !== line) return { ...decided, why: `joined with "${together[0]!.section.name}"` };
  const covers = numbersOf(line);
  const points = together.flatMap((each) => each.section.points);
  const own = chapters.filter(({ number }) => covers.includes(number));
  return { ...decided, covers, chapters: dividedAmong(own, points) };
}

function numbersOf({ chapters }: MapLine): number[] {
  if (chapters === undefined) return [];
  const { first, last } = chapters;
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

function key(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
