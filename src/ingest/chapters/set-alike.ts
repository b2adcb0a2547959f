import { folded } from "../../corpus/addresses/numerals.ts";
import { groupedBy } from "../../lists.ts";
import type { Block } from "../blocks/block.ts";
import type { Aims } from "./aims.ts";
import { type Contents, entryOf, type Headings } from "./contents.ts";
import dates from "./data/months.json" with { type: "json" };
import { isCapitals, titleKey, undecorated } from "./lettering.ts";
import { alikeLimits } from "./limits.ts";
import { once } from "./once.ts";
import { textBefore } from "./surroundings.ts";

/**
 * Lines that are alike all through the book, each with a text below: set alike (in capitals or not, with as much space
 * above, indented or not), with the same first or last word, or with a date. Which of these groups are the chapters is not
 * decided here.
 */
export function setAlike(blocks: readonly Block[], headings: Headings, { lists }: Contents): Aims[] {
  const isListed = (block: number) => lists.some(({ from, to }) => block >= from && block < to);
  const lines = blocks.flatMap((block, k) =>
    isListed(k) ? [] : likenessesOf(block).map((likeness) => ({ likeness, k })),
  );
  const before = textBefore(blocks);
  const groups = [...groupedBy(lines, ({ likeness }) => likeness).values()]
    .filter(({ length }) => length >= alikeLimits.least && length <= alikeLimits.most)
    .map((group) =>
      withText(
        group.map(({ k }) => k),
        before,
      ),
    )
    .map((group) => ({ group, worth: worthOf(group, blocks, before) }))
    .filter(({ worth }) => worth > 0);
  const unlike = new Map(groups.map(({ group, worth }) => [group.join(), { group, worth }]));
  return [...unlike.values()]
    .sort((a, b) => b.worth - a.worth)
    .slice(0, alikeLimits.mostGroups)
    .map(
      ({ group }) => new Map(group.map((k) => [k, entryOf(undecorated(blocks[k]!.text), headings.get(k))] as const)),
    );
}

/** In which ways a line is like others of its kind; none for running text. */
export const likenessesOf = once(({ text, gap, level, inner }: Block): readonly string[] => {
  if (inner === true || text.length > (level > 0 ? alikeLimits.longestMarked : alikeLimits.longest)) return [];
  if (level > 0) return [`h${level}`, level <= alikeLimits.highLevel ? "a high heading" : "a low heading"];
  const printed = text.trim();
  const line = undecorated(text);
  const words = folded(line).match(/[\p{L}\p{N}]+/gu) ?? [];
  const isOneLine = !printed.includes("\n");
  if (gap < 1 || words.length === 0 || /^["“'‘„«]/.test(printed)) return [];
  const found = isDated(line, words) ? ["a date", ...(gap >= alikeLimits.leastGap ? ["a date apart"] : [])] : [];
  if (/[,;]$/.test(line) || printed.split("\n").length > alikeLimits.mostLines) return found;
  const areCapitals = isCapitals(line) && /\p{L}{2}/u.test(line);
  const isTitle =
    isOneLine &&
    /^[\p{Lu}\d]/u.test(line) &&
    !/\p{Ll}[.!?]["”’]?$/u.test(line) &&
    line.length <= alikeLimits.longestPlain;
  if (!areCapitals && !isTitle) return found;
  const place = /^\s{6,}/.test(text) ? "indented" : "flush";
  const space = Math.min(gap, alikeLimits.wideGap + 1);
  if (areCapitals && gap >= alikeLimits.leastGap) found.push(`capitals ${space} ${place}`, "capitals");
  if (areCapitals && gap >= alikeLimits.wideGap) found.push("capitals apart");
  if (!areCapitals && gap >= alikeLimits.wideGap) found.push(`plain ${space} ${place} ${/^_.*_\.?$/s.test(printed)}`);
  if (gap >= alikeLimits.wideGap) found.push("apart");
  if (gap > alikeLimits.wideGap) found.push("far apart");
  const [first, last] = [words[0]!, words.at(-1)!];
  if (/^\p{L}{2}/u.test(first)) found.push(`first ${first}`);
  if (words.length > 1 && /^\p{L}{3}/u.test(last)) found.push(`last ${last}`);
  return found;
});

function isDated(line: string, words: readonly string[]): boolean {
  if (line.length > alikeLimits.longestDate || words.length > alikeLimits.dateWords) return false;
  if (words.some((word) => months.has(word))) return /\d/.test(line);
  return words.length <= alikeLimits.dayWords && words.some((word) => days.has(word));
}

const months = new Set(dates.months);
const days = new Set(dates.days);

/** Without those that another follows at once: lines of a title page, a part above its first chapter. */
function withText(group: readonly number[], before: Float64Array): number[] {
  return group.filter((k, n) => before[group[n + 1] ?? before.length - 1]! - before[k + 1]! > alikeLimits.anyText);
}

/** How likely these lines are headings, roughly: spread over the book, with long texts and names of their own. */
function worthOf(group: readonly number[], blocks: readonly Block[], before: Float64Array): number {
  if (group.length < alikeLimits.least) return 0;
  const { spread, longest, names, long } = sharesOf(group, blocks, before);
  if (spread < alikeLimits.spread || longest > alikeLimits.longestShare || names < alikeLimits.ownNames) return 0;
  return spread + long + names / 2 - longest;
}

/** Lines that are most likely chapters, whatever else the book has; numbers are counted, not compared. */
export function areChapters(aims: Aims, blocks: readonly Block[], headings: Headings): boolean {
  const group = [...aims.keys()];
  if (group.length <= alikeLimits.least) return false;
  if (group.filter((k) => headings.get(k)?.number !== undefined).length >= group.length / 2) return false;
  const { spread, longest, names, long } = sharesOf(group, blocks, textBefore(blocks));
  return (
    spread >= alikeLimits.wideSpread &&
    longest <= alikeLimits.shortShare &&
    Math.min(names, long) >= alikeLimits.nearlyAll
  );
}

function sharesOf(group: readonly number[], blocks: readonly Block[], before: Float64Array) {
  const total = before.at(-1)!;
  const sizes = group.map((k, n) => before[group[n + 1] ?? blocks.length]! - before[k + 1]!);
  return {
    spread: (total - before[group[0]!]!) / total,
    longest: sizes.reduce((a, b) => Math.max(a, b)) / total,
    names: new Set(group.map((k) => titleKey(blocks[k]!.text))).size / group.length,
    long: sizes.filter((size) => size > alikeLimits.leastText).length / group.length,
  };
}
