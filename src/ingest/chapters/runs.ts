import type { Heading } from "./heading-forms.ts";
import { runWeights } from "./limits.ts";

/** A heading and the block that it is in. */
export interface Mark {
  readonly block: number;
  readonly heading: Heading;
}

export interface Run {
  readonly marks: readonly Mark[];
  readonly score: number;
}

/** What the book says about the places of headings. */
export interface Surroundings {
  /** Characters of text between two blocks, both excluded. */
  between(block: number, next: number): number;
  /** A heading of a book, part or act stands between the two. */
  dividedBetween(block: number, next: number): boolean;
  /** The contents list promises it. */
  isPromised(mark: Mark): boolean;
  /** What a heading is worth to a run because it is promised: so much that any step to it pays, if the list is certain. */
  readonly promise: number;
}

/**
 * The headings that number the book best: of all subsequences the one whose steps score highest. A step from n to n + 1
 * is worth most; a new start at 1 is good below a new division; gaps, repetitions and changes of style cost.
 */
export function bestRun(marks: readonly Mark[], around: Surroundings): Run {
  const best: number[] = [];
  const from: number[] = [];
  let top = -1;
  marks.forEach((mark, k) => {
    const own = around.isPromised(mark) ? around.promise : 1;
    best[k] = own - startCost(mark.heading);
    from[k] = -1;
    for (let before = Math.max(0, k - runWeights.reach); before < k; before++) {
      const score = best[before]! + own + step(marks[before]!, mark, around);
      if (score > best[k]!) [best[k], from[k]] = [score, before];
    }
    if (top < 0 || best[k]! >= best[top]!) top = k;
  });
  const chosen: Mark[] = [];
  for (let k = top; k >= 0; k = from[k]!) chosen.push(marks[k]!);
  return { marks: chosen.reverse(), score: top < 0 ? 0 : best[top]! };
}

function startCost({ number = 1 }: Heading): number {
  return number === 1 ? 0 : Math.min(runWeights.mostLateStart, runWeights.lateStart * (number - 1));
}

function step(a: Mark, b: Mark, around: Surroundings): number {
  const [from, to] = [a.heading, b.heading];
  const divided = around.dividedBetween(a.block, b.block);
  let score = follows(from, to, divided);
  if (around.between(a.block, b.block) < runWeights.leastText && to.class !== "scene") score += runWeights.noText;
  if (from.style !== to.style && to.number !== Number.POSITIVE_INFINITY && !(to.number === 1))
    score += runWeights.otherStyle;
  if ((from.title === "") !== (to.title === "") && to.class === "number") score += runWeights.otherTitling;
  return score;
}

function follows(from: Heading, to: Heading, divided: boolean): number {
  const [m, n] = [from.number ?? 0, to.number ?? 0];
  if (n === Number.POSITIVE_INFINITY) return runWeights.last;
  if (from.word !== to.word) return n === 1 ? runWeights.otherWordAtOne : runWeights.otherWord;
  if (n === m + 1) return 1;
  if (n === 1) return divided ? runWeights.againInPart : m >= 2 ? runWeights.again : runWeights.againAtOnce;
  if (n > m) return runWeights.missing * Math.min(n - m, runWeights.mostMissing);
  return divided ? runWeights.backInPart : runWeights.back;
}

/** A heading that chapters stand below. */
export function divides({ class: kind, parent }: Heading): boolean {
  return kind === "division" || kind === "act" || kind === "opening" || kind === "closing" || parent !== undefined;
}
