import {
  type Alignment,
  likeliestLinks,
  type Matrix,
  noPins,
  type Passages,
  pathLikelihoods,
  type Scorer,
} from "@plotline/align";

export interface Own {
  /** ln(p / (1 − p)) of each cell. */
  readonly odds: Matrix;
  readonly likely: Matrix;
  readonly links: Alignment;
}

export type OwnReader = (chapter: Passages) => Own;

/** Reads chapters with the weights that ship, or with others. */
export async function ownReader(other?: Scorer<Matrix>): Promise<OwnReader> {
  const score = other ?? (await import("@plotline/align")).shippedScorer();
  return (chapter) => {
    const odds = score(chapter);
    return { odds, likely: pathLikelihoods(odds, noPins), links: likeliestLinks(odds, noPins) };
  };
}
