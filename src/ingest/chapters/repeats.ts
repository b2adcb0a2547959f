import type { Block } from "../blocks/block.ts";
import { repeatLimits } from "./limits.ts";
import type { Mark, Surroundings } from "./runs.ts";
import { textBefore } from "./surroundings.ts";

/**
 * Without a second count of the same chapters below a heading such as `NOTES`, where the chapters have no titles: the
 * count begins again at 1, and what follows each heading is shorter.
 */
export function withoutNotesAgain(
  leaves: readonly Mark[],
  backs: readonly number[],
  end: number,
  around: Surroundings,
) {
  for (const back of backs) {
    const [before, after] = [leaves.filter(({ block }) => block < back), leaves.filter(({ block }) => block > back)];
    if (before.length < repeatLimits.leastRepeated || (after[0]?.heading.number ?? 9) > repeatLimits.firstOfNotes)
      continue;
    const known = new Set(before.map(({ heading }) => `${heading.word} ${heading.number}`));
    const again = after.filter(({ heading }) => known.has(`${heading.word} ${heading.number}`)).length;
    const [book, notes] = [around.between(before[0]!.block, back), around.between(back, end)];
    const isShort = notes / after.length < (repeatLimits.shorterNotes * book) / before.length;
    if (again >= repeatLimits.again * after.length && isShort) return before;
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
    if (heading.number !== 1 || k < repeatLimits.leastListed || rest < repeatLimits.again * k) continue;
    if (rest > repeatLimits.mostBelow * k) continue;
    const small = before[block]! - before[numbered[0]!.block]!;
    if (small * repeatLimits.longerBook > total - before[block]!) break;
    const below = countKeys(numbered.slice(k));
    const same = [...countKeys(numbered.slice(0, k))].reduce(
      (sum, [key, n]) => sum + Math.min(n, below.get(key) ?? 0),
      0,
    );
    if (same >= repeatLimits.again * k) return marks.filter((mark) => mark.block >= block);
  }
  return [...marks];
}

function countKeys(marks: readonly Mark[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { heading } of marks) counts.set(heading.number!, (counts.get(heading.number!) ?? 0) + 1);
  return counts;
}
