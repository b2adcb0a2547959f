import { Problem } from "@plotline/base";
import { addressesOf, placesOfAddress } from "@plotline/corpus";

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
  /** Undefined: left out. */
  readonly chapters: { readonly first: number; readonly last: number } | undefined;
}

interface Part {
  readonly section: number;
  readonly from: number;
  readonly to: number;
}

interface Named {
  readonly name: string;
  readonly points: readonly unknown[];
}

/** A chapter of the book: the number of its file, and what the book prints above it. */
export interface MappedChapter {
  readonly number: number;
  readonly heading?: string;
}

const mostLines = 100_000;

/** Reads a map file against the sections and chapters that there are; every fault names its line. */
export function readMap(
  text: string,
  file: string,
  sections: readonly Named[],
  chapters: readonly MappedChapter[],
): MapLine[] {
  const result: MapLine[] = [];
  const taken = new Map<number, number>();
  const used = new Map<string, number>();
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  if (lines.length > mostLines)
    throw new Problem(`${file} has over ${mostLines} lines; a map has one for each section.`);
  for (const [k, raw] of lines.entries()) {
    const fault = (why: string) => new Problem(`${file}, line ${k + 1}: ${why}.`);
    const content = raw.trim();
    if (content === "" || content.startsWith("# ") || content === "#") continue;
    const arrow = content.lastIndexOf("=>");
    if (arrow < 0) throw fault('there is no "=>"; a line reads "guide section => chapter number"');
    const parts = partsOf(content.slice(0, arrow).trim(), sections, fault);
    const target = chaptersOf(content.slice(arrow + 2).trim(), chapters, fault);
    for (const part of parts) claimPoints(used, part, k + 1, fault, sections);
    for (let number = target?.first ?? 0; number <= (target?.last ?? -1); number++) {
      const other = taken.get(number);
      if (other !== undefined)
        throw fault(`chapter ${number} has line ${other} already; join its sections with " + " in one line`);
      taken.set(number, k + 1);
    }
    result.push({ line: k + 1, parts, chapters: target });
  }
  return result;
}

type Fault = (why: string) => Problem;

function partsOf(text: string, sections: readonly Named[], fault: Fault): MapLine["parts"] {
  if (text === "") throw fault("there is no section before the =>");
  const whole = findPart(text, sections);
  if (whole !== undefined) return [checked(whole, sections, fault)];
  return text.split(" + ").map((each) => {
    const part = findPart(each.trim(), sections);
    if (part === undefined) throw fault(`the guide has no section "${shortened(each.trim())}"${alike(each, sections)}`);
    return checked(part, sections, fault);
  });
}

function findPart(text: string, sections: readonly Named[]): Part | undefined {
  const all = findSection(text, sections);
  if (all !== undefined) return { section: all, from: 0, to: sections[all]?.points.length ?? 0 };
  const [, name = "", first = "", dash = "", last = ""] = /^(.*\S)\s+#(\d{1,6})(?:(-)(\d{0,6}))?$/.exec(text) ?? [];
  const section = name === "" ? undefined : findSection(name, sections);
  if (section === undefined) return undefined;
  const end = dash === "" ? Number(first) : last === "" ? (sections[section]?.points.length ?? 0) : Number(last);
  return { section, from: Number(first) - 1, to: end };
}

function findSection(name: string, sections: readonly Named[]): number | undefined {
  const [, place] = /^@(\d{1,6})$/.exec(name) ?? [];
  if (place !== undefined) return sections[Number(place) - 1] === undefined ? undefined : Number(place) - 1;
  const found = sections.flatMap((section, k) => (key(section.name) === key(name) ? [k] : []));
  return found.length === 1 ? found[0] : undefined;
}

function checked(part: Part, sections: readonly Named[], fault: Fault): Part {
  const { name = "", points = [] } = sections[part.section] ?? {};
  if (part.from >= 0 && part.to <= points.length && part.from < part.to) return part;
  throw fault(`"${shortened(name)}" has the points 1 to ${points.length}, not ${part.from + 1} to ${part.to}`);
}

function chaptersOf(text: string, chapters: readonly MappedChapter[], fault: Fault): MapLine["chapters"] {
  if (text === "-") return undefined;
  const there = new Set(chapters.map(({ number }) => number));
  const [, start, end] = /^(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?$/.exec(text) ?? [];
  if (start === undefined) return byAddress(text, chapters, fault);
  const [first, last] = [Number(start), Number(end ?? start)];
  if (last < first) throw fault(`${first}-${last} goes backwards`);
  for (let number = first; number <= last; number++) {
    if (!there.has(number)) throw fault(`the work has no chapter ${number}; ${whichThereAre(there)}`);
  }
  return { first, last };
}

/** `Act 3, Scene 2`: a chapter as the book names it. */
function byAddress(text: string, chapters: readonly MappedChapter[], fault: Fault): MapLine["chapters"] {
  const places = placesOfAddress(
    text,
    addressesOf(chapters.map(({ heading }) => heading ?? "")),
    chapters.map(({ number }) => number),
  );
  if (places.length === 1) return { first: places[0]!, last: places[0]! };
  const what = places.length > 1 ? `is ${places.length} chapters` : "is not a chapter of the book";
  throw fault(`"${shortened(text)}" ${what}; give its name, a number, two numbers as in 4-6, or - to leave it out`);
}

function whichThereAre(chapters: ReadonlySet<number>): string {
  if (chapters.size === 0) return "it has none";
  return `they are ${Math.min(...chapters)} to ${Math.max(...chapters)}, counted from 0`;
}

/** No point is assigned twice. */
function claimPoints(
  used: Map<string, number>,
  part: Part,
  line: number,
  fault: Fault,
  sections: readonly Named[],
): void {
  for (let point = part.from; point < part.to; point++) {
    const id = `${part.section} ${point}`;
    const other = used.get(id);
    if (other !== undefined)
      throw fault(
        `point ${point + 1} of "${shortened(sections[part.section]?.name ?? "")}" is in line ${other} already`,
      );
    used.set(id, line);
  }
}

function alike(name: string, sections: readonly Named[]): string {
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
