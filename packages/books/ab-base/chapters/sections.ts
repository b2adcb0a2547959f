import { median } from "@plotline/base";
import type { Block } from "@plotline/formats";
import { textBefore as charactersBefore, runningBefore } from "../blocks/sums.ts";
import { repeatsTitlePage } from "./book-title.ts";
import type { Boundary } from "./boundary.ts";
import { isCapitals, keyOf, titleKey } from "./lettering.ts";
import { sectionLimits } from "./limits.ts";
import { areCertain, hasReason, type Reason } from "./reasons.ts";
import type { Structure } from "./structure.ts";

/** A stretch of the book below one heading: blocks `from` to before `to`, the first without its first `skip` lines. */
export interface Section {
  readonly heading: string;
  /** The block that its heading begins in. */
  readonly at: number;
  readonly from: number;
  readonly skip: number;
  readonly to: number;
  /** The line of the file of the heading. */
  readonly line: number;
  /** Why something begins here. */
  readonly reasons: readonly Reason[];
  /** Its heading is no line of the book, but says where it is: "title page". */
  readonly isDescribed?: true;
  /** What is between the heading of the part and this chapter's. */
  readonly introduction?: Section;
  /** Of what is not the story: something in the book says so, by its name, its form or its place. */
  readonly explained?: boolean;
}

/** A section without its introduction, and that for itself. */
export function withIntroduction({ introduction, ...section }: Section): Section[] {
  return introduction === undefined ? [section] : [introduction, section];
}

/** Blocks `from` to before `to`, and the first `lines` lines of the next: the words of a heading. */
export interface HeadingPlace {
  readonly from: number;
  readonly to: number;
  readonly lines: number;
}

interface Sections {
  readonly chapters: readonly Section[];
  readonly apart: readonly Section[];
  readonly headings: readonly HeadingPlace[];
}

/** What lies between the boundaries, divided into chapters and what is not the story. */
export function bookSections(
  blocks: readonly Block[],
  boundaries: readonly Boundary[],
  structure: Structure,
): Sections {
  const chapters: Section[] = [];
  const apart: Section[] = [];
  const headings: HeadingPlace[] = [];
  const total = charactersIn(blocks, 0, blocks.length);
  for (const before of textBefore(blocks, boundaries, structure))
    (before.heading === "" ? chapters : apart).push(before);
  const last = boundaries.findLastIndex(({ role }) => role === "chapter" || role === "division");
  boundaries.forEach((boundary, k) => {
    const section = sectionBelow(blocks, boundary, boundaries[k + 1]?.block ?? blocks.length);
    const size = sizeOf(blocks, section);
    const isChapter =
      boundary.role === "chapter" ||
      (boundary.role === "division" && hasOwnText(blocks, section, boundaries.slice(k, k + 3), structure)) ||
      (size > 0 && k < last && continuesStory(blocks, boundary, section, chapters));
    const place = { from: boundary.block, to: section.from, lines: section.skip };
    const isInside = boundary.role === "contents" && isChapter && size > 0;
    if (boundary.role !== "contents") headings.push(place);
    else if (!isInside) apart.push({ ...section, ...place, skip: 0, explained: true });
    if (isInside) lengthen(chapters, section.to);
    else if (isChapter && size > 0) chapters.push(section);
    else if (size > 0) apart.push({ ...section, ...whyApart(blocks, boundary, section, size / total) });
  });
  const front = isTitlePage(blocks, chapters, structure) ? chapters.shift() : undefined;
  if (front !== undefined) apart.push({ ...front, ...(front.heading === "" && titlePage), explained: true });
  for (const tail of withoutTail(blocks, chapters)) apart.push({ ...tail, explained: true });
  const { chapters: found, apart: others } = chapters.length === 0 ? wholeStory(blocks, apart) : { chapters, apart };
  return { chapters: withShortIntroductions(found, others, boundaries), apart: others, headings };
}

/** The text below the heading of a part or a story is a chapter, and not just what is between two headings. */
function hasOwnText(
  blocks: readonly Block[],
  section: Section,
  [boundary, next, afterNext]: readonly Boundary[],
  structure: Structure,
): boolean {
  const { leaves, titles, divisions, scenic } = structure;
  const { block, named } = boundary!;
  const first = leaves.length >= limits.leastCounted ? leaves[0]!.block : 0;
  const holdsChapters = (next?.role === "chapter" || block < first) && !named;
  const size = sizeOf(blocks, section);
  if (size <= leastSize(holdsChapters, structure)) return false;
  if (next?.role === "division" && isMotto(blocks, boundary!, section, afterNext?.block)) return false;
  const mayBePart = holdsChapters || leaves.length > 0 || titles.length > divisions.length;
  return (
    !mayBePart ||
    size > sectionLimits.leastBeforeScene ||
    titles.some((title) => title.block === block) ||
    named ||
    scenic ||
    hasRunningText(blocks, section.from, section.to)
  );
}

