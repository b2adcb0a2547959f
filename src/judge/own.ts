import { decide, likelihoods } from "../align/learned/decide.ts";
import { shipped } from "../align/learned/plotline.ts";
import { noPins } from "../align/method.ts";
import type { Alignment } from "../corpus/types.ts";
import { once } from "../once.ts";
import { at, type Matrix } from "../similarity/matrix.ts";
import type { Passages, Scorer } from "../similarity/similarity.ts";

/** What plotline thinks of a chapter by itself. */
export interface Own {
  /** ln(p / (1 − p)) of each cell. */
  readonly odds: Matrix;
  readonly likely: Matrix;
  readonly links: Alignment;
}

/** Reads chapters with the weights that ship, or with others. */
export type OwnReader = (chapter: Passages) => Own;

export function ownReader(score: () => Scorer<Matrix> = shippedScorer): OwnReader {
  return (chapter) => {
    const odds = score()(chapter);
    return { odds, likely: likelihoods(odds, noPins), links: decide(odds, noPins) };
  };
}

const shippedScorer = once(() => shipped.prepare());

/** The points that plotline is not sure of: no paragraph is this likely. */
export function unsureBullets({ likely }: Own, threshold: number): number[] {
  const unsure: number[] = [];
  for (let bullet = 0; bullet < likely.rows; bullet++) {
    let best = 0;
    for (let place = 0; place < likely.columns; place++) best = Math.max(best, at(likely, bullet, place));
    if (best < threshold) unsure.push(bullet);
  }
  return unsure;
}
