import { median, sumOf } from "@plotline/base";
import type { Block } from "@plotline/formats";
import { listedEntries } from "./aims.ts";
import type { Candidate, StudiedBook } from "./candidates.ts";
import type { Headings } from "./contents.ts";
import { headingText } from "./heading.ts";
import type { Heading } from "./heading-forms.ts";
import { aimLimits, doubtWeights } from "./limits.ts";
import { headingsInside, oddOnes } from "./odd-ones.ts";
import { bestRun, type Mark } from "./runs.ts";
import type { Section } from "./sections.ts";
import type { Structure } from "./structure.ts";

/** What counts against a division, and how much. A doubt without a text counts, but is not shown. */
export interface Doubt {
  /** A sentence without its full stop. */
  readonly text?: string;
  readonly weight: number;
}

export interface Divided extends Omit<StudiedBook, "headings">, Omit<Candidate, "headings"> {
  readonly headings: Headings;
}

/**
 * The reasons to doubt the chapters that were found: a contents list that names others, numbers that are left out, chapters
 * without a number among numbered ones, headings that are not used, lengths that no book has. None of it proves a mistake;
 * whoever imports the book should look.
 */
export function doubtsAbout(divided: Divided): Doubt[] {
  const { chapters, words } = divided;
  const lengths = chapters.map(({ from, to }) => words[Math.max(from, to)]! - words[from]!);
  return [
    ...missingNumbers(divided),
    ...fewChapters(lengths),
    ...(divided.aims.size > 0 ? unlikeAims(divided) : unlikeContents(divided)),
    ...notFound(divided),
    ...oddOnes(divided, lengths),
    ...headingsInside(divided),
    ...withoutHeading(divided, lengths),
    ...restarts(divided),
    ...unused(divided),
    ...unusedNumerals(divided),
    ...unexplained(divided),
    ...strangeLengths(divided, lengths),
  ];
}

function missingNumbers({ structure, blocks, chapters, words }: Divided): Doubt[] {
  const first = structure.leaves[0];
  // A later volume: its first chapter is the first text of the file.
  const above = first === undefined ? 0 : words[first.block]!;
  const isVolume = (first?.heading.number ?? 1) > 2 && above < limits.aboveVolume && chapters[0]?.at === first?.block;
  const found = gaps(structure, blocks).slice(isVolume ? 1 : 0);
  return found.map((text) => ({
    text,
    weight: Math.min(weights.gap, weights.mostGaps / found.length),
  }));
}

/** What is missing from the count, and where. */
function gaps(structure: Structure, blocks: readonly Block[]): string[] {
  const warnings: string[] = [];
  structure.leaves.forEach((mark, k) => {
    const before = structure.leaves[k - 1];
    const [from, to] = [before?.heading.number ?? 0, mark.heading.number ?? 0];
    const restarts = to <= from || !Number.isFinite(to);
    if (restarts && (to === 1 || !Number.isFinite(to))) return;
    if (to === from + 1 || (before === undefined && to === 1)) return;
    const name = headingText(blocks[mark.block]!, mark.heading);
    const place = `line ${blocks[mark.block]!.line} ("${name}")`;
    if (before === undefined) warnings.push(`the numbering starts at ${to}, ${place}`);
    else if (restarts) warnings.push(`${to} comes after ${from} at ${place}`);
    else warnings.push(`${missing(from, to)} between ${from} and ${to}, before ${place}`);
  });
  return warnings;
}

function missing(from: number, to: number): string {
  return to === from + 2 ? `number ${from + 1} is missing` : `numbers ${from + 1} to ${to - 1} are missing`;
}

/** A long book in one piece or two. */
function fewChapters(lengths: readonly number[]): Doubt[] {
  const words = sumOf(lengths);
  const most = Math.max(...lengths);
  if (lengths.length > 2 && most > limits.mostOfBook * words && most > limits.longMost)
    return [
      {
        text: `one of ${lengths.length} chapters has ${most.toLocaleString("en")} of ${words.toLocaleString("en")} words`,
        weight: weights.mostOfBook,
      },
    ];
  const long = lengths.length === 2 ? limits.longHalf : limits.longChapter;
  if (words < limits.longBook || words / lengths.length < long) return [];
  const found = lengths.length === 1 ? "no headings of chapters were" : `only ${lengths.length} chapters were`;
  return [{ text: `${found} found in ${words.toLocaleString("en")} words`, weight: weights.fewChapters }];
}

