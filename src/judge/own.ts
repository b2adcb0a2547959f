import { likeliestLinks, pathLikelihoods } from "../align/learned/likelihoods.ts";
import { noPins } from "../align/method.ts";
import type { Alignment } from "../corpus/types.ts";
import type { Matrix } from "../similarity/matrix.ts";
import type { Passages, Scorer } from "../similarity/similarity.ts";

export interface Own {
  /** ln(p / (1 − p)) of each cell. */
  readonly odds: Matrix;
  readonly likely: Matrix;
  readonly links: Alignment;
}

export type OwnReader = (chapter: Passages) => Own;

/** Reads chapters with the weights that ship, or with others. */
export async function ownReader(other?: Scorer<Matrix>): Promise<OwnReader> {
  const score = other ?? (await import("../align/shipped-scorer.ts")).shippedScorer();
  return (chapter) => {
    const odds = score(chapter);
    return { odds, likely: pathLikelihoods(odds, noPins), links: likeliestLinks(odds, noPins) };
  };
}
