import { folded, numeral } from "../../corpus/addresses/numerals.ts";
import type { Block } from "../blocks/block.ts";
import { repairLimits } from "./limits.ts";
import { bestRun, divides, type Mark, type Surroundings } from "./runs.ts";
import { isLeafLike } from "./titles.ts";

/** With what the best run left out: misprinted numbers, another form at the end, numerals in an epilogue. */
export function completed(
  leaves: readonly Mark[],
  marks: readonly Mark[],
  blocks: readonly Block[],
  around: Surroundings,
): readonly Mark[] {
  const printed = withMisprintedWords(withGapsFilled(leaves, marks, around), blocks, around);
  const counted = withNumbersTwice(withMisprints(printed, marks, around), marks, around);
  const whole = extended(withCarriedMisprints(counted, marks, around), marks, around);
  return withSubdivisions(whole, marks, blocks, around);
}

/** A number that is missing from the run may stand in the book in another form. */
function withGapsFilled(leaves: readonly Mark[], marks: readonly Mark[], around: Surroundings): Mark[] {
  const filled: Mark[] = [];
  leaves.forEach((mark, k) => {
    const before = leaves[k - 1];
    const [low, high] = [before?.heading.number ?? 0, mark.heading.number ?? 0];
    if (before !== undefined && high > low + 1 && Number.isFinite(high)) {
      for (const other of marks) {
        const wanted = (filled.at(-1)?.heading.number ?? low) + 1;
        const between = other.block > filled.at(-1)!.block && other.block < mark.block;
        if (
          between &&
          wanted < high &&
          other.heading.number === wanted &&
          isLeafLike(other.heading) &&
          around.between(other.block, mark.block) > repairLimits.leastInGap
        )
          filled.push(other);
      }
    }
    filled.push(mark);
  });
  return filled;
}

/**
 * A number that is still missing, at the start of a block with some word before it: `CAPIULO CXXIV`, or a heading that runs
 * on into the text.
 */
function withMisprintedWords(leaves: readonly Mark[], blocks: readonly Block[], around: Surroundings): Mark[] {
  return leaves.flatMap((mark, k) => {
    const before = leaves[k - 1];
    const missing = (before?.heading.number ?? 0) + 1;
    if (before === undefined || before.heading.word === "" || mark.heading.number !== missing + 1) return [mark];
    for (let block = before.block + 1; block < mark.block; block++) {
      const [, word = "", number = ""] =
        /^\s*(\p{Lu}\p{L}{2,11})\.? +([IVXLC]+|\d{1,3})(?![\p{L}\p{N}])/u.exec(blocks[block]!.text.slice(0, 40)) ?? [];
      if ((numeral(number)?.value ?? missing) !== missing || !isLike(word, before, blocks)) continue;
      if (around.between(before.block, block) < repairLimits.leastAroundMisprint) continue;
      const isAlone = blocks[block]!.text.trim().length < repairLimits.longestMisprint;
      return [{ block, heading: { ...before.heading, number: missing, title: "", lines: isAlone ? 1 : 0 } }, mark];
    }
    return [mark];
  });
}

/** The first letters of the word that the chapters have: a letter or two are wrong in it. */
function isLike(word: string, { block }: Mark, blocks: readonly Block[]): boolean {
  const usual = /\p{L}+/u.exec(blocks[block]!.text)?.[0] ?? "";
  return folded(usual).slice(0, repairLimits.sameLetters) === folded(word).slice(0, repairLimits.sameLetters);
}

/** The same number on two chapters in a row, each with its text: a misprint that was not made good. */
function withNumbersTwice(leaves: readonly Mark[], marks: readonly Mark[], around: Surroundings): Mark[] {
  return leaves.flatMap((mark, k) => {
    const next = leaves[k + 1];
    if (next === undefined || next.heading.number !== (mark.heading.number ?? 0) + 1) return [mark];
    const twin = marks.find(
      ({ block, heading }) =>
        block > mark.block &&
        block < next.block &&
        heading.class === "leaf" &&
        heading.word === mark.heading.word &&
        heading.number === mark.heading.number,
    );
    if (twin === undefined) return [mark];
    const [above, below] = [around.between(mark.block, twin.block), around.between(twin.block, next.block)];
    const usual = around.between(leaves[0]!.block, leaves.at(-1)!.block) / leaves.length;
    return Math.min(above, below) > repairLimits.twin * usual ? [mark, twin] : [mark];
  });
}