/** What the text above the story is called where it has no heading. */
const titlePage = { heading: "title page", isDescribed: true } as const;

/** A synopsis in the middle of a chapter looks like a list: the chapter continues below it (The Voyage of the Beagle). */
function lengthen(chapters: Section[], to: number): void {
  chapters[chapters.length - 1] = { ...chapters.at(-1)!, to };
}

/**
 * What is above the first real chapter, where many follow: without a number of its own, without a name such as "Prologue",
 * not named by the contents list, and much shorter than they are, or without running text.
 */
function isTitlePage(blocks: readonly Block[], chapters: readonly Section[], { leaves }: Structure): boolean {
  const [first, ...others] = chapters;
  if (first === undefined || others.length < limits.leastAfterTitlePage) return false;
  const isListed = ({ reasons }: Section) => hasReason(reasons, "contents");
  const isLeftOut = others.every(isListed) && !isListed(first) && !hasReason(first.reasons, "run", "name");
  const isBook =
    leaves.length >= limits.leastCounted && !hasReason(first.reasons, "run") && repeatsTitlePage(first, blocks);
  if (!isLeftOut && !isBook && areCertain(first.reasons)) return false;
  if (leaves.length >= limits.leastCounted && leaves[0]!.heading.number !== 1) return false;
  const usual = median(others.map((section) => sizeOf(blocks, section)));
  const size = sizeOf(blocks, first);
  return (
    size < usual / limits.shorterTitlePage ||
    (size < usual && !isMostlyRunning(blocks, first) && isMostlyRunning(blocks, others[0]!))
  );
}

/** Takes short sections off the end that nothing names, where all others are long: an edition's history, a colophon. */
function withoutTail(blocks: readonly Block[], chapters: Section[]): Section[] {
  const most = median(chapters.map((section) => sizeOf(blocks, section))) / limits.shorterTail;
  const tail: Section[] = [];
  while (chapters.length > limits.leastAfterTitlePage) {
    const last = chapters.at(-1)!;
    if (areCertain(last.reasons) || sizeOf(blocks, last) > most) break;
    tail.push(chapters.pop()!);
  }
  return tail;
}

/** Most of it is in paragraphs; lists of works and imprints are short lines. */
function isMostlyRunning(blocks: readonly Block[], { from, to }: Section): boolean {
  return runningIn(blocks, from, to) > charactersIn(blocks, from, to) / 2;
}

function charactersIn(blocks: readonly Block[], from: number, to: number): number {
  const before = charactersBefore(blocks);
  return Math.max(0, before[to]! - before[from]!);
}

/** Running text below a contents list, or below a dedication, where the story has already begun: it continues. */
function continuesStory(
  blocks: readonly Block[],
  { role, named, heading }: Boundary,
  { from, to }: Section,
  chapters: readonly Section[],
): boolean {
  if (chapters.length === 0 || !hasRunningText(blocks, from, to)) return false;
  if (role === "contents") return charactersIn(blocks, from, to) > limits.leastBelowList;
  return role === "front" && (!named || heading.length < limits.leastName);
}

/**
 * A heading with a name of its own is a reason, unless so much is below it that the story must be among it; a text that
 * is merely where such things are found has none.
 */
function whyApart(
  blocks: readonly Block[],
  { role, named, heading, listed }: Boundary,
  { from, to }: Section,
  share: number,
): Pick<Section, "heading" | "explained"> {
  if (role === "contents") return { heading: "below the contents list", explained: !hasRunningText(blocks, from, to) };
  const size = charactersIn(blocks, from, to);
  const isFitting =
    role === "cast" ? size < limits.longestCast : share < limits.matterShare || size < limits.smallMatter;
  return { heading, explained: (named || listed === true) && role !== "division" && isFitting };
}

/** More than a title page, an imprint or a dedication has. */
function hasRunningText(blocks: readonly Block[], from: number, to: number): boolean {
  return runningIn(blocks, from, to) > limits.runningText;
}

/** The characters of long paragraphs. */
function runningIn(blocks: readonly Block[], from: number, to: number): number {
  const before = runningBefore(blocks);
  return Math.max(0, before[to]! - before[from]!);
}

