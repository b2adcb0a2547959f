import {
  type Alignment,
  likeliestLinks,
  type Matrix,
  type MethodOptions,
  noPins,
  type Passages,
  pathLikelihoods,
  type Scorer,
  shippedScorer,
  shippedWithEncoder,
} from "@plotline/align";

export interface Own {
  /** ln(p / (1 − p)) of each cell. */
  readonly odds: Matrix;
  readonly likely: Matrix;
  readonly links: Alignment;
}

export type OwnReader = (chapter: Passages) => Promise<Own>;

/** Reads chapters with the weights that ship, or with those for an encoder's vectors, where one is named. */
export async function ownReader(contextual?: MethodOptions["contextual"]): Promise<OwnReader> {
  const score = contextual === undefined ? shippedScorer() : await encoderScorer(contextual);
  return async (chapter) => {
    const odds = await score(chapter);
    return { odds, likely: pathLikelihoods(odds, noPins), links: likeliestLinks(odds, noPins) };
  };
}

async function encoderScorer(contextual: NonNullable<MethodOptions["contextual"]>): Promise<Scorer> {
  const { tableAtOnce } = await import("@plotline/text/token-table");
  return shippedWithEncoder(contextual).prepare({ table: tableAtOnce() });
}
