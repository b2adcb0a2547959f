import { lengths } from "./bags.ts";
import { type ReadingOptions, termReader } from "./chapter-terms.ts";
import { type Matrix, matrix } from "./matrix.ts";
import { sharedNgrams } from "./ngrams.ts";
import type { Similarity } from "./similarity.ts";
import {
  isStandIn,
  looksAhead,
  type Smoothing,
  type SmoothingConstants,
  type StandIn,
  smoother,
  smoothingDefaults,
  standInOf,
} from "./smoothing.ts";

export interface BleuOptions extends ReadingOptions, SmoothingConstants {
  readonly smoothing: Smoothing;
  /** Which side is the hypothesis, whose n-grams are looked for in the other. */
  readonly hypothesis: "summary" | "story";
  /** With sacrebleu's smoothings: a hypothesis of two words has no trigrams, so none are asked of it. */
  readonly effectiveOrder: boolean;
}

export const bleuDefaults: BleuOptions = {
  ...smoothingDefaults,
  smoothing: "nltk-4",
  hypothesis: "summary",
  effectiveOrder: true,
  stopWords: false,
  stems: false,
  words: "plain",
};

/**
 * BLEU of two paragraphs, over n-grams up to `orders` words long: BP · exp(Σ ln pₙ / orders); 0 without a shared
 * word.
 *
 * @example
 * const g = bleu(1)
 *   .prepare()({ summary: ["Anna leaves."], story: ["Anna leaves.", "It rained."] });
 * at(g, 0, 0) > at(g, 0, 1); // → true
 */
export function bleu(orders: 1 | 2 | 3 | 4, choice: Partial<BleuOptions> = {}): Similarity<Matrix> {
  const options = { ...bleuDefaults, ...choice };
  return {
    name: `bleu${orders}`,
    options: { orders, ...options },
    prepare({ reader } = {}) {
      const chapters = termReader(options, reader);
      const score = scorer(orders, options);
      return (passages) => {
        const chapter = chapters.read(passages);
        const shared = sharedNgrams(chapter, orders + (looksAhead(options.smoothing) ? 1 : 0));
        const [summary, story] = [lengths(chapter.summary), lengths(chapter.story)];
        return matrix(summary.length, story.length, score(shared, summary, story));
      };
    },
  };
}

/** The scores of all pairs, from the n-grams that they share and the lengths of their paragraphs. */
type Scores = (shared: readonly Int32Array[], summary: Int32Array, story: Int32Array) => Float64Array;

function scorer(orders: number, options: BleuOptions): Scores {
  const { smoothing } = options;
  const isSimple = smoothing.startsWith("nltk") && isStandIn(smoothing);
  return isSimple ? quickScorer(orders, options, standInOf(smoothing, options)) : fullScorer(orders, options);
}

/**
 * If no n-gram of this order matches, no longer one does: the smoothed precisions then depend only on the length of the
 * hypothesis and the longest match, and are known for most pairs.
 */
function quickScorer(orders: number, { hypothesis: side }: BleuOptions, instead: StandIn): Scores {
  const rest = remembered((length, longest) => {
    const precisions = new Float64Array(orders - longest);
    for (let k = 0; k < precisions.length; k++)
      precisions[k] = instead(Math.max(1, length - longest - k), k + 1, length);
    return meanOfPositive(precisions, orders);
  });
  return (shared, summary, story) => {
    const scores = new Float64Array(summary.length * story.length);
    for (let row = 0, cell = 0; row < summary.length; row++) {
      for (let column = 0; column < story.length; column++, cell++) {
        let matched = shared[0]![cell]!;
        if (matched === 0) continue;
        const hypothesis = side === "summary" ? summary[row]! : story[column]!;
        const reference = side === "summary" ? story[column]! : summary[row]!;
        let product = matched / hypothesis;
        let longest = 1;
        for (; longest < orders; longest++) {
          matched = shared[longest]![cell]!;
          if (matched === 0) break;
          product *= matched / (hypothesis - longest);
        }
        const score = root(product, orders) * rest(hypothesis, longest);
        scores[cell] = hypothesis < reference ? score * Math.exp(1 - reference / hypothesis) : score;
      }
    }
    return scores;
  };
}

/** The same function of two lengths, of which the second is at most 4, computed once for each. */
function remembered(compute: (length: number, longest: number) => number): (length: number, longest: number) => number {
  let known = new Float64Array(0);
  const grow = (least: number) => {
    const larger = new Float64Array(least * 2).fill(Number.NaN);
    larger.set(known);
    known = larger;
  };
  return (length, longest) => {
    const key = length * 4 + longest - 1;
    if (key >= known.length) grow(key + 1);
    if (Number.isNaN(known[key])) known[key] = compute(length, longest);
    return known[key]!;
  };
}

function fullScorer(orders: number, options: BleuOptions): Scores {
  const score = pairScorer(orders, options);
  return (shared, summary, story) => {
    const scores = new Float64Array(summary.length * story.length);
    for (let row = 0, cell = 0; row < summary.length; row++)
      for (let column = 0; column < story.length; column++, cell++)
        if (shared[0]![cell] !== 0) scores[cell] = score(shared, cell, summary[row]!, story[column]!);
    return scores;
  };
}

/** The score of a pair that shares a word. */
type PairScorer = (shared: readonly Int32Array[], cell: number, summaryLength: number, storyLength: number) => number;

function pairScorer(orders: number, options: BleuOptions): PairScorer {
  const { smoothing, hypothesis: side, effectiveOrder } = options;
  const asNltk = smoothing.startsWith("nltk");
  const smooth = smoother(smoothing, options);
  const counts = { matches: new Float64Array(orders + 1), totals: new Float64Array(orders + 1), hypothesisLength: 0 };
  const precisions = new Float64Array(orders);
  return (shared, cell, summaryLength, storyLength) => {
    const hypothesis = side === "summary" ? summaryLength : storyLength;
    const reference = side === "summary" ? storyLength : summaryLength;
    for (let n = 0; n < shared.length; n++) {
      counts.matches[n] = shared[n]![cell]!;
      counts.totals[n] = Math.max(asNltk ? 1 : 0, hypothesis - n);
    }
    counts.hypothesisLength = hypothesis;
    smooth(counts, precisions);
    const brevity = hypothesis < reference ? Math.exp(1 - reference / hypothesis) : 1;
    if (asNltk) return brevity * meanOfPositive(precisions);
    const present = smoothing === "add-k" ? orders : Math.min(orders, hypothesis);
    return present < orders && !effectiveOrder ? 0 : brevity * geometricMean(precisions, present);
  };
}

/** NLTK passes over precisions of 0, but divides by all. */
function meanOfPositive(precisions: Float64Array, orders = precisions.length): number {
  let product = 1;
  for (let n = 0; n < precisions.length; n++) if (precisions[n]! > 0) product *= precisions[n]!;
  if (product > 1e-200) return root(product, orders);
  let sum = 0;
  for (let n = 0; n < precisions.length; n++) if (precisions[n]! > 0) sum += Math.log(precisions[n]!);
  return Math.exp(sum / orders);
}

/** By square roots where they do: a logarithm and an exponential cost more than all else of a pair. */
function root(product: number, order: number): number {
  if (order === 1) return product;
  if (order === 2) return Math.sqrt(product);
  return order === 4 ? Math.sqrt(Math.sqrt(product)) : product ** (1 / order);
}

function geometricMean(precisions: Float64Array, orders: number): number {
  let sum = 0;
  for (let n = 0; n < orders; n++) sum += Math.log(precisions[n]!);
  return Math.exp(sum / orders);
}