/** No chapter, but text: the story is what follows the cast list or the introduction, without a heading of its own. */
function wholeStory(
  blocks: readonly Block[],
  apart: readonly Section[],
): Pick<Sections, "chapters"> & { apart: Section[] } {
  const last = lastOrLargest(blocks, apart);
  if (last === undefined) return { chapters: [], apart: [] };
  const title = keyOf(blocks[0]!);
  const starts = Array.from({ length: last.to - last.from }, (_, k) => last.from + k).slice(1);
  const again = starts.findLast((at) => blocks[at]!.gap >= 2 && keyOf(blocks[at]!) === title);
  const below = again === undefined ? starts.find((at) => blocks[at]!.gap >= 3) : again + 1;
  const from = below ?? last.from;
  const story: Section = {
    heading: "",
    at: from,
    from,
    skip: from === last.from ? last.skip : 0,
    to: last.to,
    line: blocks[from]!.line,
    reasons: [{ kind: "whole" }],
  };
  const above = from > last.from ? [{ ...last, to: from, explained: true }] : [];
  return { chapters: [story], apart: apart.flatMap((section) => (section === last ? above : [section])) };
}

/** Notes at the end may follow the story; then most of the book is in the section that has it. */
function lastOrLargest(blocks: readonly Block[], sections: readonly Section[]): Section | undefined {
  const size = ({ from, to }: Section) => charactersIn(blocks, from, to);
  const last = sections.at(-1);
  const largest = sections.reduce((a, b) => (size(b) > size(a) ? b : a), last!);
  return last !== undefined && size(largest) > limits.largestOverLast * size(last) ? largest : last;
}

/** A few lines below a heading that nothing names, and then a heading with a long text: the motto of a part. */
function isMotto(
  blocks: readonly Block[],
  { named, listed, reasons }: Boundary,
  section: Section,
  end = blocks.length,
): boolean {
  if (named || listed === true || !hasReason(reasons, "html", "capitals")) return false;
  const { from, to } = section;
  if (hasRunningText(blocks, from, to)) return false;
  return sizeOf(blocks, section) * limits.shorterTail < charactersIn(blocks, to, end);
}

/** What is between the heading of a part and its first chapter is a chapter only when it is long. */
function leastSize(holdsChapters: boolean, { scenic }: Structure): number {
  return holdsChapters
    ? scenic
      ? sectionLimits.leastBeforeScene
      : sectionLimits.leastBeforeChapter
    : sectionLimits.leastElsewhere;
}

/** The text above the first heading: a title page, an opening without a heading, or both. */
function textBefore(
  blocks: readonly Block[],
  boundaries: readonly Boundary[],
  { scenic, leaves, divisions }: Structure,
): Section[] {
  const to = boundaries[0]?.block ?? blocks.length;
  if (to === 0) return [];
  const from = endOfTitlePage(blocks);
  const page: Section = { ...titlePage, at: 0, from: 0, skip: 0, to, line: blocks[0]!.line, reasons: [] };
  const story: Section = { heading: "", at: 0, from, skip: 0, to, line: blocks[from]!.line, reasons: [] };
  const above = from === 0 ? [] : [{ ...page, to: from, explained: true }];
  if (boundaries.length === 0) return [...above, { ...story, reasons: [{ kind: "whole" }] }];
  const counted = leaves.length > 0 ? leaves : divisions;
  const lacksFirst = counted.length >= limits.leastCounted && counted[0]!.heading.number === 2;
  const mayOpen = lacksFirst || (!scenic && !["cast", "contents"].includes(boundaries[0]!.role));
  if (mayOpen && isOpening(blocks, story, lacksFirst)) return [...above, { ...story, reasons: [{ kind: "opening" }] }];
  return [{ ...page, explained: !hasRunningText(blocks, 0, to) }];
}

/** Running text of some length that does not speak of editions and e-texts; or chapter 1, where the count begins at 2. */
function isOpening(blocks: readonly Block[], section: Section, lacksFirst: boolean): boolean {
  const size = sizeOf(blocks, section);
  if (section.to - section.from < limits.leastOpeningBlocks || size < limits.leastOpening) return false;
  // Below the book's own title, with a remark above that: a long text there is no preface.
  const titled = (section.from === 2 && size > limits.longOpening) || lacksFirst;
  if (!titled && hasOwnHeading(blocks, section)) return false;
  const text = blocks
    .slice(section.from, section.to)
    .map((block) => block.text)
    .join("\n");
  if (/e-?text|gutenberg|copyright/i.test(text)) return false;
  const bookish = text.match(/\beditions?\b|translat|publish|\breaders?\b/gi)?.length ?? 0;
  return bookish < 1 + text.length / limits.charactersPerEditorsWord;
}

