import type { Block } from "@plotline/formats";
import { formOf, type Line } from "./lines.ts";
import { mostCommon, type Series } from "./series.ts";
import type { StudiedBook } from "./study.ts";

/** A stretch of the book from one line that may begin a chapter to the next. */
export interface Piece {
  readonly at: number;
  readonly to: number;
  /** None where text begins without a heading: at the front, or below a contents list. */
  readonly line: Line | undefined;
  readonly form: string;
  /** A line of the series, or one near it that may begin a chapter too. */
  readonly inSeries: boolean;
  /** Before the first line of the series, between, or after its last. */
  readonly place: "front" | "inside" | "back";
}

const limits = {
  /** Words of a piece. */
  leastWords: 6,
  /** Words between a line of the series and another one that may begin a chapter. */
  leastBetween: 40,
  /** Words without a heading at the front that may be a chapter. */
  leastOpening: 60,
  /** Lines that may begin a chapter before, after and between those of the series. */
  mostFront: 16,
  mostBack: 24,
  mostInside: 60,
} as const;

/** A series with the lines around it that may begin a chapter too: prefaces, prologues, epilogues, notes, whatever is set alike. */
export function piecesOf(book: StudiedBook, series: Series): Piece[] {
  const { lines, words, blocks } = book;
  const own = new Set(series.lines);
  const first = series.lines[0]?.block ?? startOfText(book);
  const last = series.lines.at(-1)?.block ?? first;
  const [setting] = mostCommon(series.lines.map((line) => line.setting));
  const [form] = mostCommon(series.lines.map((line) => line.form));
  // What someone called Prologue says is no prologue.
  const gap = Math.min(2, ...series.lines.map(({ block }) => blocks[block]!.gap));
  const isApart = (line: Line) => isNamed(line) && blocks[line.block]!.gap >= gap;
  const others = lines.filter((line) => !own.has(line));
  const front = others.filter(({ block }) => block < first).slice(-limits.mostFront);
  const inside = others.filter(
    (line) => line.block > first && line.block < last && (isApart(line) || line.isListed) && !isBelow(line, own, book),
  );
  const back = others.filter(
    (line) =>
      line.block > last &&
      (isApart(line) || line.isListed || line.form === form || line.setting === setting || isAbove(line, setting)) &&
      !isBelow(line, own, book),
  );
  const starts: Start[] = [
    ...series.lines.map((line) => ({ at: line.block, line, inSeries: true })),
    ...(series.lines.length === 0 ? [{ at: first, line: undefined, inSeries: true }] : []),
    ...[...front, ...(inside.length > limits.mostInside ? [] : inside), ...back.slice(0, limits.mostBack)].map(
      (line) => ({ at: line.block, line, inSeries: false }),
    ),
  ];
  const isTaken = (at: number) => starts.some((start) => start.at <= at && isJustAbove(start, at, book));
  // Text without a heading: at the front of the book, and below a contents list at either end.
  const unnamed = [startOfText(book), ...book.contents.lists.map(({ to }) => to)].filter(
    (at) => at < blocks.length && !isTaken(at) && (at <= first || at > last),
  );
  const all = [...starts, ...unnamed.map((at) => ({ at, line: undefined, inSeries: false }))].sort(
    (a, b) => a.at - b.at,
  );
  const ends = [...all.map(({ at }) => at), ...book.contents.lists.map(({ from }) => from)].sort((a, b) => a - b);
  return all.flatMap(({ at, line, inSeries }, k): Piece[] => {
    if (all[k - 1]?.at === at) return [];
    const isInside = at >= first && at <= last;
    const next = isInside
      ? (all[k + 1]?.at ?? closingList(book, at) ?? blocks.length)
      : (ends.find((end) => end > at) ?? blocks.length);
    const size = words[next]! - words[line === undefined ? at : at + 1]!;
    if (size < (line === undefined && !inSeries ? limits.leastOpening : limits.leastWords)) return [];
    const place = at < first ? "front" : at > last ? "back" : "inside";
    return [
      {
        at,
        to: next,
        line,
        form: line === undefined ? "opening" : formOf(line.heading, line.likenesses),
        inSeries,
        place,
      },
    ];
  });
}

/** Text just below a heading is that heading's. */
function isJustAbove(start: Start, at: number, { words }: StudiedBook): boolean {
  return start.at === at || words[at]! - words[start.at + 1]! < limits.leastWords;
}

/** A book with hardly a word outside of its lists. */
export function wholeOf({ blocks }: StudiedBook): Piece {
  return { at: 0, to: blocks.length, line: undefined, form: "opening", inSeries: true, place: "inside" };
}

interface Start {
  readonly at: number;
  readonly line: Line | undefined;
  readonly inSeries: boolean;
}

/** The contents list with which a book ends, if it is below a line. */
function closingList({ contents, words }: StudiedBook, at: number): number | undefined {
  const last = contents.lists.at(-1);
  return last !== undefined && last.from > at && words.at(-1)! - words[last.to]! < limits.leastWords
    ? last.from
    : undefined;
}

/** Just below a line of the series: its title, its argument, the first of its sections. */
function isBelow({ block }: Line, own: ReadonlySet<Line>, { words }: StudiedBook): boolean {
  let above: Line | undefined;
  for (const line of own) if (line.block < block) above = line;
  return above !== undefined && words[block]! - words[above.block + 1]! < limits.leastBetween;
}

/** `PREFACE`, `Prologue`, `NOTES`: the name says what it is. */
function isNamed({ form }: Line): boolean {
  return ["front", "opening", "closing", "back", "cast"].includes(form);
}

/** A heading of HTML that is as large as the chapters' or larger. */
function isAbove({ setting }: Line, usual: string | undefined): boolean {
  return setting.startsWith("h") && (!usual?.startsWith("h") || setting <= usual);
}

/** Where running text begins: below the title page, with the first of the sentences that lead to a long paragraph. */
export function startOfText({ blocks, contents, lines }: StudiedBook): number {
  const long = blocks
    .slice(0, 40)
    .findIndex(({ text, level }, k) => level === 0 && text.length > 200 && !contents.has(k));
  const cast = lines.find(({ form }) => form === "cast")?.block;
  if (long < 0 && cast !== undefined)
    return Math.max(
      0,
      blocks.findIndex(({ gap }, k) => k > cast && gap >= 3),
    );
  let first = Math.max(0, long);
  while (first > 0 && isSentence(blocks[first - 1]!) && !contents.has(first - 1)) first -= 1;
  return first;
}

/** No line of a title page, of a cast list, or of a licence. */
function isSentence({ text, level }: Block): boolean {
  const isTitlePage = /copyright|©|^\s*(?:by|von|par|de|di|door|af)\s/iu.test(text);
  return level === 0 && !isTitlePage && /\p{Ll}[.!?]["”’»]?\s*$/u.test(text) && text.split(/\s+/).length > 4;
}
