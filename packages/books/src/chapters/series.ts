import { groupedBy, median } from "@plotline/base";
import { keyOf } from "./lettering.ts";
import type { Line } from "./lines.ts";
import type { StudiedBook } from "./study.ts";

/** Lines of which one likeness holds: perhaps the headings of the chapters. */
export interface Series {
  readonly finder: string;
  readonly lines: readonly Line[];
}

const limits = {
  /** Words below a heading that begins a chapter; with fewer it names a part, or is a line of a title page. */
  leastWords: 6,
  /** Words between a half-title and the same heading below it. */
  halfTitle: 40,
  /** Words below the title of a part, as a share of the usual chapter. */
  motto: 0.1,
  /** The share of the book from the first to the end, for lines that are only set alike. */
  spread: 0.4,
  most: 2500,
  /** How many of the ways to be set alike are tried. */
  mostSettings: 10,
} as const;

/** Divisions that simple finders propose: lines of one form, one level, one setting, of the list; and a few unions of those. */
export function seriesOf(book: StudiedBook): Series[] {
  const groups = groupedBy(
    book.lines.flatMap((line) => line.likenesses.map((likeness) => ({ likeness, line }))),
    ({ likeness }) => likeness,
  );
  const plain = [...groups].map(([finder, members]) => ({ finder, lines: members.map(({ line }) => line) }));
  const strong = plain.filter(
    (series) =>
      isStrong(series.finder) &&
      series.lines.length >= 2 &&
      (!isNumeral(series.finder) || doesCount(withText(series.lines, book))),
  );
  const weak = plain
    .filter(({ finder, lines }) => !isStrong(finder) && lines.length >= 3 && isSpread(lines, book))
    .sort((a, b) => worthOf(b.lines, book) - worthOf(a.lines, book))
    .slice(0, limits.mostSettings);
  const counted = strong.filter(({ finder }) => isCounted(finder));
  const runs = counted
    .map(({ finder, lines }) => ({ finder: `${finder}, in order`, lines: inOrder(lines) }))
    .filter(({ finder, lines }) => !isNumeral(finder) || doesCount(withText(lines, book)));
  const own = [...strong, ...runs];
  const all = [...own, ...weak, ...unionsOf(own), ...own.map((series) => withAlike(series, book)), whole];
  const unlike = new Map<string, Series>();
  for (const series of all) {
    const lines = withText(series.lines, book);
    if (lines.length > limits.most || (lines.length === 0 && series !== whole)) continue;
    const key = lines.map(({ block }) => block).join();
    if (!unlike.has(key)) unlike.set(key, { ...series, lines });
  }
  return [...unlike.values()];
}

const whole: Series = { finder: "whole", lines: [] };

function isStrong(finder: string): boolean {
  return isCounted(finder) || /^(?:listed|navigation|h\d|dated|addressed)/.test(finder);
}

function isCounted(finder: string): boolean {
  return /^(?:counted|part|act|scene|numeral)/.test(finder);
}

/** Numbers alone, which lists have too. */
function isNumeral(finder: string): boolean {
  return /^(?:numeral|counted(?:,|$))/.test(finder);
}

/** Somewhere a number is followed by the next one. */
function doesCount(lines: readonly Line[]): boolean {
  return lines.some((line, k) => k > 0 && step(numberOf(lines[k - 1]!), numberOf(line)) === steps.next);
}

function isSpread(lines: readonly Line[], { words }: StudiedBook): boolean {
  return words.at(-1)! - words[lines[0]!.block]! > limits.spread * words.at(-1)!;
}

/** Many lines with long texts below are worth more than many with short ones. */
function worthOf(lines: readonly Line[], { words }: StudiedBook): number {
  const lengths = lines.map(({ block }, k) => words[lines[k + 1]?.block ?? words.length - 1]! - words[block]!);
  return lengths.filter((length) => length > 200).length / lines.length - Math.max(...lengths) / words.at(-1)!;
}

/** Without those that the next follows at once, without half-titles, and without titles with a motto below them. */
export function withText(lines: readonly Line[], { words, blocks }: StudiedBook): Line[] {
  const sizes = lines.map(({ block }, k) => words[lines[k + 1]?.block ?? words.length - 1]! - words[block + 1]!);
  const motto = Math.min(limits.halfTitle, limits.motto * median(sizes));
  return lines.filter(({ block, form, isListed }, k) => {
    const next = lines[k + 1]?.block;
    const isTwice = next !== undefined && keyOf(blocks[block]!) === keyOf(blocks[next]!);
    const least = isTwice ? limits.halfTitle : form === "title" && !isListed ? motto : 0;
    return sizes[k]! >= Math.max(limits.leastWords, least);
  });
}

/** Parts and the chapters in them, acts and scenes, the listed and the counted: a part without a text of its own falls away. */
function unionsOf(own: readonly Series[]): Series[] {
  const parts = own.filter(({ finder }) => /^(?:part|act)/.test(finder));
  const leaves = own.filter(
    ({ finder, lines }) => /^(?:counted|numeral|scene|listed$)/.test(finder) && lines.length >= 3,
  );
  return parts.flatMap((part) =>
    leaves
      .filter(({ lines }) => lines.length >= part.lines.length)
      .map((leaf) => ({ finder: `${part.finder} and ${leaf.finder}`, lines: united(part.lines, leaf.lines) })),
  );
}

/** With all other lines that are set as most of these are. */
function withAlike({ finder, lines }: Series, book: StudiedBook): Series {
  const [setting] = mostCommon(lines.map((line) => line.setting));
  const alike = book.lines.filter((line) => line.setting === setting && line.likenesses.length > 0);
  return { finder: `${finder} and alike`, lines: setting?.startsWith("plain") ? lines : united(lines, alike) };
}

function united(a: readonly Line[], b: readonly Line[]): Line[] {
  return [...new Set([...a, ...b])].sort((one, other) => one.block - other.block);
}

/** The most frequent value and how often it comes. */
export function mostCommon<Each>(values: readonly Each[]): readonly [Each | undefined, number] {
  let best: readonly [Each | undefined, number] = [undefined, 0];
  for (const [value, { length }] of groupedBy(values, (each) => each)) if (length > best[1]) best = [value, length];
  return best;
}

const steps = {
  /** A number more than the one before; the count begins again; any other step. */
  next: 1,
  again: 0.2,
  other: -1.2,
  /** Lines that may be passed over between two. */
  reach: 24,
} as const;

/** The subsequence whose numbers count best: a step from n to n + 1 is worth most, a new start at 1 a little. */
export function inOrder(lines: readonly Line[]): Line[] {
  const best: number[] = [];
  const from: number[] = [];
  let top = -1;
  lines.forEach((line, k) => {
    best[k] = numberOf(line) === 1 ? 1 : 0;
    from[k] = -1;
    for (let before = Math.max(0, k - steps.reach); before < k; before++) {
      const score = best[before]! + step(numberOf(lines[before]!), numberOf(line));
      if (score > best[k]!) [best[k], from[k]] = [score, before];
    }
    if (top < 0 || best[k]! >= best[top]!) top = k;
  });
  const chosen: Line[] = [];
  for (let k = top; k >= 0; k = from[k]!) chosen.push(lines[k]!);
  return chosen.reverse();
}

function numberOf({ heading }: Line): number {
  return heading?.number ?? 0;
}

function step(before: number, number: number): number {
  if (number === before + 1 || number === Number.POSITIVE_INFINITY) return steps.next;
  return number === 1 && before > 1 ? steps.again : steps.other;
}
