import { lengths } from "./bags.ts";
import { type ReadingOptions, termReader } from "./chapter-terms.ts";
import { sharedNgrams } from "./ngrams.ts";
import { type Matrix, matrix, type Similarity } from "./similarity.ts";

/**
 * How an n-gram order without a match is smoothed, which would otherwise make BLEU 0: NLTK's methods 4 and 5, after Chen
 * and Cherry (2014).
 */
export type Smoothing = "nltk-4" | "nltk-5";

/** How BLEU reads and counts. */
export interface BleuOptions extends ReadingOptions {
  /** How an order without a match is smoothed, after Chen and Cherry (2014). */
  readonly smoothing: Smoothing;
  /** Which side is the hypothesis, whose n-grams are looked for in the other. */
  readonly hypothesis: "summary" | "story";
}

const bleuDefaults: BleuOptions = {
  smoothing: "nltk-4",
  hypothesis: "summary",
  stopWords: false,
  stems: false,
  words: "plain",
};

/**
 * BLEU of two paragraphs, over n-grams up to `orders` words long: BP · exp(Σ ln pₙ / orders); 0 without a shared
 * word.
 *
 * @example
 * const chapter = { summary: ["Anna leaves home."], story: ["Anna left her home.", "It rained."] };
 * [...bleu(1).prepare()(chapter).values]; // → [0.47768754038252614, 0]
 */
export function bleu(orders: 1 | 2 | 3 | 4, choice: Partial<BleuOptions> = {}): Similarity<Matrix> {
  const options = { ...bleuDefaults, ...choice };
  const smooth = smoothings[options.smoothing];
  return {
    name: `bleu${orders}`,
    prepare({ reader } = {}) {
      const read = termReader(options, reader);
      const precisions = new Float64Array(orders);
      return (passages) => {
        const chapter = read(passages);
        const shared = sharedNgrams(chapter, orders + 1);
        const [summary, story] = [lengths(chapter.summary), lengths(chapter.story)];
        const scores = new Float64Array(summary.length * story.length);
        for (let row = 0, cell = 0; row < summary.length; row++)
          for (let column = 0; column < story.length; column++, cell++) {
            if (shared[0]![cell] === 0) continue;
            const [point, paragraph] = [summary[row]!, story[column]!];
            const hypothesis = options.hypothesis === "summary" ? point : paragraph;
            const reference = options.hypothesis === "summary" ? paragraph : point;
            smooth(shared, cell, hypothesis, precisions);
            const brevity = hypothesis < reference ? Math.exp(1 - reference / hypothesis) : 1;
            scores[cell] = brevity * meanOfPositive(precisions);
          }
        return matrix(summary.length, story.length, scores);
      };
    },
  };
}

/** Writes the precision of each order for a pair, from the n-grams that it shares, of one order more, and the hypothesis' length. */
type Smoother = (shared: readonly Int32Array[], cell: number, length: number, precisions: Float64Array) => void;

const smoothings: Readonly<Record<Smoothing, Smoother>> = {
  /** Orders without matches count half a match, a quarter …, and less in short hypotheses: scaled by ln(length) / 5. */
  "nltk-4": (shared, cell, length, precisions) => {
    let misses = 0;
    for (let n = 0; n < precisions.length; n++) {
      precisions[n] = precision(shared, n, cell, length);
      if (precisions[n]! > 0) continue;
      misses++;
      precisions[n] = length > 1 ? Math.log(length) / (2 ** misses * 5 * Math.max(1, length - n)) : 0;
    }
  },
  /** Each precision is the mean of itself, the smoothed one before it (at first p₁ + 1) and the one after it. */
  "nltk-5": (shared, cell, length, precisions) => {
    let before = precision(shared, 0, cell, length) + 1;
    let own = precision(shared, 0, cell, length);
    for (let n = 0; n < precisions.length; n++) {
      const after = precision(shared, n + 1, cell, length);
      before = precisions[n] = (before + own + after) / 3;
      own = after;
    }
  },
};

function precision(shared: readonly Int32Array[], n: number, cell: number, length: number): number {
  return shared[n]![cell]! / Math.max(1, length - n);
}

/** The geometric mean as NLTK has it: precisions of 0 are passed over, but counted. */
function meanOfPositive(precisions: Float64Array): number {
  let product = 1;
  for (let n = 0; n < precisions.length; n++) if (precisions[n]! > 0) product *= precisions[n]!;
  return product ** (1 / precisions.length);
}