/** The contents list names lines of the book that are no chapters, or leaves chapters out. */
function unlikeAims(divided: Divided): Doubt[] {
  const { chapters, blocks } = divided;
  const wanted = chapterAims(divided);
  if (wanted.length === 0) return [];
  const starts = new Set(chapters.flatMap(({ at, from }) => [at - 1, at, at + 1, from]));
  const missing = wanted.filter((block) => !starts.has(block));
  const named = new Set([...divided.aims.keys()].flatMap((block) => [block - 1, block, block + 1]));
  const isHeld = heldByListed(divided);
  // A list of a play names its acts (Volpone).
  const isScene = (at: number) => divided.structure.scenic && divided.headings.get(at)?.class === "scene";
  const extra = chapters.filter(({ at, heading }) => heading !== "" && !named.has(at) && !isHeld(at) && !isScene(at));
  // Entries of a list without links that were not found: they may be among these.
  const unmatched = Math.max(0, listedEntries(divided.contents).length - divided.aims.size);
  const texts = textAims(divided);
  const areParts = missing.length === 0 && hold(texts, chapters) > limits.holders * texts.length;
  const weight =
    weights.listedMissing * (missing.length / wanted.length) +
    (areParts ? 0 : weights.unlistedChapter * Math.min(1, Math.max(0, extra.length - unmatched) / wanted.length));
  if (weight === 0) return [];
  const [first] = missing;
  const lost =
    first === undefined
      ? ""
      : `; "${blocks[first]!.text.slice(0, 60).replace(/\s+/g, " ")}" at line ${blocks[first]!.line} begins none`;
  const isSmall =
    missing.length <= limits.fewMissing * wanted.length &&
    extra.length <= Math.max(limits.fewExtra, limits.unlisted * wanted.length);
  const text = `the contents list names ${wanted.length} chapters, but ${chapters.length} were found${lost}`;
  return [isSmall ? { weight } : { text, weight }];
}

/** Chapters of a listed story or part, whose first one follows right below its title: a list need not name them. */
function heldByListed({ aims, chapters, headings, structure: { around } }: Divided): (block: number) => boolean {
  const places = [...aims.keys()].sort((a, b) => a - b);
  const holders = new Set(
    places.filter((place) => {
      const first = chapters.find(({ at }) => at > place);
      // Numerals are sections of a story (The Lady with the Dog).
      const isCalledSo = first !== undefined && headings.get(first.at)?.class === "leaf";
      return isCalledSo && around.between(place, first.at) < aimLimits.leastText;
    }),
  );
  return (block) => holders.has(places.findLast((place) => place <= block) ?? -1);
}

/** Some entries of a list without links come nowhere in the text, and there are fewer chapters than entries. */
function notFound({ aims, contents, chapters, structure, headings, blocks }: Divided): Doubt[] {
  if (aims.size === 0 || blocks.some(({ aim }) => aim !== undefined)) return [];
  const found = new Set(aims.values());
  const lost = listedEntries(contents).filter(
    (entry) => !found.has(entry) && (entry.heading === undefined || isChapterLike(entry.heading)),
  );
  const others = [...aims.keys()].filter((block) => headings.has(block) && !isChapterLike(headings.get(block)!)).length;
  const wanted = aims.size - others + lost.length;
  if (lost.length === 0 || structure.leaves.length > 0 || chapters.length >= wanted) return [];
  const text = `the contents list names "${lost[0]!.text.slice(0, 60)}"${lost.length > 1 ? ` and ${lost.length - 1} more` : ""}, which the text does not have as a heading`;
  return [{ text, weight: weights.notFound }];
}

function isChapterLike({ class: kind }: Heading): boolean {
  return kind === "leaf" || kind === "number" || kind === "scene";
}

/** How many of these places have two chapters or more before the next. */
function hold(places: readonly number[], chapters: readonly Section[]): number {
  return places.filter((block, k) => {
    const end = places[k + 1] ?? Number.POSITIVE_INFINITY;
    return chapters.filter(({ at }) => at >= block - 1 && at < end - 1).length >= 2;
  }).length;
}

