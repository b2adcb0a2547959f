import { logistic, memo } from "@plotline/base";
import type { Alignment } from "../chapter/types.ts";
import { bestExpectedF } from "../choose.ts";
import { noPins, type Pins } from "../method.ts";
import { type PosteriorOptions, posterior } from "../posterior.ts";
import { type Matrix, matrix } from "../similarity/similarity.ts";

/** The links with the best expected F, from log-odds, around what is pinned. */
export function likeliestLinks(odds: Matrix, pins: Pins): Alignment {
  return bestExpectedF(pathLikelihoods(odds, pins));
}

/**
 * How likely each cell is a link. Pins change what is likely elsewhere: each cell by as much as they change its chance
 * to be on a chronological path, p · P(cell | pins) / P(cell). An empty `pins` says that some will follow: the paths without
 * pins are then computed ahead, so that the first pin is as fast as the rest.
 */
export function pathLikelihoods(odds: Matrix, pins: Pins): Matrix {
  const { rows, columns, values } = odds;
  const likely = matrix(rows, columns);
  for (let cell = 0; cell < values.length; cell++) likely.values[cell] = logistic(values[cell]!);
  if (pins === noPins) return likely;
  if (pins.linked.length + pins.forbidden.length === 0) {
    unpinned(odds);
    return likely;
  }
  const before = unpinned(odds);
  const after = posterior(odds, asOdds, pins);
  for (let cell = 0; cell < values.length; cell++) {
    const change = (after.values[cell]! + least) / (before.values[cell]! + least);
    likely.values[cell] = Math.min(most, likely.values[cell]! * change);
  }
  for (const { summary, story } of pins.linked) likely.values[summary * columns + story] = 1;
  for (const { summary, story } of pins.forbidden) likely.values[summary * columns + story] = 0;
  return likely;
}

/** The same for every pin of a chapter, so it is kept as long as the chapter's odds are. */
const unpinned = memo((odds: Matrix) => posterior(odds, asOdds));

/** Skipping a paragraph costs nothing: odds compare a link with no link. */
const asOdds: PosteriorOptions = { temperature: 1, skipSummary: 1, skipStory: 0 };
/** What keeps the ratio of two rare chances tame, and a guess below certainty. */
const least = 0.01;
const most = 0.99;