/** The line above is not the book's title, but a heading: of a preface, say. */
function hasOwnHeading(blocks: readonly Block[], { from }: Section): boolean {
  const above = blocks[from - 1]?.text ?? "";
  return (
    from > 1 &&
    isCapitals(above) &&
    !/^\s*by\b/i.test(above) &&
    !blocks.slice(0, from - 1).some((block) => titleKey(block.text) === titleKey(above))
  );
}

/** A stage direction or motto between the heading of a part and its first chapter opens that chapter. */
function withShortIntroductions(
  chapters: readonly Section[],
  apart: Section[],
  boundaries: readonly Boundary[],
): Section[] {
  const divisions = new Set(boundaries.filter(({ role }) => role === "division").map(({ heading }) => heading));
  return chapters.map((chapter) => {
    const k = apart.findIndex(
      (section) =>
        divisions.has(section.heading) &&
        section.to <= chapter.from &&
        section.to >= chapter.from - 2 &&
        section.from < section.to,
    );
    return k < 0 ? chapter : { ...chapter, introduction: apart.splice(k, 1)[0]! };
  });
}

function sectionBelow(
  blocks: readonly Block[],
  { block, blocks: taken, lines, heading, reasons, role }: Boundary,
  to: number,
): Section {
  return {
    heading,
    at: block,
    from: Math.min(to, block + taken),
    skip: lines,
    to,
    line: blocks[block]!.line,
    reasons,
    ...(role === "contents" && { isDescribed: true }),
  };
}

function sizeOf(blocks: readonly Block[], { from, to, skip }: Section): number {
  const size = charactersIn(blocks, from, to);
  if (skip === 0 || from >= to) return size;
  const { text } = blocks[from]!;
  return size - text.length + text.split("\n").slice(skip).join(" ").length;
}

/** Where a work without chapters begins: at its first running text, or at a sentence above that. */
function endOfTitlePage(blocks: readonly Block[]): number {
  const first = blocks.slice(0, limits.titlePageBlocks).findIndex(({ text, level }) => {
    const lines = text.trim().split("\n").length;
    return (
      level === 0 &&
      text.length > limits.firstParagraph &&
      (lines > 2 || (lines === 1 && text.length > limits.firstParagraphInOneLine))
    );
  });
  const sentence = blocks.slice(0, Math.max(0, first)).findIndex(isSentence);
  return Math.max(0, sentence < 0 ? first : sentence);
}

/** A short paragraph of the story, which a title page has none of: some words, and the end of a sentence. */
function isSentence({ text, level }: Block): boolean {
  if (
    level > 0 ||
    !/\p{Ll}\W*[.!?]\W*$/u.test(text) ||
    text.trim().split(/\s+/, limits.sentenceWords).length < limits.sentenceWords
  )
    return false;
  return !/dedicat|copyright|public domain|written|publish|print|edition|translat|rights|author|illustrat/i.test(text);
}

const limits = {
  /** A longer cast list has a play in it: each of six one-act plays is a small share of their book. */
  longestCast: 6000,
  /** The largest share of a book that a preface or an index has; less than `smallMatter` needs no excuse. */
  matterShare: 0.5,
  smallMatter: 3000,
  /** Long paragraphs, together of this length: more than a title page, an imprint or a dedication has. */
  runningText: 600,
  /** Text below a contents list in the middle of a book that is a chapter; what is shorter belongs to the list (Amelia). */
  leastBelowList: 4000,
  /** Chapters below a title page (Beasts and Super-Beasts) or an editor's words (Contos), and how much longer they are. */
  leastAfterTitlePage: 5,
  shorterTitlePage: 3,
  /** Sections after the last chapter (De scheepsjongens van Bontekoe): a chapter is this many times as long. */
  shorterTail: 10,
  /** `TO`, `I`: a name so short is hardly that of a dedication. */
  leastName: 4,
  /** Notes at the end: the story is the largest section when it is this many times as large as the last. */
  largestOverLast: 3,
  /** Chapters that must follow where the count begins at 2, before the text above is chapter 1. */
  leastCounted: 3,
  /** An opening without a heading: blocks and length; below the book's own title it is no preface from this length on. */
  leastOpeningBlocks: 3,
  leastOpening: 2500,
  longOpening: 8000,
  /** Words of editors (edition, publish, translate, reader) in an opening: one in this many characters. */
  charactersPerEditorsWord: 4000,
  /** A title page ends within this many blocks, at a paragraph of this length; of this one, if it is one line. */
  titlePageBlocks: 25,
  firstParagraph: 200,
  firstParagraphInOneLine: 250,
  /** Words of a first sentence: stories that begin with a short paragraph. */
  sentenceWords: 9,
} as const;