/** Entries of the list with a text below them: no prefaces or notes. */
function textAims({ aims, headings, structure, blocks }: Divided): number[] {
  const places = [...aims.keys()].sort((a, b) => a - b);
  return places.filter((block, k) => {
    const kind = headings.get(block)?.class;
    if (kind !== undefined && !["leaf", "number", "scene", "act", "division"].includes(kind)) return false;
    return structure.around.between(block, places[k + 1] ?? blocks.length) >= aimLimits.leastText;
  });
}

/** Entries of the list that should begin a chapter: no prefaces, notes, parts or sections, and some text below. */
function chapterAims({ aims, headings, structure, blocks, contents }: Divided): number[] {
  const places = [...aims.keys()].sort((a, b) => a - b);
  const leaves = new Set(structure.leaves.flatMap(({ block }) => [block, block + 1]));
  return places.filter((block, k) => {
    const kind = headings.get(block)?.class;
    if (leaves.has(block)) return true;
    if (kind !== undefined && !["leaf", "number", "scene", "act", "division"].includes(kind)) return false;
    if (structure.leaves.length > 0 && (kind === "division" || kind === "act" || isBetweenNumbers(block, structure)))
      return false;
    const end = places[k + 1] ?? contents.lists.find(({ from }) => from > block)?.from ?? blocks.length;
    return structure.around.between(block, end) >= aimLimits.leastText;
  });
}

/** Between two chapters that follow one another: a section of the first, though the list names it. So is what is around them all. */
function isBetweenNumbers(block: number, { leaves }: Structure): boolean {
  const after = leaves.findIndex((mark) => mark.block > block);
  return after <= 0 || leaves[after]!.heading.number === (leaves[after - 1]!.heading.number ?? 0) + 1;
}

/** The contents list names more chapters or fewer. */
function unlikeContents({ chapters, contents: { entries, certain } }: Divided): Doubt[] {
  const counted = entries.filter(
    ({ heading }) => heading !== undefined && (heading.class === "leaf" || heading.class === "scene"),
  ).length;
  const titles = entries.filter(({ heading, text }) => heading === undefined && /\p{L}{3}/u.test(text)).length;
  // A story may be called "Number 13".
  const numbered = entries.filter(({ heading }) => heading?.number !== undefined).length;
  const listed = numbered < limits.strayCounted ? counted + titles : counted;
  const [least, most] = [listed * (1 - limits.unlisted) - 1, listed * (1 + limits.unlisted) + 2];
  if (certain === true || listed < limits.leastListed) return [];
  if (chapters.length >= least && chapters.length <= most) return [];
  // Less than half: only a part of the list was read.
  if (listed < chapters.length * limits.partOfList) return [];
  const text = `the contents list names ${listed} chapters, but ${chapters.length} were found`;
  return [{ text, weight: weights.otherCount }];
}

/** Text above the first heading: it was taken for a chapter, or it was not and is as long as one. */
function withoutHeading({ chapters, apart, words: before }: Divided, lengths: readonly number[]): Doubt[] {
  const [first] = chapters;
  if (first === undefined || chapters.length < 2) return [];
  const above = apart.find(({ at, explained }) => at === 0 && explained !== true);
  const words = above === undefined ? 0 : before[above.to]! - before[above.from]!;
  const usual = median(lengths);
  if (first.heading !== "" && words < limits.openingOfChapter * usual) return [];
  const [size, line] = first.heading === "" ? [lengths[0]!, first.line] : [words, above!.line];
  const text = `the first ${size.toLocaleString("en")} words, at line ${line}, have no heading`;
  return [{ text, weight: first.heading === "" ? doubtWeights.withoutHeading : 0 }];
}

