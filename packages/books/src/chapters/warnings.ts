import { median, sumOf } from "@plotline/base";
import { listedEntries } from "./aims.ts";
import type { Choice } from "./choose.ts";
import type { Entry } from "./contents.ts";
import type { Division } from "./divisions.ts";
import type { Heading } from "./heading-forms.ts";
import { undecorated } from "./lettering.ts";
import { sizesOf } from "./piece-features.ts";
import type { Piece } from "./pieces.ts";
import type { Section } from "./sections.ts";
import type { StudiedBook } from "./study.ts";

/** Sections that are named one by one. */
const mostNamed = 4;

/** What is strange in a division, whichever was chosen. */
const limits = {
  /** Words of a book that has chapters. */
  longBook: 30_000,
  /** A last chapter that is this many times the usual length, and one that the list ends with; its words. */
  longLast: 4,
  longListed: 6,
  longChapter: 12_500,
  /** Chapters that a contents list names, at least, and the share that may differ (prefaces, parts). */
  leastListed: 4,
  unlisted: 0.05,
  /** Of such a share of the chapters one wonders why the list does not name them. */
  mostUnlisted: 0.3,
} as const;

/** What a reader should look at: where the division may be another, and what no book has. */
export function warningsOf(
  book: StudiedBook,
  { division, rival, isSure }: Choice,
  chapters: readonly Section[],
): string[] {
  return [
    ...(isSure || isAsLinked(book, division) ? [] : [guessOf(book, division, rival)]),
    ...countsOf(book, division, chapters),
    ...newStarts(book, division),
    ...countedInside(book, division),
    ...lengthsOf(book, division),
    ...unlikeList(book, division),
  ];
}

/** The links of the contents list lead to all chapters, and to nothing else. */
function isAsLinked({ blocks, contents, aims }: StudiedBook, { chapters }: Division): boolean {
  const isLinked = contents.certain === true || blocks.some(({ aim }) => aim !== undefined);
  return isLinked && aims.size === chapters.length && chapters.every(({ at }) => aims.has(at));
}

/** The count begins again, and no part does. */
function newStarts({ lines }: StudiedBook, { chapters }: Division): string[] {
  const ofActs = lines.filter(({ heading }) => heading?.class === "act" || heading?.parent?.word === "act");
  const first = ofActs.filter(({ heading }, k) => actOf(heading!) === 1 && actOf(ofActs[k - 1]?.heading) !== 1);
  const isPlay = chapters.some(({ form }) => form === "act" || form === "scene");
  if (isPlay && first.length > 1) return [`act 1 begins ${first.length} times: the book may have several plays`];
  const again = chapters.filter(({ at, form, line }, k) => {
    const before = chapters[k - 1];
    if (isPlay || line?.heading?.number !== 1 || before?.form !== form) return false;
    return !lines.some(({ block, heading }) => block > before.at && block < at && heading?.class !== "number");
  });
  if (again.length === 0) return [];
  const times = again.length === 1 ? "once" : `${again.length} times`;
  return [`the numbers of the chapters begin again ${times} where no part does`];
}

function actOf(heading: Heading | undefined): number | undefined {
  return heading?.class === "act" ? heading.number : heading?.parent?.number;
}

/** No chapter is counted, but what is inside of one of several: a chapter of sections, or chapters that are missed. */
function countedInside(book: StudiedBook, { chapters }: Division): string[] {
  if (chapters.length === 1 || chapters.some(({ line }) => line?.heading?.number !== undefined)) return [];
  const inside = chapters.map(({ at, to }) =>
    book.lines.filter(({ block, heading }) => block > at && block < to && heading?.number !== undefined),
  );
  const [own, ...others] = inside.filter(({ length }) => length > 1);
  if (own === undefined || others.length > 0) return [];
  return [
    `numbers count inside of one chapter alone, from ${placesOf(book, [own[0]!.block])} on: look whether it is several`,
  ];
}

/** A long book in one piece, or a last chapter that may hold an appendix or an index. */
function lengthsOf(book: StudiedBook, { chapters }: Division): string[] {
  const lengths = sizesOf(book, chapters);
  const [words, last] = [sumOf(lengths), lengths.at(-1)!];
  if (chapters.length === 1 && words > limits.longBook)
    return [`no headings of chapters were found in ${words.toLocaleString("en")} words`];
  const most = chapters.at(-1)!.line?.isListed === true ? limits.longListed : limits.longLast;
  if (chapters.length < 4 || last <= most * median(lengths) || last <= limits.longChapter) return [];
  const { line } = book.blocks[chapters.at(-1)!.at]!;
  return [`the last chapter, at line ${line}, has ${last.toLocaleString("en")} words: notes or an index may be in it`];
}

