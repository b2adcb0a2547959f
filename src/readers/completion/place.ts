import { likelyOptions, posterior } from "../../align/posterior.ts";
import type { Chapter } from "../../corpus/types.ts";
import type { Matrix } from "../../similarity/matrix.ts";
import type { Scorer } from "../../similarity/similarity.ts";
import type { Protocol } from "../../tasks/options.ts";

/** What the protocol reveals about where in the story a bullet belongs. */
export interface Place {
  readonly protocol: Protocol;
  /** The bullet is number `index` of the `bullets` of its chapter. */
  readonly index: number;
  readonly bullets: number;
  /** The story paragraphs that the alignment gives it, ascending; maybe none. */
  readonly context: readonly number[];
  /**
   * For each story paragraph the probability that the bullet covers it, by what a blind aligner may read; blind only.
   */
  readonly likely?: Float64Array;
}

/** A share for each story paragraph; together one. */
export type Window = Float64Array;

/** How the chapter's bullets lie in its story, read from their first tokens alone: forward-backward on BM25. */
export function likelyPlaces(
  prefixes: readonly string[],
  { story }: Pick<Chapter, "story">,
  bm25: Scorer<Matrix>,
): Matrix {
  return posterior(bm25({ summary: prefixes, story }), likelyOptions);
}

/** Windows in which a continuation is looked for: from narrow to wide, and where the first tokens' own words occur. */
export interface Windows {
  readonly near: Window;
  readonly wide: Window;
  readonly diagonal: Window;
  readonly said: Window;
}

export function windowsOf(place: Place, paragraphs: number, prefix: Float64Array): Windows {
  const near = place.protocol === "paper" ? ofContext(place, paragraphs, 0.05) : ofLikely(place, paragraphs);
  const wide = place.protocol === "paper" ? ofContext(place, paragraphs, 0.75) : diagonal(place, paragraphs, 0.06);
  return {
    near,
    wide,
    diagonal: diagonal(place, paragraphs, 0.15),
    said: saying(prefix, diagonal(place, paragraphs, 0.2)),
  };
}

/** Each paragraph of the context counts one, others less by `decay` with every step away from it. */
function ofContext(place: Place, paragraphs: number, decay: number): Window {
  const window = new Float64Array(paragraphs);
  if (place.context.length === 0) return diagonal(place, paragraphs, 0.1);
  for (const paragraph of place.context) window[paragraph] = 1;
  for (let k = 1; k < paragraphs; k++) window[k] = Math.max(window[k]!, window[k - 1]! * decay);
  for (let k = paragraphs - 2; k >= 0; k--) window[k] = Math.max(window[k]!, window[k + 1]! * decay);
  return shares(window);
}

function ofLikely(place: Place, paragraphs: number): Window {
  const around = diagonal(place, paragraphs, 0.1);
  if (place.likely === undefined) return around;
  const own = shares(place.likely);
  return around.map((share, k) => 0.9 * own[k]! + 0.1 * share);
}

/** A bell around the place that the bullet would have if the summary ran evenly; `width` is its share of the chapter. */
function diagonal({ index, bullets }: Place, paragraphs: number, width: number): Window {
  const centre = ((index + 0.5) / bullets) * paragraphs - 0.5;
  const spread = width * paragraphs + 0.7;
  return shares(Float64Array.from({ length: paragraphs }, (_, k) => Math.exp(-(((k - centre) / spread) ** 2) / 2)));
}

/** Where the first tokens' own words are said. */
function saying(prefix: Float64Array, around: Window): Window {
  const most = Math.max(...prefix);
  return shares(around.map((share, k) => share * Math.exp((prefix[k]! - most) / 2)));
}

function shares(window: Float64Array): Float64Array {
  let sum = 0;
  for (const part of window) sum += part;
  return sum === 0 ? window.map(() => 1 / window.length) : window.map((part) => part / sum);
}
