import { median } from "@plotline/base";
import type { Block } from "@plotline/formats";
import type { Division } from "./divisions.ts";
import { headingText } from "./heading.ts";
import { hasCapitals, isCapitals, titleKey, undecorated } from "./lettering.ts";
import type { Line } from "./lines.ts";
import { partsAbove } from "./parts.ts";
import { type Piece, startOfText } from "./pieces.ts";
import { type Reason, reasonsOf } from "./reasons.ts";
import type { StudiedBook } from "./study.ts";

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

export interface Sections {
  readonly chapters: readonly Section[];
  /** Title page, contents, prefaces, cast list, notes: what is not the story. */
  readonly apart: readonly Section[];
  readonly headings: readonly HeadingPlace[];
}

const limits = {
  /** Words above a chapter, below the heading of its part: a motto, a stage direction. */
  motto: 400,
  /** A title below its number: its length, and in how many chapters such a line must be a title for all of them to have one. */
  longestTitle: 300,
  longestPlainTitle: 90,
  titled: 0.6,
  /** Words of a title page that need no excuse, and the largest share of a book that a preface or notes have. */
  titlePage: 120,
  matterShare: 0.3,
  cast: 600,
  matter: 1500,
} as const;

/** The chapters of a division as sections; all else is a heading, an introduction to a chapter, or apart from the story. */
export function sectionsOf(book: StudiedBook, division: Division): Sections {
  const titled = titledPieces(book, division.chapters);
  const above = partsAbove(book, division.chapters);
  const starts = division.chapters.map((piece) =>
    isBookTitle(book, piece, division)
      ? belowTitle(book, piece)
      : headingOf(book, piece, titled.has(piece), above(piece)),
  );
  const headings: HeadingPlace[] = starts
    .filter(({ piece }) => piece.line !== undefined)
    .map(({ piece, from, skip }) => ({ from: piece.at, to: from, lines: skip }));
  const apart: Section[] = [];
  const chapters: Section[] = [];
  let reached = 0;
  starts.forEach(({ piece, heading, from, skip }, k) => {
    const before = division.chapters[k - 1];
    const introduction = between(book, division, reached, piece.at, before !== undefined, apart, headings);
    chapters.push({
      heading,
      at: piece.at,
      from,
      skip,
      to: endOf(book, piece, division.chapters[k + 1]),
      line: book.blocks[piece.at]!.line,
      reasons: reasonsOf(book, piece, before, k),
      ...(introduction !== undefined && { introduction }),
    });
    reached = chapters.at(-1)!.to;
  });
  between(book, division, reached, book.blocks.length, false, apart, headings);
  return { chapters, apart, headings };
}

/** The first line of the book above a text that has no heading, where other chapters are counted: the book's title. */
function isBookTitle({ blocks }: StudiedBook, { at, line, form }: Piece, { chapters }: Division): boolean {
  return (
    at === 0 &&
    form === "title" &&
    blocks[0]!.level === 0 &&
    !line!.isListed &&
    chapters.some((other) => other.line?.heading?.number !== undefined)
  );
}

/** The book's title and what is below it on the title page are no part of the first chapter. */
function belowTitle(book: StudiedBook, piece: Piece): Start {
  const from = Math.max(1, startOfText(book));
  return { piece, heading: "", from: from < piece.to ? from : 1, skip: 0 };
}

/** What is between two chapters, or at an end of the book: contents lists, headings, and what is below those. */
function between(
  book: StudiedBook,
  division: Division,
  from: number,
  to: number,
  isInside: boolean,
  apart: Section[],
  headings: HeadingPlace[],
): Section | undefined {
  if (from >= to) return undefined;
  const { blocks, contents, lines, words } = book;
  const lists = contents.lists.filter((list) => list.from < to && list.to > from);
  const begun = new Map<number, Line | undefined>([[from, undefined]]);
  for (const line of lines)
    if (line.block >= from && line.block < to && (isInside ? isPart(line) : !isOfTitlePage(line)))
      begun.set(line.block, line);
  for (const list of lists)
    for (const at of [list.from, list.to]) if (at > from && at < to && !begun.has(at)) begun.set(at, undefined);
  const all = [...begun.keys()].sort((a, b) => a - b);
  // Below `NOTES` at the end all is notes, under whatever headings.
  const back = all.findIndex((at) => !isInside && begun.get(at)?.form === "back");
  const places = all.filter((at, k) => back < 0 || k <= back || begun.get(at) === undefined || isNamed(begun.get(at)!));
  let introduction: Section | undefined;
  places.forEach((at, k) => {
    const end = places[k + 1] ?? to;
    const isList = lists.some((list) => at >= list.from && at < list.to);
    const line = isList ? undefined : begun.get(at);
    const below = line === undefined ? at : at + 1;
    if (line !== undefined) headings.push({ from: at, to: below, lines: 0 });
    if (below >= end) return;
    const last = k === places.length - 1;
    const name = isList
      ? "contents list"
      : line !== undefined
        ? undecorated(blocks[at]!.text).slice(0, 120)
        : at === 0
          ? "title page"
          : "text without a heading";
    const section: Section = {
      heading: name,
      at,
      from: below,
      skip: 0,
      to: end,
      line: blocks[at]!.line,
      reasons: [],
      ...(line === undefined && { isDescribed: true as const }),
      explained: isList || isExplained(book, division, line, words[end]! - words[below]!),
    };
    if (isInside && last && !isList) introduction = section;
    else apart.push(section);
  });
  return introduction;
}

