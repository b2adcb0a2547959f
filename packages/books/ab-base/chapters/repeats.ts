import type { Block } from "@plotline/formats";
import { textBefore } from "../blocks/sums.ts";
import type { Mark } from "./runs.ts";
import type { Draft } from "./structure.ts";

/** Headings that name chapters a second time: contents lists, synopses, notes. */
const limits = {
  /** Chapters that are named twice, at least. */
  leastRepeated: 4,
  /** The share of a second count that the first has too, and the share of the first that comes again. */
  again: 0.8,
  /** The first chapter may have no note (De leeuw van Vlaanderen). */
  firstOfNotes: 3,
  /** Entries of a list with descriptions (Life on the Mississippi), and how much longer the book is. */
  leastListed: 5,
  mostBelow: 1.5,
  longerBook: 10,
  /** What is below each heading of the notes, as a share of a chapter. */
  shorterNotes: 0.5,
} as const;

/**
 * Without a second count of the same chapters below a heading such as `NOTES`, where the chapters have no titles: the
 * count begins again at 1, and what follows each heading is shorter.
 */
export function withoutNotesAgain(leaves: readonly Mark[], { headings, blocks, around }: Draft): readonly Mark[] {
  for (const [back, { class: kind }] of headings) {
    if (kind !== "back") continue;
    const [before, after] = [leaves.filter(({ block }) => block < back), leaves.filter(({ block }) => block > back)];
    if (before.length < limits.leastRepeated || (after[0]?.heading.number ?? 9) > limits.firstOfNotes) continue;
    const known = new Set(before.map(({ heading }) => `${heading.word} ${heading.number}`));
    const again = after.filter(({ heading }) => known.has(`${heading.word} ${heading.number}`)).length;
    const [book, notes] = [around.between(before[0]!.block, back), around.between(back, blocks.length)];
    const isShort = notes / after.length < (limits.shorterNotes * book) / before.length;
    if (again >= limits.again * after.length && isShort) return before;
  }
  return leaves;
}

/**
 * Without a list of chapters with a description of each, which is the book in small: the same numbers come again below, as
 * often, with ten times the text.
 */
export function withoutBookInSmall(marks: readonly Mark[], blocks: readonly Block[]): Mark[] {
  const numbered = marks.filter(({ heading }) => heading.number !== undefined);
  const before = textBefore(blocks);
  const total = before.at(-1)!;
  for (const [k, { block, heading }] of numbered.entries()) {
    const rest = numbered.length - k;
    if (heading.number !== 1 || k < limits.leastListed || rest < limits.again * k) continue;
    if (rest > limits.mostBelow * k) continue;
    const small = before[block]! - before[numbered[0]!.block]!;
    if (small * limits.longerBook > total - before[block]!) break;
    const below = countKeys(numbered.slice(k));
    const same = [...countKeys(numbered.slice(0, k))].reduce(
      (sum, [key, n]) => sum + Math.min(n, below.get(key) ?? 0),
      0,
    );
    if (same >= limits.again * k) return marks.filter((mark) => mark.block >= block);
  }
  return [...marks];
}

function countKeys(marks: readonly Mark[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { heading } of marks) counts.set(heading.number!, (counts.get(heading.number!) ?? 0) + 1);
  return counts;
}
