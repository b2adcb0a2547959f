import type { Heading } from "./heading-forms.ts";

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
  /** A heading of a book, part or act is between the two. */
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
    for (let before = Math.max(0, k - weights.reach); before < k; before++) {
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
  return number === 1 ? 0 : Math.min(weights.mostLateStart, weights.lateStart * (number - 1));
}

function step(a: Mark, b: Mark, around: Surroundings): number {
  const [from, to] = [a.heading, b.heading];
  const divided = around.dividedBetween(a.block, b.block);
  let score = follows(from, to, divided);
  if (around.between(a.block, b.block) < weights.leastText && to.class !== "scene") score += weights.noText;
  if (from.style !== to.style && to.number !== Number.POSITIVE_INFINITY && !(to.number === 1))
    score += weights.otherStyle;
  if ((from.title === "") !== (to.title === "") && to.class === "number") score += weights.otherTitling;
  return score;
}

function follows(from: Heading, to: Heading, divided: boolean): number {
  const [m, n] = [from.number ?? 0, to.number ?? 0];
  if (n === Number.POSITIVE_INFINITY) return weights.last;
  if (from.word !== to.word) return n === 1 ? weights.otherWordAtOne : weights.otherWord;
  if (n === m + 1) return 1;
  if (n === 1) return divided ? weights.againInPart : m >= 2 ? weights.again : weights.againAtOnce;
  if (n > m) return weights.missing * Math.min(n - m, weights.mostMissing);
  return divided ? weights.backInPart : weights.back;
}

/** A heading that has chapters below it. */
export function divides({ class: kind, parent }: Heading): boolean {
  return kind === "division" || kind === "act" || kind === "opening" || kind === "closing" || parent !== undefined;
}

const weights = {
  /** Headings that may be passed over between two that follow one another. */
  reach: 24,
  /** A run that does not begin at 1 loses this for each number, up to a most. */
  lateStart: 0.6,
  mostLateStart: 2,
  /** Hardly a word between two headings: entries of a contents list that was not found. */
  noText: -1.6,
  leastText: 40,
  otherStyle: -0.7,
  /** Numerals with titles among numerals without. */
  otherTitling: -0.3,
  /** `Chapter the Last`. */
  last: 0.5,
  /** Another word (`Chapter` after `Letter`): where it begins at 1, and where it does not. */
  otherWordAtOne: 0.4,
  otherWord: -1.5,
  /** The count begins again: in a new part, without one after two chapters or more, right away. */
  againInPart: 0.9,
  again: 0.1,
  againAtOnce: -1,
  /** For each missing number, up to this many: a heading that was not read. */
  missing: -0.4,
  mostMissing: 5,
  /** The count goes back, across parts and within one. */
  backInPart: -0.6,
  back: -1.8,
} as const;