/** The count begins again, and no part does. */
function restarts({ structure, headings }: Divided): Doubt[] {
  const { leaves, around, scenic, titles, divisions } = structure;
  const plays = scenic ? divisions.filter(({ heading }) => heading.class === "act" && heading.number === 1).length : 0;
  if (plays > 1) return [{ text: `act 1 begins ${plays} times: the book may have several plays`, weight: 0 }];
  // "The Second Scene" of a novel is a part.
  const parts = [...headings].flatMap(([block, { class: kind }]) => (kind === "scene" ? [block] : []));
  const again = leaves.filter(({ block, heading }, k) => {
    const before = leaves[k - 1]?.block;
    if (before === undefined || heading.number !== 1 || around.dividedBetween(before, block)) return false;
    // Four letters, then the chapters (Frankenstein).
    if (heading.word !== leaves[k - 1]!.heading.word) return false;
    const isBetween = (other: number) => other > before && other < block;
    return !titles.some((title) => isBetween(title.block)) && !parts.some(isBetween);
  });
  if (again.length === 0 || scenic) return [];
  const text = `the numbers of the chapters begin again ${again.length === 1 ? "once" : `${again.length} times`} where no part does`;
  return [{ text, weight: Math.min(weights.mostRestarts, weights.restart * again.length) }];
}

/** Headings like those of the chapters, with a text above and below, that begin none: a number that is printed twice, say. */
function unused({ blocks, headings, structure, contents, chapters }: Divided): Doubt[] {
  const { leaves, around, divisions, titles } = structure;
  const used = new Set([...leaves, ...divisions, ...titles].map(({ block }) => block));
  const words = new Set(leaves.filter(({ heading }) => heading.class === "leaf").map(({ heading }) => heading.word));
  const isKind = ({ class: kind, word }: Heading) =>
    (kind === "leaf" && (words.has(word) || word === "chapter" || leaves.length === 0)) ||
    (kind === "scene" && leaves.length === 0);
  const isInside = (block: number) => chapters.some(({ at, to }) => block > at && block < to);
  const strange = [...headings].filter(([block, heading]) => {
    if (!isKind(heading) || used.has(block) || !isInside(block)) return false;
    const [before, after] = [leaves.findLast((mark) => mark.block < block), leaves.find((mark) => mark.block > block)];
    if (contents.has(block)) return false;
    return (
      around.between(before?.block ?? -1, block) > limits.textAround &&
      around.between(block, after?.block ?? blocks.length) > limits.textAround
    );
  });
  const [first] = strange;
  if (first === undefined) return [];
  const [block, heading] = first;
  const more = strange.length > 1 ? ` and ${strange.length - 1} more like it` : "";
  const text = `"${headingText(blocks[block]!, heading)}" at line ${blocks[block]!.line}${more} looks like a chapter, but does not fit the count`;
  const holders = chapters.filter(({ at, to }) => strange.some(([one]) => one > at && one < to)).length;
  const isInFew = strange.length > 1 && holders <= Math.max(1, limits.fewHolders * chapters.length);
  const sameWord = chapters.filter(({ at }) => strange.some(([, other]) => other.word === headings.get(at)?.word));
  const areCalledSo = sameWord.length > limits.fewHolders * chapters.length;
  if (isInFew && leaves.length === 0 && !areCalledSo) return [{ weight: weights.sections }];
  return [{ text, weight: Math.min(doubtWeights.mostUnused, doubtWeights.unused * strange.length) }];
}

/** Numerals in nearly every chapter that begin no chapter: the chapters may be parts. */
function unusedNumerals({ headings, structure, contents, chapters, aims }: Divided): Doubt[] {
  const used = new Set([...structure.leaves, ...structure.divisions].map(({ block }) => block));
  const free: Mark[] = [];
  for (const [block, heading] of headings)
    if (heading.class === "number" && !used.has(block) && !contents.has(block)) free.push({ block, heading });
  if (free.length < limits.leastUnused || structure.leaves.length > 0) return [];
  const run = bestRun(free, structure.around).marks;
  const holders = chapters.filter(({ from, to }) => run.some(({ block }) => block >= from && block < to)).length;
  if (run.length < limits.leastUnused || holders < limits.holders * chapters.length) return [];
  const again = run.filter(({ heading }) => heading.number === 1).length;
  // The list names the chapters, and the count begins again in each: sections.
  if (aims.size > 0 && again >= Math.max(2, holders / 2)) return [{ weight: weights.sections }];
  return [{ weight: Math.min(doubtWeights.mostUnused, doubtWeights.unused * run.length) }];
}

/** Text in no chapter that nothing explains; the account of the book says it. */
function unexplained({ blocks, apart, structure: { around } }: Divided): Doubt[] {
  const total = around.between(-1, blocks.length);
  const lost = apart.filter(({ explained }) => explained !== true);
  const size = sumOf(lost, ({ from, to }) => around.between(from - 1, to));
  return size === 0 ? [] : [{ weight: Math.min(weights.mostUnexplained, (weights.unexplained * size) / total) }];
}