/** Where one number is missing and a chapter with a wrong number stands in its place, it is that chapter. */
function withMisprints(leaves: readonly Mark[], marks: readonly Mark[], around: Surroundings): Mark[] {
  return leaves.flatMap((mark, k) => {
    const before = leaves[k - 1];
    const missing = (before?.heading.number ?? 0) + 1;
    if (before === undefined || mark.heading.number !== missing + 1) return [mark];
    const stray = strayBetween(before, mark, mark, marks, around);
    if (stray !== undefined) return [{ ...stray, heading: { ...stray.heading, number: missing } }, mark];
    // The same number twice: the first of the two was meant to be the missing one.
    const next = leaves[k + 1];
    const twin = next === undefined ? undefined : strayBetween(mark, next, mark, marks, around);
    if (twin?.heading.number !== mark.heading.number) return [mark];
    return [{ ...mark, heading: { ...mark.heading, number: missing } }, twin];
  });
}

/** XLIII, LXIV, XLIV, XLVI: a misprint, and the next chapter has the number that it should have had. */
function withCarriedMisprints(leaves: readonly Mark[], marks: readonly Mark[], around: Surroundings): Mark[] {
  return leaves.flatMap((mark, k) => {
    const [before, after] = [leaves[k - 1], leaves[k + 1]];
    const number = mark.heading.number ?? 0;
    if (before === undefined || after?.heading.number !== number + 2) return [mark];
    const stray = strayBetween(before, mark, mark, marks, around);
    if (stray === undefined) return [mark];
    return [
      { ...stray, heading: { ...stray.heading, number } },
      { ...mark, heading: { ...mark.heading, number: number + 1 } },
    ];
  });
}

function strayBetween(
  before: Mark,
  after: Mark,
  like: Mark,
  marks: readonly Mark[],
  around: Surroundings,
): Mark | undefined {
  return marks.find(
    ({ block, heading }) =>
      block > before.block &&
      block < after.block &&
      heading.class === "leaf" &&
      heading.word === like.heading.word &&
      around.between(before.block, block) > repairLimits.leastAroundMisprint &&
      around.between(block, after.block) > repairLimits.leastAroundMisprint,
  );
}

/** An epilogue or part without chapters of the usual form may have numerals for chapters, if those are as long. */
function withSubdivisions(
  leaves: readonly Mark[],
  marks: readonly Mark[],
  blocks: readonly Block[],
  around: Surroundings,
): readonly Mark[] {
  if (leaves.length < repairLimits.leastChapters || leaves[0]!.heading.class !== "leaf") return leaves;
  const usual = around.between(leaves[0]!.block, blocks.length) / leaves.length;
  const starts = marks.filter(({ heading }) => divides(heading));
  const added = starts.flatMap(({ block }) => {
    const end = [...starts, ...leaves].reduce(
      (next, mark) => (mark.block > block && mark.block < next ? mark.block : next),
      blocks.length,
    );
    const run = bestRun(
      marks.filter((mark) => mark.block > block && mark.block < end && mark.heading.class === "number"),
      around,
    ).marks;
    const long =
      run.length >= 2 &&
      run[0]!.heading.number === 1 &&
      around.between(block, end) / run.length > usual * repairLimits.subdivision;
    return long ? run : [];
  });
  return added.length === 0 ? leaves : [...leaves, ...added].sort((a, b) => a.block - b.block);
}

/** The count may continue in another form after the last heading of the run. */
function extended(leaves: readonly Mark[], marks: readonly Mark[], around: Surroundings): readonly Mark[] {
  const more: Mark[] = [];
  const last = leaves.at(-1);
  if (last === undefined || leaves.length < 2) return leaves;
  for (const other of marks) {
    const end = more.at(-1) ?? last;
    const next = other.block > end.block && other.heading.number === (end.heading.number ?? 0) + 1;
    const free =
      !around.dividedBetween(end.block, other.block) &&
      around.between(end.block, other.block) > repairLimits.leastBeforeMore;
    if (next && free && isLeafLike(other.heading)) more.push(other);
  }
  return more.length >= 2 ? [...leaves, ...more] : leaves;
}
