import { groupedBy, memo } from "@plotline/base";
import type { Block } from "@plotline/formats";
import { textBefore } from "../blocks/sums.ts";
import type { Aims } from "./aims.ts";
import { type Contents, entryOf, type Headings } from "./contents.ts";
import { mentionsDate, wordsOf } from "./dates.ts";
import { isCapitals, titleKey, undecorated } from "./lettering.ts";

/** Lines that are alike (Virginibus Puerisque, whose first paper alone is numbered). */
const limits = {
  /** Space above, and wide space. */
  leastGap: 2,
  wideGap: 3,
  longest: 160,
  mostLines: 3,
  longestPlain: 80,
  longestMarked: 300,
  highLevel: 3,
  /** How many, over how much of the book, how many of them with names of their own. */
  least: 3,
  most: 2000,
  spread: 0.5,
  ownNames: 0.4,
  /** Text below any of them, what is long, and the longest in the book. */
  anyText: 100,
  leastText: 1000,
  longestShare: 0.7,
  /** How many groups are looked at. */
  mostGroups: 8,
} as const;

/**
 * Lines that are alike all through the book, each with a text below: set alike (in capitals or not, with as much space
 * above, indented or not), with the same first or last word, or with a date. Which of these groups are the chapters is not
 * decided here.
 */
export function setAlike(blocks: readonly Block[], headings: Headings, contents: Contents): Aims[] {
  const lines = blocks.flatMap((block, k) =>
    contents.has(k) ? [] : likenessesOf(block).map((likeness) => ({ likeness, k })),
  );
  const before = textBefore(blocks);
  const groups = [...groupedBy(lines, ({ likeness }) => likeness).values()]
    .filter(({ length }) => length >= limits.least && length <= limits.most)
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
    .slice(0, limits.mostGroups)
    .map(
      ({ group }) => new Map(group.map((k) => [k, entryOf(undecorated(blocks[k]!.text), headings.get(k))] as const)),
    );
}

/** In which ways a line is like others of its kind; none for running text. */
export const likenessesOf = memo(({ text, gap, level, inner }: Block): readonly string[] => {
  if (inner === true || text.length > (level > 0 ? limits.longestMarked : limits.longest)) return [];
  if (level > 0) return [`h${level}`, level <= limits.highLevel ? "a high heading" : "a low heading"];
  const printed = text.trim();
  const line = undecorated(text);
  const words = wordsOf(line);
  const isOneLine = !printed.includes("\n");
  if (gap < 1 || words.length === 0 || /^["“'‘„«]/.test(printed)) return [];
  const found = mentionsDate(line) ? ["a date", ...(gap >= limits.leastGap ? ["a date apart"] : [])] : [];
  if (/[,;]$/.test(line) || printed.split("\n").length > limits.mostLines) return found;
  const areCapitals = isCapitals(line) && /\p{L}{2}/u.test(line);
  const isTitle =
    isOneLine && /^[\p{Lu}\d]/u.test(line) && !/\p{Ll}[.!?]["”’]?$/u.test(line) && line.length <= limits.longestPlain;
  if (!areCapitals && !isTitle) return found;
  const place = /^\s{6,}/.test(text) ? "indented" : "flush";
  const space = Math.min(gap, limits.wideGap + 1);
  if (areCapitals && gap >= limits.leastGap) found.push(`capitals ${space} ${place}`, "capitals");
  if (areCapitals && gap >= limits.wideGap) found.push("capitals apart");
  if (!areCapitals && gap >= limits.wideGap) found.push(`plain ${space} ${place} ${/^_.*_\.?$/s.test(printed)}`);
  if (gap >= limits.wideGap) found.push("apart");
  if (gap > limits.wideGap) found.push("far apart");
  const [first, last] = [words[0]!, words.at(-1)!];
  if (/^\p{L}{2}/u.test(first)) found.push(`first ${first}`);
  if (words.length > 1 && /^\p{L}{3}/u.test(last)) found.push(`last ${last}`);
  return found;
});

/** Without those that another follows at once: lines of a title page, a part above its first chapter. */
function withText(group: readonly number[], before: Float64Array): number[] {
  return group.filter((k, n) => before[group[n + 1] ?? before.length - 1]! - before[k + 1]! > limits.anyText);
}

/** How likely these lines are headings, roughly: spread over the book, with long texts and names of their own. */
function worthOf(group: readonly number[], blocks: readonly Block[], before: Float64Array): number {
  if (group.length < limits.least) return 0;
  const { spread, longest, names, long } = sharesOf(group, blocks, before);
  if (spread < limits.spread || longest > limits.longestShare || names < limits.ownNames) return 0;
  return spread + long + names / 2 - longest;
}

function sharesOf(group: readonly number[], blocks: readonly Block[], before: Float64Array) {
  const total = before.at(-1)!;
  const sizes = group.map((k, n) => before[group[n + 1] ?? blocks.length]! - before[k + 1]!);
  return {
    spread: (total - before[group[0]!]!) / total,
    longest: sizes.reduce((a, b) => Math.max(a, b)) / total,
    names: new Set(group.map((k) => titleKey(blocks[k]!.text))).size / group.length,
    long: sizes.filter((size) => size > limits.leastText).length / group.length,
  };
}
