import { once } from "@plotline/base";
import { rowsOf } from "../chapter/order.ts";
import type { Alignment } from "../chapter/types.ts";
import { bestExpectedF } from "../choose.ts";
import { pathLikelihoods } from "../learned/likelihoods.ts";
import { noPins, type Pins } from "../method.ts";
import type { Matrix } from "../similarity/similarity.ts";
import { type Calibration, type Density, isWhole, type UsedDensity, wholeDensity, withDensity } from "./density.ts";
import { matchProbabilities } from "./fit.ts";
import { inSequence, outOfSequence } from "./order.ts";
import type { GuideOdds } from "./similarity.ts";
import { wholeLikelihoods } from "./whole.ts";

/** How much of the story the guide covers, as a person or its corpus says. */
export interface Wanted {
  readonly density?: Density;
  readonly calibration?: Calibration;
}

interface DecidedGuide {
  readonly links: Alignment;
  readonly density: UsedDensity;
  /** Points without a matching passage. */
  readonly unmatched: readonly number[];
}

/** The links with the best expected F, around what is pinned; of points without a passage only guesses. */
export function decideGuide(odds: GuideOdds, pins: Pins, wanted: Wanted = {}): DecidedGuide {
  if (isWhole(wanted.density, wanted.calibration)) {
    const links = bestExpectedF(wholeLikelihoods(odds, pins));
    return { links, density: wholeDensity, unmatched: rowsWithout(links, odds.rows) };
  }
  const { likely, density, present, shown } = weighed(odds, pins, wanted);
  const links = bestExpectedF(likely)
    .filter(({ summary }) => present[summary]! >= leastPresent)
    .map(({ summary, story, confidence }) => ({ summary, story, confidence: shown(confidence, summary) }));
  const sure = links.filter(({ summary }) => present[summary]! >= 0.5);
  return { links, density, unmatched: rowsWithout(sure, odds.rows) };
}

function rowsWithout(links: Alignment, rows: number): number[] {
  return rowsOf(links, rows).flatMap((stories, row) => (stories.length === 0 ? [row] : []));
}

/** How likely each cell is a link, pinned or not: the confidences from which `decideGuide` chooses. */
export function likelyCells(odds: GuideOdds, pins: Pins, wanted: Wanted = {}): Matrix {
  if (isWhole(wanted.density, wanted.calibration)) return wholeLikelihoods(odds, pins);
  const { likely, shown } = weighed(odds, pins, wanted);
  const values = Float64Array.from(likely.values, (confidence, cell) =>
    shown(confidence, Math.floor(cell / likely.columns)),
  );
  return { ...likely, values };
}

/** How likely cells are links and points have passages. A corpus's own calibration replaces the guess about how much guides cover. */
function weighed(odds: GuideOdds, pins: Pins, wanted: Wanted) {
  const changed = changedOdds(odds, wanted);
  const present = matchProbabilities(odds);
  for (const { summary } of pins.linked) present[summary] = 1;
  const gains = wanted.calibration === undefined ? odds.gain : new Float32Array(odds.rows);
  const shown = (confidence: number, row: number) =>
    confidence === 1 ? 1 : shownConfidence(confidence, gains[row]!, present[row]!);
  return { likely: likelihoodsOf(changed, odds, pins), density: changed.density, present, shown };
}

/**
 * The confidence that people see: that the story has the point's passage, and that this is it. Where the story probably
 * lacks it, the links that would be best are guesses, none likelier than the passage itself.
 */
function shownConfidence(confidence: number, gain: number, present: number): number {
  const gained = 1 / (1 + (Math.exp(-gain) * (1 - confidence)) / confidence);
  const shown = present < 0.5 ? Math.min(gained, present) : gained * present;
  return Math.floor(shown * 1e6) / 1e6;
}

/** Below this the story surely lacks a point's passage, and the point has no links. */
const leastPresent = 0.01;

interface Changed {
  readonly key: string;
  /** With the wanted density; as the guide has its points, and in the story's order. */
  readonly asGiven: Matrix;
  readonly inStoryOrder: () => Matrix;
  readonly density: UsedDensity;
}

/** Remembered with the odds: setting pin after pin asks for the same again and again. */
const remembered = new WeakMap<GuideOdds, Changed>();

function changedOdds(odds: GuideOdds, { density, calibration }: Wanted): Changed {
  const key = JSON.stringify([density, calibration]);
  const known = remembered.get(odds);
  if (known?.key === key) return known;
  const made = withDensity(odds, density === "whole" ? undefined : density, calibration);
  const inStoryOrder = once(() => inSequence(made.odds, odds.sequence));
  const fresh = { key, asGiven: made.odds, inStoryOrder, density: made.density };
  remembered.set(odds, fresh);
  return fresh;
}

/** How likely each cell is a link. Pins work along the story, so the points are in its order for them alone. */
function likelihoodsOf({ asGiven, inStoryOrder }: Changed, { order, sequence }: GuideOdds, pins: Pins): Matrix {
  if (order === "kept" || pins === noPins) return pathLikelihoods(asGiven, pins);
  const place = new Map(sequence.map((row, k) => [row, k]));
  const moved = (cells: Pins["linked"]) =>
    cells.map((cell) => ({ summary: place.get(cell.summary) ?? cell.summary, story: cell.story }));
  const there = { linked: moved(pins.linked), forbidden: moved(pins.forbidden) };
  return outOfSequence(pathLikelihoods(inStoryOrder(), there), sequence);
}
