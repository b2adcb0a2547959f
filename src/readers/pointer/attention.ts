import { bestExpectedF } from "../../align/choose.ts";
import { likelyAlone } from "../../align/guide/row/alone.ts";
import { likelyOptions, posterior } from "../../align/posterior.ts";
import { bm25 } from "../../similarity/bm25.ts";
import type { Matrix } from "../../similarity/matrix.ts";
import type { ClozeQuestion } from "../../tasks/cloze.ts";
import { visibleForCloze } from "../../tasks/contexts.ts";
import type { Protocol } from "../../tasks/options.ts";
import type { NamedChapter } from "../../tasks/work.ts";

/** How much each story paragraph counts for a bullet, in several ways. */
export interface Attention {
  /** 1 for the paragraphs that Posterior-BM25 links. */
  readonly linked: Float64Array;
  /** How likely it links each. */
  readonly likely: Float64Array;
  /** The same, as an aligner sees it that does not know the answer. */
  readonly blind: Float64Array;
  /** `likely`, `blind` and `around` by the network that reads each bullet alone, for its meaning too. */
  readonly meant: Float64Array;
  readonly meantBlind: Float64Array;
  readonly meantAround: Float64Array;
  /** `likely`, and less the farther from there. */
  readonly around: Float64Array;
  /** Near where the bullet's place in the summary falls in the chapter. */
  readonly place: Float64Array;
  /** Those that share words with the masked bullet, in whatever order. */
  readonly words: Float64Array;
  /** BM25 of the masked bullet with each. */
  readonly scores: Float64Array;
}

export const attentions = [
  "linked",
  "likely",
  "blind",
  "around",
  "meant",
  "meantBlind",
  "meantAround",
  "place",
  "words",
] as const satisfies readonly (keyof Attention)[];

/** Aligns a chapter as the protocol allows, once, and then says where each bullet looks. */
export function attend(
  { chapter }: NamedChapter,
  questions: readonly ClozeQuestion[],
  protocol: Protocol,
): (bullet: number) => Attention {
  const visible = { ...chapter, summary: visibleForCloze(chapter, questions) };
  const meantBlind = likelyAlone(visible);
  const meant = protocol === "blind" ? meantBlind : likelyAlone(chapter);
  const masked = score(visible);
  const blind = posterior(masked, likelyOptions);
  const likely = protocol === "blind" ? blind : posterior(score(chapter), likelyOptions);
  const links = chapter.summary.map(() => new Float64Array(chapter.story.length));
  for (const { summary, story } of bestExpectedF(likely)) links[summary]![story] = 1;
  return (bullet) => ({
    linked: links[bullet]!,
    likely: row(likely, bullet),
    blind: row(blind, bullet),
    around: spread(row(likely, bullet)),
    meant: row(meant, bullet),
    meantBlind: row(meantBlind, bullet),
    meantAround: spread(row(meant, bullet)),
    place: bell(chapter.story.length, (bullet + 0.5) / chapter.summary.length),
    words: sharpened(row(masked, bullet)),
    scores: row(masked, bullet),
  });
}

const score = bm25().prepare();

function row({ columns, values }: Matrix, at: number): Float64Array {
  return Float64Array.from(values.subarray(at * columns, (at + 1) * columns));
}

/** Σ_k w_k exp(-|j - k| / 3): a paragraph next to a likely one may be covered too. */
function spread(weights: Float64Array): Float64Array {
  const fade = Math.exp(-1 / 3);
  const sums = Float64Array.from(weights);
  let left = 0;
  let right = 0;
  for (let k = 0; k < weights.length; k++) {
    sums[k]! += left;
    left = (left + weights[k]!) * fade;
  }
  for (let k = weights.length - 1; k >= 0; k--) {
    sums[k]! += right;
    right = (right + weights[k]!) * fade;
  }
  return sums;
}

function bell(length: number, centre: number): Float64Array {
  const width = Math.max(1.5, 0.07 * length);
  return Float64Array.from({ length }, (_, k) => Math.exp(-0.5 * ((k + 0.5 - centre * length) / width) ** 2));
}

/** Shares of one by the exponentials of a quarter of the scores. */
function sharpened(scores: Float64Array): Float64Array {
  const most = scores.reduce((a, b) => Math.max(a, b), 0);
  const parts = scores.map((value) => Math.exp((value - most) / 3));
  const sum = parts.reduce((a, b) => a + b, 0);
  return parts.map((part) => part / sum);
}