/** The contents list names more chapters than there are. */
function unlikeList(book: StudiedBook, { chapters }: Division): string[] {
  const { contents, aims, blocks } = book;
  const isChapter = ({ heading, text }: Entry) =>
    heading === undefined ? /\p{L}{3}/u.test(text) : ["leaf", "scene", "number"].includes(heading.class);
  const listed = listedEntries(contents).filter(isChapter);
  if (listed.length < limits.leastListed || blocks.some(({ aim }) => aim !== undefined)) return [];
  if (chapters.length < listed.length * (1 - limits.unlisted) - 1)
    return [`the contents list names ${listed.length} chapters, but ${chapters.length} were found`];
  const unnamed = chapters.filter(({ line }) => line?.form === "title" && !line.isListed);
  if (aims.size >= limits.leastListed && unnamed.length > 0 && unnamed.length < limits.mostUnlisted * chapters.length)
    return [
      `${placesOf(book, unnamed.map(({ at }) => at).slice(0, mostNamed))} is a chapter here, which the contents list does not name`,
    ];
  const found = new Set(aims.values());
  const [lost, ...more] = aims.size === 0 ? [] : listed.filter((entry) => !found.has(entry));
  if (lost === undefined || chapters.length >= listed.length) return [];
  const others = more.length > 0 ? ` and ${more.length} more` : "";
  return [`the contents list names "${lost.text.slice(0, 60)}"${others}, which the text does not have as a heading`];
}

function guessOf(book: StudiedBook, { pieces, chances, chapters }: Division, rival: Division | undefined): string {
  const own = new Set(chapters.map(({ at }) => at));
  const other = new Set(rival?.chapters.map(({ at }) => at));
  const doubtful = pieces.filter((_, k) => chances[k]! < 0.8).map(({ at }) => at);
  const differ = [...[...own].filter((at) => !other.has(at)), ...[...other].filter((at) => !own.has(at))];
  const named =
    doubtful.length > 0 && doubtful.length <= mostNamed
      ? doubtful
      : differ.length > 0 && differ.length <= mostNamed
        ? differ
        : [];
  if (named.length > 0) {
    const [kept, left] = [named.filter((at) => own.has(at)), named.filter((at) => !own.has(at))];
    const asks = [
      ...(kept.length === 0 ? [] : [`${placesOf(book, kept)}, which may begin no chapter`]),
      ...(left.length === 0 ? [] : [`${placesOf(book, left)}, which may begin a chapter too`]),
    ];
    return `look at ${asks.join("; and at ")}`;
  }
  const first = rival?.chapters[0]?.at;
  const others =
    first === undefined ? "" : `; another division has ${rival!.chapters.length}, from ${placesOf(book, [first])} on`;
  if (chapters.length === 1) return `that it is one chapter is a guess: look for headings inside${others}`;
  return `the ${chapters.length} chapters are a guess: look through their headings${others}`;
}

function placesOf({ blocks, lines }: StudiedBook, places: readonly number[]): string {
  const known = new Set(lines.map(({ block }) => block));
  const texts = places.map((at) => {
    const { text, line } = blocks[at]!;
    return `${known.has(at) ? `"${undecorated(text.trim().split("\n")[0]!).slice(0, 60)}"` : "the text"} at line ${line}`;
  });
  return [texts.slice(0, -1).join(", "), ...texts.slice(-1)].filter(Boolean).join(" and ");
}

/** Where the count of the chapters leaves a number out, or gives one twice; a misprint after which it goes on is none. */
function countsOf({ blocks }: StudiedBook, { chapters }: Division, sections: readonly Section[]): string[] {
  const found: string[] = [];
  for (const run of runsOf(chapters)) {
    const numbers = run.map(({ line }) => line!.heading!.number!);
    const isMisprint = numbers.at(-1)! - numbers[0]! === numbers.length - 1;
    if (isMisprint || run[0]!.form.startsWith("part")) continue;
    for (const [k, { at }] of run.entries()) {
      const [last, number] = [numbers[k - 1], numbers[k]!];
      if (last === undefined) continue;
      const name = sections.find((section) => section.at === at)!.heading.slice(0, 60);
      const where = `before line ${blocks[at]!.line} ("${name}")`;
      if (number === last + 2) found.push(`number ${last + 1} is missing between ${last} and ${number}, ${where}`);
      else if (number > last + 2)
        found.push(`numbers ${last + 1} to ${number - 1} are missing between ${last} and ${number}, ${where}`);
      else if (number === last)
        found.push(
          `number ${number} begins twice, at line ${blocks[run[k - 1]!.at]!.line} and at line ${blocks[at]!.line}: look whether both are chapters`,
        );
    }
  }
  return found.length > mostNamed
    ? [`${found[0]}; and ${found.length - 1} more steps of the count are not by one`]
    : found;
}

/** Chapters that are counted together, each time from 1. */
function runsOf(chapters: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = [];
  const open = new Map<string, Piece[]>();
  for (const piece of chapters) {
    const number = piece.line?.heading?.number;
    if (number === undefined || !Number.isFinite(number)) continue;
    const run = open.get(piece.form);
    if (run !== undefined && number !== 1) run.push(piece);
    else {
      open.set(piece.form, [piece]);
      runs.push(open.get(piece.form)!);
    }
  }
  return runs;
}
