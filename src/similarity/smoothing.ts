/**
 * How an n-gram order without a match is smoothed, which would otherwise make BLEU 0. `none`, `floor`, `add-k` and
 * `exp` are sacrebleu's; `nltk-1` to `nltk-7` are NLTK's methods after Chen and Cherry (2014), and `nltk-0` is NLTK's
 * "none", which puts the smallest double in place of 0.
 */
export type Smoothing = (typeof smoothings)[number];

export const smoothings = [
  "none",
  "floor",
  "add-k",
  "exp",
  "nltk-0",
  "nltk-1",
  "nltk-2",
  "nltk-3",
  "nltk-4",
  "nltk-5",
  "nltk-6",
  "nltk-7",
] as const;

/** The constants of the methods, by the names of their libraries. */
export interface SmoothingConstants {
  readonly floor: number;
  readonly addK: number;
  readonly epsilon: number;
  readonly alpha: number;
  readonly k: number;
}

export const smoothingDefaults: SmoothingConstants = { floor: 0.1, addK: 1, epsilon: 0.1, alpha: 5, k: 5 };

/** One pair of paragraphs: for each order the n-grams shared and the n-grams of the hypothesis. */
interface NgramCounts {
  readonly matches: Float64Array;
  readonly totals: Float64Array;
  hypothesisLength: number;
}

/** Writes the precision of each order. */
type Smoother = (counts: NgramCounts, precisions: Float64Array) => void;

/** Whether the method needs the matches of one order more than it scores. */
export function looksAhead(smoothing: Smoothing): boolean {
  return smoothing === "nltk-5" || smoothing === "nltk-7";
}

export function smoother(smoothing: Smoothing, constants: SmoothingConstants): Smoother {
  const { addK, alpha, k } = constants;
  switch (smoothing) {
    case "add-k":
      return added(addK);
    case "nltk-2":
      return added(1);
    case "nltk-5":
      return averaged(whereNoMatch(() => 0));
    case "nltk-6":
      return interpolated(alpha);
    case "nltk-7":
      return averaged(whereNoMatch(lengthScaled(k)));
    default:
      return whereNoMatch(standInOf(smoothing, constants));
  }
}

/** The precision of an order without matches; `misses` counts such orders from 1. */
export type StandIn = (total: number, misses: number, length: number) => number;

/** The methods that only replace precisions of 0. */
export function isStandIn(smoothing: Smoothing): smoothing is StandInSmoothing {
  return ["none", "floor", "exp", "nltk-0", "nltk-1", "nltk-3", "nltk-4"].includes(smoothing);
}

type StandInSmoothing = Exclude<Smoothing, "add-k" | "nltk-2" | "nltk-5" | "nltk-6" | "nltk-7">;

export function standInOf(smoothing: StandInSmoothing, { floor, epsilon, k }: SmoothingConstants): StandIn {
  switch (smoothing) {
    case "none":
      return () => 0;
    case "floor":
      return (total) => floor / total;
    case "exp":
    case "nltk-3":
      return (total, misses) => 1 / (2 ** misses * total);
    case "nltk-0":
      return () => smallestDouble;
    case "nltk-1":
      return (total) => epsilon / total;
    case "nltk-4":
      return lengthScaled(k);
  }
}

const smallestDouble = 2.2250738585072014e-308;

function whereNoMatch(instead: StandIn): Smoother {
  return ({ matches, totals, hypothesisLength }, precisions) => {
    let misses = 0;
    for (let n = 0; n < precisions.length; n++) {
      const matched = matches[n]!;
      const total = totals[n]!;
      precisions[n] = matched > 0 ? matched / total : instead(total, ++misses, hypothesisLength);
    }
  };
}

/** Lin and Och (2004): `extra` on both sides of the fraction, from bigrams on. */
function added(extra: number): Smoother {
  return ({ matches, totals }, precisions) => {
    precisions[0] = matches[0]! / totals[0]!;
    for (let n = 1; n < precisions.length; n++) precisions[n] = (matches[n]! + extra) / (totals[n]! + extra);
  };
}

/** As `exp`, but short hypotheses get less: the stand-in is scaled by ln(length) / k. */
function lengthScaled(k: number): StandIn {
  return (total, misses, length) => (length > 1 ? Math.log(length) / (2 ** misses * k * total) : 0);
}

/** Each precision is the mean of itself, the smoothed one before it (at first p₁ + 1) and the one after it. */
function averaged(first: Smoother): Smoother {
  return (counts, precisions) => {
    first(counts, precisions);
    let before = precisions[0]! + 1;
    for (let n = 0; n < precisions.length; n++) {
      const after = n + 1 < precisions.length ? precisions[n + 1]! : counts.matches[n + 1]! / counts.totals[n + 1]!;
      before = precisions[n] = (before + precisions[n]! + after) / 3;
    }
  };
}

/**
 * Gao and He (2013): from trigrams on, drawn towards p₍ₙ₋₁₎² / p₍ₙ₋₂₎ with the weight of `alpha` n-grams. Where no
 * trigram matches, NLTK refuses; here the same formula is used.
 */
function interpolated(alpha: number): Smoother {
  const unsmoothed = whereNoMatch(() => 0);
  return (counts, precisions) => {
    unsmoothed(counts, precisions);
    for (let n = 2; n < precisions.length; n++) {
      const [twoBefore, before] = [precisions[n - 2]!, precisions[n - 1]!];
      const prior = twoBefore === 0 ? 0 : before ** 2 / twoBefore;
      const ngrams = Math.max(0, counts.hypothesisLength - n);
      precisions[n] = (counts.matches[n]! + alpha * prior) / (ngrams + alpha);
    }
  };
}