/** A name of its own is a reason, or that it is short; unless so much is below that the story must be among it. */
function isExplained({ words }: StudiedBook, { chapters }: Division, line: Line | undefined, size: number): boolean {
  const total = words.at(-1)!;
  const usual = median(chapters.map(({ at, to }) => words[to]! - words[at]!));
  if (size <= limits.titlePage) return true;
  if (line === undefined || !(isNamed(line) || line.isListed)) return false;
  const longest = line.form === "cast" ? limits.cast : Math.max(3 * usual, limits.matter);
  return size < Math.min(limits.matterShare * total, longest) || size < limits.titlePage;
}

/** The first line of the book is its title. */
function isOfTitlePage({ block, form, isListed }: Line): boolean {
  return block === 0 && form === "title" && !isListed;
}

function isNamed({ form }: Line): boolean {
  return ["front", "back", "cast", "opening", "closing", "contents"].includes(form);
}

function isPart({ form }: Line): boolean {
  return form.startsWith("part") || form === "act" || isNamed({ form } as Line);
}

/** Where a chapter ends: above the heading of a part, and a motto below that, which belong to the next one. */
function endOf({ lines, words }: StudiedBook, piece: Piece, next: Piece | undefined): number {
  if (next === undefined || next.at !== piece.to) return piece.to;
  let end = piece.to;
  for (const line of lines.filter(({ block }) => block > piece.at && block < piece.to).reverse()) {
    const size = words[end]! - words[line.block + 1]!;
    const isTitle = line.form === "title" || line.form === "front";
    if (size > (isTitle ? 0 : limits.motto) || (!isTitle && !isPart(line))) break;
    end = line.block;
  }
  return end;
}

interface Start {
  readonly piece: Piece;
  readonly heading: string;
  readonly from: number;
  readonly skip: number;
}

function headingOf({ blocks }: StudiedBook, piece: Piece, isTitled: boolean, above: string): Start {
  const { at, line, to } = piece;
  const block = blocks[at]!;
  if (line === undefined) return { piece, heading: "", from: at, skip: 0 };
  const printed = block.text.trim().split("\n");
  const used =
    line.heading?.lines ??
    (line.form === "dated" && (printed.length > 4 || block.text.length > limits.longestTitle) ? 1 : printed.length);
  const own =
    line.heading === undefined ? undecorated(printed.slice(0, used).join(" ")) : headingText(block, line.heading);
  const title = isTitled ? undecorated(blocks[at + 1]!.text) : "";
  const heading = [above, [own, title].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  if (used < printed.length) return { piece, heading, from: at, skip: used };
  return { piece, heading, from: Math.min(to, at + (isTitled ? 2 : 1)), skip: 0 };
}

/** Chapters whose title is in the block after the number: one that looks like a title, or any short line where most have one. */
function titledPieces(
  { blocks, lines, contents, headings }: StudiedBook,
  chapters: readonly Piece[],
): ReadonlySet<Piece> {
  const known = new Map(lines.map((line) => [line.block, line]));
  const listed = new Set(contents.entries.flatMap(({ keys }) => keys));
  const open = chapters.filter(({ at, to, line }) => {
    const next = blocks[at + 1];
    const isWhole =
      line?.heading !== undefined &&
      line.heading.title === "" &&
      line.heading.lines >= blocks[at]!.text.trim().split("\n").length;
    const isFree = headings.get(at + 1)?.number === undefined;
    return (
      isWhole &&
      isFree &&
      !["act", "scene"].includes(line.form) &&
      at + 2 < to &&
      next!.text.length < limits.longestTitle
    );
  });
  const isListed = (at: number) => listed.has(titleKey(blocks[at + 1]!.text));
  const isNamed = (at: number) => ["opening", "closing"].includes(known.get(at + 1)?.form ?? "");
  const likely = open.filter(({ at }) => isTitle(blocks[at + 1]!) || isListed(at));
  const areAll = likely.length >= Math.max(2, limits.titled * open.length);
  const isTitled = ({ at }: Piece) => isTitle(blocks[at + 1]!) || isShortLine(blocks[at + 1]!, blocks[at]!.gap);
  const isClear = ({ text, level }: Block) => level > 0 || isCapitals(undecorated(text));
  return new Set(
    open.filter(
      (piece) => isListed(piece.at) || isNamed(piece.at) || (areAll ? isTitled(piece) : isClear(blocks[piece.at + 1]!)),
    ),
  );
}

function isShortLine({ text, gap }: Block, above: number): boolean {
  return text.length <= limits.longestPlainTitle && gap <= 2 + above && !/^["“'‘]|\p{Ll}[.!?]["”’]?\s*$/u.test(text);
}

function isTitle({ text: raw, level }: Block): boolean {
  const text = undecorated(raw);
  if (level > 0) return true;
  if (/^["“'‘[(]/.test(raw.trim()) || text.length > limits.longestPlainTitle)
    return isCapitals(text) && !/^["“'‘[(]/.test(raw.trim());
  return isCapitals(text) || hasCapitals(text) || (!/[.!?,;:"”]$/.test(text) && /^\p{Lu}/u.test(text));
}
