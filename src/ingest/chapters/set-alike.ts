import type { Block } from "../blocks/block.ts";
import type { Aims } from "./aims.ts";
import { type Contents, entryOf, type Headings } from "./contents.ts";
import { isCapitals, titleKey, undecorated } from "./lettering.ts";
import { alikeLimits } from "./limits.ts";
import { textBefore } from "./surroundings.ts";

/**
 * Lines that are set alike all through the book (in capitals or not, with as much space above, indented or not), each with a
 * text below: the chapters of a book without a list and without numbers that count it.
 */
export function setAlike(blocks: readonly Block[], headings: Headings, { lists }: Contents): Aims[] {
  const groups = new Map<string, number[]>();
  const isListed = (block: number) => lists.some(({ from, to }) => block >= from && block < to);
  blocks.forEach((block, k) => {
    const setting = settingOf(block);
    // Numerals are counted, not compared.
    const isNumeral = headings.get(k)?.class === "number" && headings.get(k)?.title === "";
    if (setting === undefined || isNumeral || isListed(k)) return;
    const group = groups.get(setting);
    if (group === undefined) groups.set(setting, [k]);
    else group.push(k);
  });
  const before = textBefore(blocks);
  return [...groups.values()]
    .map((group) => withText(group, before))
    .filter((group) => areChapters(group, blocks, before))
    .filter((group) => group.filter((k) => headings.get(k)?.number !== undefined).length < group.length / 2)
    .map((group) => new Map(group.map((k) => [k, entryOf(undecorated(blocks[k]!.text), headings.get(k))] as const)));
}

/** How a line that may be a heading is set; undefined for any other. */
function settingOf({ text, gap, level, inner }: Block): string | undefined {
  if (level > 0) return inner === true || text.length > alikeLimits.longestMarked ? undefined : `h${level}`;
  if (gap < alikeLimits.leastGap || text.length > alikeLimits.longest) return undefined;
  const printed = text.trim();
  const line = undecorated(text);
  if (line.length < 2 || /^["“'‘„«]/.test(printed) || /[,;:]$/.test(line) || !/\p{L}{2}/u.test(line)) return undefined;
  const space = gap >= alikeLimits.wideGap ? "wide" : "narrow";
  const place = /^\s{8,}/.test(text) ? "indented" : "flush";
  if (isCapitals(line)) return printed.split("\n").length > 2 ? undefined : `capitals ${space} ${place}`;
  const isTitle = !printed.includes("\n") && /^\p{Lu}|^\d/u.test(line) && !/\p{Ll}[.!?]["”’]?$/u.test(line);
  return isTitle && gap >= alikeLimits.wideGap && line.length <= alikeLimits.longestPlain
    ? `plain ${place}${/^_.*_$/.test(printed) ? " italic" : ""}`
    : undefined;
}

/** Without those that another follows at once: lines of a title page, a part above its first chapter. */
function withText(group: readonly number[], before: Float64Array): number[] {
  return group.filter((k, n) => {
    const end = group[n + 1] ?? before.length - 1;
    return before[end]! - before[k + 1]! > alikeLimits.anyText;
  });
}

/** Enough of them, over most of the book, each with a name of its own, and a text of some length below nearly all. */
function areChapters(group: readonly number[], blocks: readonly Block[], before: Float64Array): boolean {
  if (group.length < alikeLimits.least || group.length > alikeLimits.most) return false;
  const total = before.at(-1)!;
  if (total - before[group[0]!]! < alikeLimits.spread * total) return false;
  const names = new Set(group.map((k) => titleKey(blocks[k]!.text))).size;
  if (names < alikeLimits.ownNames * group.length) return false;
  const sizes = group.map((k, n) => before[group[n + 1] ?? blocks.length]! - before[k + 1]!);
  if (Math.max(...sizes) > alikeLimits.longestShare * total) return false;
  return sizes.filter((size) => size > alikeLimits.leastText).length >= alikeLimits.withText * group.length;
}
