import type { Block } from "@plotline/formats";
import type { Aims } from "./aims.ts";
import type { Contents, Headings } from "./contents.ts";
import type { Heading } from "./heading-forms.ts";
import { titleKey, undecorated } from "./lettering.ts";
import { headingLimits } from "./limits.ts";
import type { Mark } from "./runs.ts";
import { promisedTitles, type Title, typographicTitles } from "./unnumbered-headings.ts";

const limits = {
  /** Chapters have names of their own; sections of parts are called the same in each (Spinoza's Ethics). */
  ownNames: 0.8,
  /** No book has more headings without a number. */
  mostTitles: 3000,
  /** Headings of HTML from this level on open no chapter. */
  deepestTitle: 5,
} as const;

export function titlesOf(blocks: readonly Block[], contents: Contents, headings: Headings): Title[] {
  const promised = promisedTitles(blocks, contents);
  if (promised.length >= 2 && promised.length <= limits.mostTitles) return promised;
  const titles: Title[] = [];
  blocks.forEach((block, k) => {
    if (
      block.level > 0 &&
      block.level < limits.deepestTitle &&
      block.text.length <= headingLimits.longest &&
      !headings.has(k)
    )
      titles.push({ block: k, text: undecorated(block.text), entry: undefined });
  });
  return titles.length > limits.mostTitles ? [] : titles;
}

export function setTitles(blocks: readonly Block[], contents: Contents, divisions: readonly Mark[]): Title[] {
  const after = Math.max(contents.lists.findLast(({ to }) => to < blocks.length / 2)?.to ?? 0, 0);
  const titles = typographicTitles(blocks, after);
  const names = new Set(titles.map(({ text }) => titleKey(text))).size;
  // "DEFINITIONS", "AXIOMS" in each part: sections.
  if (divisions.length > 1 && names < limits.ownNames * titles.length) return [];
  return titles.length > divisions.length && titles.length <= limits.mostTitles ? titles : [];
}

/** What the list names: without the numbered headings, unless they are all to count alike. */
export function aimedTitles(blocks: readonly Block[], headings: Headings, aims: Aims, isFlat: boolean): Title[] {
  return [...aims]
    .filter(
      ([block]) => headings.get(block)?.number === undefined || (isFlat && isNumberedChapter(headings.get(block)!)),
    )
    .map(([block, entry]) => ({ block, text: undecorated(blocks[block]!.text), entry, certain: isFlat }));
}

/** Without those that only name the chapter or part whose number is just above or below. */
export function detached(titles: readonly Title[], blocks: readonly Block[], marks: readonly Mark[]): Title[] {
  const taken = new Set(marks.flatMap(({ block, heading }) => [block, ...(heading.title === "" ? [block + 1] : [])]));
  const parts = new Set(marks.filter(({ heading }) => heading.class === "division").map(({ block }) => block));
  // The list numbers the first chapter of a part (Black Beauty).
  const isFirstOfPart = ({ block, entry }: Title) =>
    parts.has(block - 1) && !parts.has(block) && entry !== undefined && /^\W*(?:\d|[IVXLC]+\b)/.test(entry.text);
  const isAbove = ({ block }: Title) =>
    taken.has(block + 1) &&
    blocks[block + 1] !== undefined &&
    marks.some((mark) => mark.block === block + 1 && mark.heading.number !== 1);
  return titles.filter((title) => (isFirstOfPart(title) || !taken.has(title.block)) && !isAbove(title));
}

export function isNumberedChapter({ class: kind, number }: Heading): boolean {
  return number !== undefined && (kind === "leaf" || kind === "number");
}
