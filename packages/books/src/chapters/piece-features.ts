import { groupedBy, median, memoByName } from "@plotline/base";
import { type Content, contentOf } from "./content.ts";
import words from "./data/heading-words.json" with { type: "json" };
import { keyOf, titleKey } from "./lettering.ts";
import type { Piece } from "./pieces.ts";
import { mostCommon } from "./series.ts";
import type { StudiedBook } from "./study.ts";

/** The named numbers by which it is judged whether a piece is a chapter of the division that its series proposes. */
export type PieceFeatures = Record<string, number>;

/** What is known of a book's stretches, whichever series they are pieces of. */
export interface Reader {
  readonly book: StudiedBook;
  readonly contentOf: (range: { from: number; to: number }) => Content;
}

export function readerOf(book: StudiedBook): Reader {
  return {
    book,
    contentOf: memoByName(
      ({ from, to }: { from: number; to: number }) => `${from} ${to}`,
      ({ from, to }) => contentOf(book, from, to),
    ),
  };
}

export function pieceFeatures({ book, contentOf: read }: Reader, pieces: readonly Piece[]): PieceFeatures[] {
  const { words: before, blocks, contents, aims } = book;
  const total = Math.max(1, before.at(-1)!);
  const sizeOf = ({ at, to, line }: Piece) =>
    Math.max(0, before[to]! - before[Math.min(to, line === undefined ? at : at + 1)]!);
  const own = pieces.filter(({ inSeries }) => inSeries);
  const usual = Math.max(1, median(own.map(sizeOf)));
  const [form, formCount] = mostCommon(own.map((piece) => piece.form));
  const [setting, settingCount] = mostCommon(own.map(({ line }) => line?.setting));
  const listed = own.filter(({ line }) => line?.isListed === true).length / Math.max(1, own.length);
  const some = own.filter((_, k) => k % Math.ceil(own.length / 6) === 0).map(({ at, to }) => read({ from: at, to }));
  const core = {
    quotes: median(some.map(({ quotes }) => quotes)),
    editors: median(some.map(({ editors }) => editors)),
    running: median(some.map(({ running }) => running)),
    speech: median(some.map(({ speech }) => speech)),
    years: median(some.map(({ years }) => years)),
    names: new Set(some.flatMap(({ names }) => [...names])),
  };
  const numbered = pieces.map(({ line }) => line?.heading?.number);
  const firstOwn = pieces.findIndex(({ inSeries }) => inSeries);
  const lastOwn = pieces.findLastIndex(({ inSeries }) => inSeries);
  const keyAt = (at: number) => keyOf(blocks[at]!);
  const named = groupedBy(
    book.lines.map(({ block }) => block),
    keyAt,
  );
  let ended = 0;
  return pieces.map((piece, k) => {
    const { at, to, line, place, inSeries } = piece;
    const size = sizeOf(piece);
    const content = read({ from: at, to });
    const number = numbered[k];
    const near = (step: number) => {
      for (let other = k + step; other >= 0 && other < pieces.length; other += step)
        if (pieces[other]!.inSeries && numbered[other] !== undefined && pieces[other]!.form === piece.form)
          return numbered[other]!;
      return undefined;
    };
    const [above, below] = [near(-1), near(1)];
    const heading = line?.heading?.class;
    const level = blocks[at]!.level;
    const names = [...content.names];
    const hasEnded = ended;
    if (content.hasEnd) ended = 1;
    const next = pieces[k + 1];
    const row: PieceFeatures = {
      "in the series": inSeries ? 1 : 0,
      "before the series": place === "front" ? firstOwn - k : 0,
      "after the series": place === "back" ? k - lastOwn : 0,
      "from the front": Math.min(30, k),
      "from the back": Math.min(30, pieces.length - 1 - k),
      "is front": heading === "front" ? 1 : 0,
      "is opening": heading === "opening" ? 1 : 0,
      "is closing": heading === "closing" ? 1 : 0,
      "is back": heading === "back" ? 1 : 0,
      "is cast": heading === "cast" ? 1 : 0,
      "is a part": heading === "division" || heading === "act" ? 1 : 0,
      "is counted": number === undefined ? 0 : 1,
      "has no heading": line === undefined ? 1 : 0,
      "usual form": piece.form === form ? 1 : 0,
      "usual setting": line?.setting === setting ? 1 : 0,
      "share of usual form": formCount / Math.max(1, own.length),
      "share of usual setting": settingCount / Math.max(1, own.length),
      level: level,
      "level above usual": level > 0 && setting?.startsWith("h") ? Number(setting.slice(1)) - level : -9,
      gap: blocks[at]!.gap,
      "is listed": line?.isListed === true ? 1 : 0,
      "others are listed": listed,
      "has a list": aims.size > 0 ? 1 : 0,
      "number follows": number === undefined || above === undefined ? -1 : number === above + 1 ? 1 : 0,
      "number leads on": number === undefined || below === undefined ? -1 : below === number + 1 ? 1 : 0,
      number: Math.min(9, number ?? -1),
      "count above": Math.min(9, above ?? -1),
      "count below": Math.min(9, below ?? -1),
      "skipped by the count": above !== undefined && below !== undefined && below === above + 2 ? 1 : 0,
      words: Math.log(size + 5),
      "words to usual": Math.log((size + 20) / (usual + 20)),
      "share of the book": size / total,
      "place in the book": before[at]! / total,
      chapters: Math.log(own.length + 1),
      "book words": Math.log(total),
      running: content.running,
      "running to usual": content.running - core.running,
      editors: content.editors,
      "editors to usual": content.editors - core.editors,
      talk: content.quotes,
      "talk to usual": content.quotes - core.quotes,
      speech: content.speech,
      "speech to usual": content.speech - core.speech,
      years: content.years,
      "years to usual": content.years - core.years,
      "names known": names.length === 0 ? 0 : names.filter((name) => core.names.has(name)).length / names.length,
      "has the end": content.hasEnd ? 1 : 0,
      "after the end": hasEnded,
      "is signed": content.isSigned ? 1 : 0,
      "is matter": isMatter(blocks[at]!.text) ? 1 : 0,
      "outside a list": isOutsideList(piece, book) ? 1 : 0,
      "book title": line !== undefined && isBookTitle(piece, book) ? 1 : 0,
      "heading length": line === undefined ? 0 : Math.min(200, blocks[at]!.text.length),
      "a sentence": /\p{Ll}[.!?]["”’]?\s*$/u.test(blocks[at]!.text) ? 1 : 0,
      "next in the series": next === undefined ? -1 : next.inSeries ? 1 : 0,
      "next is unnamed": next !== undefined && next.line === undefined ? 1 : 0,
      "of lists": contents.lists.length,
      "named above": timesNamed(named.get(keyAt(at)), (other) => other < at),
      "named below": timesNamed(named.get(keyAt(at)), (other) => other > at),
    };
    return row;
  });
}

/** In how many places the same heading stands besides. */
function timesNamed(places: readonly number[] = [], is: (place: number) => boolean): number {
  return Math.min(5, places.filter(is).length);
}

/** Words of prefaces and notes, anywhere in the heading. */
function isMatter(text: string): boolean {
  return (
    text.length < 200 &&
    titleKey(text)
      .split(" ")
      .some((word) => matter.has(word))
  );
}

const matter = new Set(
  [...words.front, ...words.back]
    .map(titleKey)
    .filter((name) => !name.includes(" ") && name.length >= 6 && !words.alone.includes(name)),
);

/** Above a contents list at the front, or below one at the back. */
function isOutsideList({ at, to }: Piece, { contents, blocks }: StudiedBook): boolean {
  const middle = blocks.length / 2;
  return (
    contents.lists.some(({ from, to: end }) =>
      from < middle ? from >= at && at < middle : end <= at && at > middle,
    ) && to > at
  );
}

function isBookTitle({ at }: Piece, { blocks, title = "" }: StudiedBook): boolean {
  const key = keyOf(blocks[at]!);
  const names = [
    title.split(/[:;(—]|, or /)[0]!,
    ...blocks.slice(0, Math.min(at, 8)).map(({ text }) => (text.length < 200 ? text : "")),
  ].map(titleKey);
  return key.length > 2 && names.some((name) => name.length > 3 && (name.startsWith(key) || key.startsWith(name)));
}

export function sizesOf({ words }: StudiedBook, pieces: readonly Piece[]): number[] {
  return pieces.map(({ at, to, line }) =>
    Math.max(0, words[to]! - words[Math.min(to, line === undefined ? at : at + 1)]!),
  );
}
