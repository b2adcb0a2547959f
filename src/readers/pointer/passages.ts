import { type Passage, passagesOf, type Segment } from "../passages.ts";
import type { Attention } from "./attention.ts";

/** How many passages of a chapter the reader reads for a question. */
const passageCount = 6;

/** Where a reader looks that cannot read the whole chapter: where the bullet is likely told, and where its words are. */
export function questionPassages(segments: readonly Segment[], { blind, words }: Attention): Passage[] {
  const near = spread(blind);
  const [most, mostWords] = [Math.max(1e-9, ...near), Math.max(1e-9, ...words)];
  const weights = near.map((weight, k) => (0.6 * weight) / most + (0.4 * words[k]!) / mostWords);
  return passagesOf(segments, weights, passageCount);
}

/** A paragraph next to a likely one may be told too. */
function spread(weights: Float64Array): Float64Array {
  return weights.map((own, k) => own + 0.5 * ((weights[k - 1] ?? 0) + (weights[k + 1] ?? 0)));
}
