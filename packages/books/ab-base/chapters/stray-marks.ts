import { median } from "@plotline/base";
import type { Block } from "@plotline/formats";
import type { Headings } from "./contents.ts";
import { repairLimits } from "./limits.ts";
import type { Mark, Surroundings } from "./runs.ts";
import type { Draft } from "./structure.ts";

const limits = {
  /** Notes at the end that name the acts or chapters once more: their largest share of the book. */
  notes: 0.15,
  /** A poem before the book with numbered stanzas: they are shorter than this, and than 1/n of a chapter. */
  longestDedicatoryStanza: 600,
  stanzaOfChapter: 5,
  /** A long poem in parts, its stanzas numbered: stanzas a part, their length, and the share that is so short. */
  stanzasPerPart: 10,
  longestStanza: 900,
  shortStanzas: 0.8,
  /** Parts counted from 1 inside each chapter are sections: this many starts, this share of them just below a chapter. */
  leastSectionStarts: 3,
  startsBelowChapter: 0.8,
} as const;

/** Without the headings among notes at the end that name the chapters once more: `NOTES`, then `ACT I`, `ACT II`. */
export function withoutNotes(marks: readonly Mark[], headings: Headings, blocks: number, around: Surroundings): Mark[] {
  const text = around.between(-1, blocks);
  for (const [block, heading] of headings) {
    if (heading.class !== "back" || around.between(block, blocks) > text * limits.notes) continue;
    const first = marks.find((mark) => mark.block > block && mark.heading.number !== undefined);
    const again = first?.heading.number === 1 && marks.some((mark) => mark.block < block && isSame(mark, first));
    if (again) return marks.filter((mark) => mark.block < block);
  }
  return [...marks];
}

function isSame({ heading: a }: Mark, { heading: b }: Mark): boolean {
  return a.class === b.class && a.word === b.word && a.number === b.number;
}

/** Without numerals that count the stanzas of a poem before the book: all a few lines apart, where chapters are long. */
export function withoutStanzas(leaves: readonly Mark[], { around }: Draft): readonly Mark[] {
  const again = leaves.findIndex(({ heading }, k) => k > 0 && heading.number === 1);
  if (again < 2 || leaves.length < again + 3) return leaves;
  const [stanzas, chapters] = [leaves.slice(0, again), leaves.slice(again)];
  const usual = median(gaps(chapters, around));
  return gaps(stanzas, around).every(
    (length) => length < Math.min(limits.longestDedicatoryStanza, usual / limits.stanzaOfChapter),
  )
    ? chapters
    : leaves;
}

/** Numerals a few lines apart, counted from 1 in each part of the book, number the stanzas of a poem. */
export function areStanzas(numbers: readonly Mark[], parts: readonly unknown[], blocks: readonly Block[]): boolean {
  const restarts = numbers.filter(({ heading }) => heading.number === 1).length;
  if (parts.length < 2 || restarts < 2 || numbers.length < limits.stanzasPerPart * parts.length) return false;
  const lengths = numbers.map(({ block }, k) => lengthBetween(blocks, block, numbers[k + 1]?.block ?? block + 1));
  return lengths.filter((length) => length < limits.longestStanza).length > limits.shortStanzas * numbers.length;
}

function lengthBetween(blocks: readonly Block[], from: number, to: number): number {
  let length = 0;
  for (let at = from; at < to && length < limits.longestStanza; at++) length += blocks[at]!.text.length;
  return length;
}

function gaps(marks: readonly Mark[], around: Surroundings): number[] {
  return marks.slice(1).map(({ block }, k) => around.between(marks[k]!.block, block));
}

/** Without parts that are sections of chapters: more of them than chapters, counted from 1 in each. */
export function withoutSections(divisions: readonly Mark[], leaves: readonly Mark[]): readonly Mark[] {
  const throughout = leaves.every(
    ({ heading }, k) => k === 0 || (heading.number ?? 0) > (leaves[k - 1]!.heading.number ?? 0),
  );
  if (leaves.length < repairLimits.leastChapters || !throughout) return divisions;
  const words = new Set(divisions.map(({ heading }) => heading.word));
  const inside = [...words].filter((word) =>
    areInside(
      divisions.filter(({ heading }) => heading.word === word),
      leaves,
    ),
  );
  return divisions.filter(({ heading }) => !inside.includes(heading.word));
}

function areInside(parts: readonly Mark[], leaves: readonly Mark[]): boolean {
  const starts = parts.filter(({ heading }) => heading.number === 1);
  const below = starts.filter(({ block }) => {
    const before = parts.findLast((part) => part.block < block)?.block ?? -1;
    return leaves.some((leaf) => leaf.block > before && leaf.block < block);
  });
  return (
    parts.length > leaves.length &&
    starts.length >= limits.leastSectionStarts &&
    below.length >= starts.length * limits.startsBelowChapter
  );
}
