import { foldedNumeral, numeral } from "@plotline/corpus";
import type { Block } from "@plotline/formats";
import { repairLimits } from "./limits.ts";
import { bestRun, divides, type Mark, type Surroundings } from "./runs.ts";
import type { Draft } from "./structure.ts";

const limits = {
  /** Text around a misprinted number. */
  leastAroundMisprint: 500,
  /** A heading with a letter wrong in its word (Memorias posthumas de Braz Cubas): the letters that are right, and its length. */
  sameLetters: 3,
  longestMisprint: 80,
  /** Two chapters with one number (The Last Man), each at least this share of the usual length. */
  twin: 0.4,
} as const;

/** With what the best run left out: misprinted numbers, numerals in an epilogue. */
export function completed(leaves: readonly Mark[], { marks, blocks, around }: Draft): readonly Mark[] {
  const printed = withMisprintedWords(leaves, blocks, around);
  const counted = withNumbersTwice(withMisprints(printed, marks, around), marks, around);
  return withSubdivisions(withCarriedMisprints(counted, marks, around), marks, blocks, around);
}

/**
 * A number that is missing, at the start of a block with some word before it: `CAPIULO CXXIV`, or a heading that runs
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
      if (around.between(before.block, block) < limits.leastAroundMisprint) continue;
      const isAlone = blocks[block]!.text.trim().length < limits.longestMisprint;
      return [{ block, heading: { ...before.heading, number: missing, title: "", lines: isAlone ? 1 : 0 } }, mark];
    }
    return [mark];
  });
}

/** The first letters of the word that the chapters have: a letter or two are wrong in it. */
function isLike(word: string, { block }: Mark, blocks: readonly Block[]): boolean {
  const usual = /\p{L}+/u.exec(blocks[block]!.text)?.[0] ?? "";
  return foldedNumeral(usual).slice(0, limits.sameLetters) === foldedNumeral(word).slice(0, limits.sameLetters);
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
    return Math.min(above, below) > limits.twin * usual ? [mark, twin] : [mark];
  });
}

/** Where one number is missing and a chapter with a wrong number is in its place, it is that chapter. */
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
      around.between(before.block, block) > limits.leastAroundMisprint &&
      around.between(block, after.block) > limits.leastAroundMisprint,
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
