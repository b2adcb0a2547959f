import type { Block } from "../blocks/block.ts";
import { titleKey } from "./lettering.ts";
import { repeatLimits } from "./limits.ts";
import type { Mark, Surroundings } from "./runs.ts";

/**
 * Without the headings that name chapters a second time: in a contents list that nothing announces, in a synopsis, in
 * notes or an index at the end. Where number and title come twice, a chapter is where more text follows.
 */
export function withoutRepeats(marks: readonly Mark[], end: number, around: Surroundings): Mark[] {
  const numbered = marks.filter(({ heading }) => heading.number !== undefined);
  const text = new Map(
    numbered.map(({ block }, k) => [block, around.between(block, numbered[k + 1]?.block ?? end)] as const),
  );
  const twice = pairsOf(numbered);
  if (twice.length < repeatLimits.leastRepeated) return [...marks];
  const sizeOf = (side: 0 | 1) => twice.reduce((sum, pair) => sum + text.get(pair[side].block)!, 0);
  const [first, second] = [sizeOf(0), sizeOf(1)];
  if (Math.max(first, second) < repeatLimits.longer * Math.min(first, second)) return [...marks];
  const [shorter, longer] = first < second ? ([0, 1] as const) : ([1, 0] as const);
  const from = Math.min(...twice.map((pair) => pair[shorter].block));
  const to = Math.max(...twice.map((pair) => pair[shorter].block));
  const isBetween = ({ block }: Mark) => block >= from && block <= to;
  if (twice.some((pair) => isBetween(pair[longer]))) return [...marks];
  return marks.filter((mark) => !isBetween(mark) || mark.heading.number === undefined);
}

/** The headings that are the same in number and title, the first and the last of each. */
function pairsOf(marks: readonly Mark[]): (readonly [Mark, Mark])[] {
  const same = new Map<string, Mark[]>();
  for (const mark of marks) {
    const { class: kind, word, number } = mark.heading;
    // A part that the list names with its page: `DAY THE THIRD 127`.
    const title = titleKey(mark.heading.title).replace(/ ?\d{1,4}$/, "");
    if (title.length < repeatLimits.leastTitle && !(kind === "division" && title === "")) continue;
    const key = `${kind === "division" ? word : ""} ${number} ${title.slice(0, repeatLimits.comparedTitle)}`;
    same.set(key, [...(same.get(key) ?? []), mark]);
  }
  return [...same.values()].filter((group) => group.length > 1).map((group) => [group[0]!, group.at(-1)!]);
}

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

/** Without a heading that comes again at once, on a page of its own before the chapter: `CANTO THE FIRST`, `Canto the First`. */
export function withoutHalfTitles(marks: readonly Mark[], blocks: readonly Block[]): Mark[] {
  return marks.filter(({ block, heading }, k) => {
    const next = marks[k + 1];
    if (next === undefined || heading.number === undefined || !isSame(heading, next.heading)) return true;
    let size = 0;
    for (let at = block + 1; at < next.block && size < repeatLimits.belowHalfTitle; at++)
      size += blocks[at]!.text.length;
    return size >= repeatLimits.belowHalfTitle;
  });
}

/**
 * Without a list of chapters with a description of each, which is the book in small: the same numbers come again below, as
 * often, with ten times the text.
 */
export function withoutBookInSmall(marks: readonly Mark[], blocks: readonly Block[]): Mark[] {
  const numbered = marks.filter(({ heading }) => heading.number !== undefined);
  const before = [0];
  for (const { text } of blocks) before.push(before.at(-1)! + text.length);
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

function isSame(a: Mark["heading"], b: Mark["heading"]): boolean {
  return a.class === b.class && a.word === b.word && a.number === b.number && a.class !== "number";
}
