import { median } from "@plotline/base";
import { listedEntries } from "./aims.ts";
import { type Division, divisionOf } from "./divisions.ts";
import { keyOf } from "./lettering.ts";
import type { Line } from "./lines.ts";
import { pieceFeatures, type Reader, sizesOf } from "./piece-features.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import { withText } from "./series.ts";
import type { StudiedBook } from "./study.ts";

const limits = {
  /** What chapters will tell, or notes on them, as a share of the chapters. */
  synopsis: 0.2,
  /** Words of a motto below the heading of a part, and of a title page. */
  motto: 100,
  titlePage: 40,
  /** Titles that are alike. */
  fewestTitles: 3,
} as const;

/** What is counted: the first of these that a book has. */
const counts = [/^counted /, /^scene$/, /^act$/, /^numeral$/];

/**
 * The division of a book that says all itself: its chapters are counted from 1 on without a gap, in each part anew, and what
 * is before, between and behind them has a name.
 */
export function completeCount(reader: Reader): Division | undefined {
  const { book } = reader;
  const counted = countedLines(book);
  const lines = book.lines.some(({ heading }) => heading?.number !== undefined) ? counted : titles(book);
  return divided(reader, isAsListed(lines, book) ? lines : completeList(book));
}

function divided(reader: Reader, lines: readonly Line[]): Division | undefined {
  const { book } = reader;
  if (lines.length === 0) return undefined;
  const { form } = lines.at(-1)!;
  const pieces = piecesOf(book, { finder: "complete count", lines });
  const usual = median(
    sizesOf(
      book,
      pieces.filter(({ inSeries }) => inSeries),
    ),
  );
  const taken = pieces.map((piece) => isChapter(piece, { form, usual }, book));
  if (taken.includes(undefined)) return undefined;
  const proposal = { finder: "complete count", pieces, rows: pieceFeatures(reader, pieces) };
  return divisionOf(
    proposal,
    taken.map((each) => (each ? 1 : 0)),
    taken.map((each) => each === true),
  );
}

/** All that the contents list names, but for prefaces and notes; none where a line of the list is not found. */
function completeList(book: StudiedBook): readonly Line[] {
  const isFound = listedEntries(book.contents).length <= book.aims.size;
  const own = book.lines.filter(({ isListed, form }) => isListed && !notStory.has(form));
  return isFound ? withText(own, book) : [];
}

/** The list, if there is one, names these lines or the titles just below them. */
function isAsListed(counted: readonly Line[], { aims }: StudiedBook): boolean {
  const own = new Set(counted.flatMap(({ block }) => [block, block + 1]));
  return [...aims.keys()].every((at) => own.has(at));
}

/** Titles in capitals that are set apart, if there are no others; or the book's title, where it stands again above the text. */
function titles(book: StudiedBook): readonly Line[] {
  const all = book.lines.filter(({ form }) => form === "title");
  const [first, again] = all;
  if (all.length === 2 && keyOf(book.blocks[first!.block]!) === keyOf(book.blocks[again!.block]!)) return [again!];
  const own = withText(all, book);
  return own.length >= limits.fewestTitles && all.every(({ likenesses }) => likenesses.includes("capitals apart"))
    ? own
    : [];
}

/** Lines of one form whose numbers are complete. */
function countedLines(book: StudiedBook): readonly Line[] {
  const counted = book.lines.filter(({ heading }) => heading?.number !== undefined);
  const form = counts
    .map((is) => counted.find((line) => is.test(line.form))?.form)
    .find((found) => found !== undefined);
  const own = counted.filter((line) => line.form === form);
  const lines = withoutSynopsis(runsOf(withText(own, book)), book).flat();
  return lines.length < 2 ? [] : lines;
}

const notStory = new Set(["front", "back", "cast", "contents"]);

/** The counts, each complete from 1 on; none where one is not, or where it begins again and no part does. */
function runsOf(lines: readonly Line[]): Line[][] {
  const runs: Line[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (line.heading!.number === 1) runs.push([line]);
    else if (before !== undefined && isNext(before, line)) run!.push(line);
    else return [];
  }
  return runs;
}

function isNext({ heading: before }: Line, { heading: after }: Line): boolean {
  return after!.number === before!.number! + 1 || after!.number === Number.POSITIVE_INFINITY;
}

/** The chapters, where the same count is once in small, as a synopsis or notes; nothing where a count begins again and no part does. */
function withoutSynopsis(runs: readonly Line[][], book: StudiedBook): readonly Line[][] {
  const isInPart = runs.every((run, k) => k === 0 || hasPartBetween(runs[k - 1]!.at(-1)!, run[0]!, book));
  if (isInPart) return runs;
  const [first, second] = runs;
  if (runs.length !== 2) return [];
  const { words } = book;
  const start = words[second![0]!.block]!;
  const [above, below] = [start - words[first![0]!.block]!, words.at(-1)! - start];
  if (above < limits.synopsis * below) return [second!];
  return below < limits.synopsis * above ? [first!] : [];
}

/** What may hold chapters that are counted for themselves. */
const holders = new Set(["act", "opening", "closing"]);

function hasPartBetween({ block: from }: Line, to: Line, { lines }: StudiedBook): boolean {
  if (to.heading?.parent !== undefined) return true;
  return lines.some(
    ({ block, form }) => block > from && block < to.block && (form.startsWith("part") || holders.has(form)),
  );
}

/** Undefined where nothing says it; text of a chapter's length above the first one is a chapter. */
function isChapter(piece: Piece, { form, usual }: { form: string; usual: number }, book: StudiedBook) {
  const { line, inSeries, place } = piece;
  if (inSeries) return true;
  const [size = 0] = sizesOf(book, [piece]);
  const isTitled = line === undefined || line.form === "title";
  if (isTitled && place === "front" && piece.at === 0 && size < limits.titlePage) return false;
  if (isTitled) return place === "front" && size > usual / 2 ? true : undefined;
  if (line.form === "opening" || line.form === "closing") return true;
  if (notStory.has(line.form) || line.form === form) return false;
  return line.form.startsWith("part") && size < limits.motto ? false : undefined;
}
