import type { Alignment, Link } from "../../corpus/types.ts";
import type { Matrix } from "../../similarity/matrix.ts";
import { bestExpectedF } from "../choose.ts";
import { likelihoods } from "../learned/likelihoods.ts";
import { noPins, type Pins } from "../method.ts";
import { type Calibration, type Density, isWhole, type UsedDensity, wholeDensity, withDensity } from "./density.ts";
import { presences } from "./fit.ts";
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
  /** Bullets without a matching passage. */
  readonly unmatched: readonly number[];
}

/** The links with the best expected F, around what is pinned; of bullets without a passage only guesses. */
export function decideGuide(odds: GuideOdds, pins: Pins, wanted: Wanted = {}): DecidedGuide {
  if (isWhole(wanted.density, wanted.calibration))
    return { links: bestExpectedF(wholeLikelihoods(odds, pins)), density: wholeDensity, unmatched: [] };
  const { likely, density, present, gains } = weighed(odds, pins, wanted);
  return {
    links: bestExpectedF(likely).flatMap((link) => doubted(shown(link, gains[link.summary]!), present)),
    density,
    unmatched: [...present.keys()].filter((row) => present[row]! < 0.5),
  };
}

/** How likely each cell is a link, pinned or not: the confidences from which `decideGuide` chooses. */
export function likelyCells(odds: GuideOdds, pins: Pins, wanted: Wanted = {}): Matrix {
  if (isWhole(wanted.density, wanted.calibration)) return wholeLikelihoods(odds, pins);
  const { likely, present, gains } = weighed(odds, pins, wanted);
  const values = Float64Array.from(likely.values, (confidence, cell) => {
    const [summary, story] = [Math.floor(cell / likely.columns), cell % likely.columns];
    const seen = shown({ summary, story, confidence }, gains[summary]!).confidence;
    return present[summary]! < 0.5 ? Math.min(seen, rounded(present[summary]!)) : seen;
  });
  return { ...likely, values };
}

/** How likely cells are links and bullets have passages. A corpus's own calibration replaces the guess about how much guides cover. */
function weighed(odds: GuideOdds, pins: Pins, wanted: Wanted) {
  const { changed, density } = changedOdds(odds, wanted);
  const present = presences(odds);
  for (const { summary } of pins.linked) present[summary] = 1;
  const gains = wanted.calibration === undefined ? odds.gain : new Float32Array(odds.rows);
  return { likely: likelihoodsOf(changed, odds, pins), density, present, gains };
}

/** A link with the confidence that people see; what is pinned stays certain. */
function shown(link: Link, gain: number): Link {
  if (gain === 0 || link.confidence === 1) return link;
  const odds = link.confidence / (1 - link.confidence);
  return { ...link, confidence: rounded(1 / (1 + Math.exp(-gain) / odds)) };
}

/**
 * A bullet whose passage the story probably lacks keeps the links that would be best, as guesses: none is likelier than
 * the passage itself. Where it surely lacks it, there are none.
 */
function doubted(link: Link, present: Float32Array): Link[] {
  const likely = present[link.summary]!;
  if (likely >= 0.5) return [link];
  return likely < leastPresent ? [] : [{ ...link, confidence: Math.min(link.confidence, rounded(likely)) }];
}

/** Below this the story surely lacks a bullet's passage. */
const leastPresent = 0.01;

function rounded(confidence: number): number {
  return Math.floor(confidence * 1e6) / 1e6;
}

interface Changed {
  readonly key: string;
  /** With the wanted density, rows in the story's order. */
  readonly changed: Matrix;
  readonly density: UsedDensity;
}

/** Remembered with the odds: setting pin after pin asks for the same again and again. */
const remembered = new WeakMap<GuideOdds, Changed>();

function changedOdds(odds: GuideOdds, { density, calibration }: Wanted): Changed {
  const key = JSON.stringify([density, calibration]);
  const known = remembered.get(odds);
  if (known?.key === key) return known;
  const made = withDensity(odds, density === "whole" ? undefined : density, calibration);
  const changed = odds.order === "kept" ? made.odds : inSequence(made.odds, odds.sequence);
  const fresh = { key, changed, density: made.density };
  remembered.set(odds, fresh);
  return fresh;
}

/** How likely each cell is a link. Pins work along the story, so the bullets are in its order for them. */
function likelihoodsOf(inStoryOrder: Matrix, { order, sequence }: GuideOdds, pins: Pins): Matrix {
  if (order === "kept") return likelihoods(inStoryOrder, pins);
  const place = new Map(sequence.map((row, k) => [row, k]));
  const moved = (cells: Pins["linked"]) =>
    cells.map((cell) => ({ summary: place.get(cell.summary) ?? cell.summary, story: cell.story }));
  const there = pins === noPins ? noPins : { linked: moved(pins.linked), forbidden: moved(pins.forbidden) };
  return outOfSequence(likelihoods(inStoryOrder, there), sequence);
}