/** Many chapters of a few lines, or a last chapter that may hold an appendix or an index. */
function strangeLengths({ chapters, aims, structure: { scenic } }: Divided, lengths: readonly number[]): Doubt[] {
  if (chapters.length < limits.leastCounted) return [];
  const lastAim = Math.max(-1, ...aims.keys());
  const usual = median(lengths);
  const short = lengths.filter((length) => length < usual / limits.shorter).length;
  const last = lengths.at(-1)!;
  const doubts: Doubt[] = [];
  if (!scenic && short > limits.short * chapters.length && chapters.length >= limits.leastForShort)
    doubts.push({
      text: `${short} of ${chapters.length} chapters are much shorter than the others`,
      weight: weights.shortChapters,
    });
  // The account of the book says which.
  if (lengths.some((length) => length > limits.longest * usual)) doubts.push({ weight: weights.longChapter });
  // The list ends with this chapter: more must speak against it ("The Dead").
  const isListed = lastAim >= 0 && Math.abs(chapters.at(-1)!.at - lastAim) <= 1;
  const most = isListed ? limits.longListed : limits.longLast;
  if (last > most * usual && last > limits.longChapter / 2)
    doubts.push({
      text: `the last chapter, at line ${chapters.at(-1)!.line}, has ${last.toLocaleString("en")} words: notes or an index may be in it`,
      weight: weights.longLast,
    });
  return doubts;
}

/** When the chapters that were found are doubted aloud. */
const limits = {
  /** Words of a book that has chapters, and of a chapter that is likely none; of one in two chapters. */
  longBook: 30_000,
  longChapter: 25_000,
  longHalf: 15_000,
  /** Text above the first heading that is this share of a chapter may be one. */
  openingOfChapter: 0.5,
  /** Words above the first chapter of a later volume: a title page and a list. */
  aboveVolume: 1500,
  /** The share of the book that is most of it, and its words. */
  mostOfBook: 0.6,
  longMost: 12_000,
  /** Chapters that a contents list names, at least, and the share that may differ (prefaces, parts). */
  leastListed: 4,
  unlisted: 0.05,
  /** Numbered entries of a list of titles, fewer than which do not number it. */
  strayCounted: 2,
  /** A chapter of dots (Memorias posthumas de Braz Cubas), a half-title: so few are not worth a word. */
  fewMissing: 0.02,
  fewExtra: 2,
  partOfList: 0.5,
  /** Chapters with numbers, before one without is strange. */
  leastCounted: 4,
  /** Text above and below a heading that does not fit the count. */
  textAround: 1500,
  /** Chapters of 1/n of the usual length, and their share. */
  shorter: 12,
  short: 0.12,
  /** Fewer chapters may differ much: Lazarillo de Tormes has seven, two of them a page long. */
  leastForShort: 10,
  /** A last chapter that is this many times the usual length, and one that the list ends with; any chapter that is. */
  longLast: 4,
  longListed: 6,
  longest: 20,
  /** Numerals in this share of the chapters are chapters themselves; in fewer they are sections of stories. */
  holders: 0.75,
  leastUnused: 4,
  /** Numbered headings in no more of the chapters than this are sections of stories (Historias sem data). */
  fewHolders: 0.15,
} as const;

const weights = {
  /** A long book in a piece or two. */
  fewChapters: 1,
  /** For the share of the contents list that no chapter begins at, and for chapters that it does not name. */
  listedMissing: 1.5,
  unlistedChapter: 1,
  notFound: 0.2,
  /** The number of entries differs, where it is not known which lines they are. */
  otherCount: 0.4,
  /** Each number that is left out, up to a most; each new start where no part begins. */
  gap: 0.25,
  mostGaps: 1,
  restart: 0.2,
  mostRestarts: 1,
  /** Chapters inside one story of many, numerals counted from 1 in each: sections. */
  sections: 0.1,
  /** Text that is in no chapter, for its share. */
  unexplained: 3,
  mostUnexplained: 1.5,
  shortChapters: 0.4,
  longChapter: 0.5,
  /** One chapter has most of the book. */
  mostOfBook: 0.5,
  longLast: 0.3,
} as const;
