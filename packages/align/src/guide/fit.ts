import { logistic, sumOf } from "@plotline/base";
import { detectLanguage } from "@plotline/text";
import { bestOfRows } from "../learned/rivals.ts";
import type { Passages } from "../similarity/similarity.ts";
import { fitting, presence } from "./constants.ts";
import { acquaintance } from "./names.ts";
import type { GuideOdds } from "./similarity.ts";

/** Whether a guide is about a text at all. */
export interface Fit {
  readonly verdict: "fits" | "unsure" | "does not fit" | "swapped" | "other language";
  /** How likely the guide is about this text. */
  readonly confidence: number;
  /** A sentence without its full stop. */
  readonly why: string;
}

/**
 * How likely the story has each point's passage, from 0 to 1; no likelier than that the guide is about the text at all,
 * where it probably is not.
 */
export function matchProbabilities(odds: GuideOdds): Float32Array {
  const alone = ownMatchProbabilities(odds);
  const fits = confidenceOf(alone);
  return fits >= 0.5 ? alone : alone.map((likely) => Math.min(likely, fits));
}

function ownMatchProbabilities(odds: GuideOdds): Float32Array {
  return Float32Array.from(matchFeatures(odds), ([matched, best]) =>
    logistic(presence.matched * matched + presence.best * best + presence.shift),
  );
}

/** What shows whether the story has each point's passage: what the row network says, and the point's best cell. */
export function matchFeatures(odds: GuideOdds): [matched: number, best: number][] {
  const best = bestOfRows(odds.values, odds.rows, odds.columns, -Infinity);
  return Array.from(odds.matched, (matched, row) => [bounded(matched), bounded(best[row]!)]);
}

/** How likely a guide is about the text, from how likely the text has its points' passages. */
function confidenceOf(likely: Float32Array): number {
  if (likely.length === 0) return 0.5;
  const mean = sumOf(likely, (p) => bounded(Math.log((p + 1e-6) / (1 - p + 1e-6)))) / likely.length;
  const weight = fitting.slope * Math.min(1, Math.sqrt(likely.length / fitting.fewest));
  return logistic(weight * (mean - fitting.middle));
}

/** The verdict on a guide, from how many of its points have a passage in the story, and from names. */
export function fitOf(odds: GuideOdds, passages: Passages): Fit {
  if (odds.rows === 0 || odds.columns === 0)
    return { verdict: "unsure", confidence: 0.5, why: "there is nothing to compare" };
  const probabilities = ownMatchProbabilities(odds);
  const confidence = confidenceOf(probabilities);
  const found = probabilities.filter((p) => p >= likely).length;
  const longer = lengthRatio(passages);
  const exchanged = longer > surelyTooLong || (longer > tooLong && confidence < sure);
  const verdict = exchanged ? "swapped" : verdictOf(confidence, odds.rows);
  return {
    verdict,
    confidence,
    get why() {
      return reason(verdict, found, passages);
    },
  };
}

/** A part of a guide: its own verdict, and how many points it has, with and without a passage. */
interface Part {
  readonly fit: Fit;
  readonly points: number;
  readonly unmatched: readonly number[];
}

/** The verdict on a guide of several parts: the mean of their confidences, each by the number of its points. */
export function fitOfParts(whole: Pick<Passages, "summary" | "story">, parts: readonly Part[]): Fit {
  const points = whole.summary.length;
  const confidence = sumOf(parts, (part) => part.points * part.fit.confidence) / Math.max(1, points);
  if (lengthRatio(whole) > tooLong) return { verdict: "swapped", confidence, why: filesSwapped };
  return {
    verdict: confidence < likely ? "does not fit" : confidence < sureParts ? "unsure" : "fits",
    confidence,
    why: `${points - sumOf(parts, ({ unmatched }) => unmatched.length)} of ${points} points have a likely passage`,
  };
}

/** A guide in another language than the text shares names with it and little else: that is said before anything else. */
export function unlessInOtherLanguage(fit: Fit, { summary, story }: Pick<Passages, "summary" | "story">): Fit {
  if (fit.verdict === "swapped" || sumOf(summary, ({ length }) => length) < leastLetters) return fit;
  const [guide, text] = [detectLanguage(summary), detectLanguage(story)];
  if (guide.code === text.code || [guide, text].some(({ code }) => code === "und")) return fit;
  const why = `the guide is in ${guide.name}, the text in ${text.name}, and only words of one language can be compared`;
  return { verdict: fit.verdict === "fits" ? "unsure" : "other language", confidence: fit.confidence, why };
}

/** A guide with fewer letters does not show its language. */
const leastLetters = 100;

function verdictOf(confidence: number, points: number): Fit["verdict"] {
  if (confidence >= sure) return "fits";
  if (points < fitting.fewest) return "unsure";
  return confidence < likely ? "does not fit" : "fits";
}

/** Below this a guide is more likely not about the text. */
const likely = 0.5;
/** From this on it fits, however few points it has. */
const sure = 0.9;
/** From this on several parts fit, some of which may be unsure. */
const sureParts = 0.7;
/** A guide this many times as long as its text is probably the text; and surely, whatever it says, beyond the second. */
const tooLong = 1.3;
const surelyTooLong = 2;

const filesSwapped = "the guide is longer than the text: perhaps the two files were swapped";

function reason(verdict: Fit["verdict"], found: number, passages: Passages): string {
  if (verdict === "swapped") return filesSwapped;
  const { names, known } = acquaintance(passages);
  const [named, shared] = [sumOf(names), sumOf(known)];
  const points = `${found} of ${passages.summary.length} ${passages.summary.length === 1 ? "point has" : "points have"} a likely passage`;
  const called =
    named === 0 ? "" : `, and ${shared} of the ${named} names in the guide ${shared === 1 ? "is" : "are"} in the text`;
  return `${points}${called}`;
}

/** How many times as long as its story a guide is; it should be shorter. */
function lengthRatio({ summary, story }: Pick<Passages, "summary" | "story">): number {
  const letters = (texts: readonly string[]) => sumOf(texts, ({ length }) => length);
  return letters(summary) / Math.max(1, letters(story));
}

function bounded(odds: number): number {
  return Math.max(-fitting.furthest, Math.min(fitting.furthest, odds));
}
