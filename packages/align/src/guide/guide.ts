import { byPlace, cellKey } from "../chapter/cells.ts";
import { rowsOf, tauOf } from "../chapter/order.ts";
import type { Alignment, Link } from "../chapter/types.ts";
import { noPins, type Pins } from "../method.ts";
import { type Point, type PointChoice, pointsNote, pointsOf } from "../outline/points.ts";
import { type Matrix, matrix, type Passages } from "../similarity/similarity.ts";
import { decideGuide, likelyCells, type Wanted } from "./decide.ts";
import type { Calibration, Density, UsedDensity } from "./density.ts";
import { type Fit, fitOf } from "./fit.ts";
import type { OrderKind } from "./order.ts";
import type { GuideOdds } from "./similarity.ts";

/** What may be said of a guide before it is aligned. */
export interface GuideOptions {
  /** Cells that a person linked or forbade; the rest is solved around them. */
  readonly pins?: Partial<Pins>;
  /** How a prose guide is cut into points; `auto` by default. */
  readonly points?: PointChoice;
  /** How much of the story the guide covers: `strict`, `normal`, `generous`, `whole`, or a share of its paragraphs. */
  readonly density?: Density;
  /** Slope and shift of the log-odds, as `plotline align CORPUS --calibrate` finds them for a corpus. */
  readonly calibration?: Calibration;
  /** The code of the story's language (`fr`), where detecting it is not wanted. */
  readonly language?: string;
}

/** What is found out about a guide whose points are given. */
export interface FoundGuide {
  /** Links of points with story paragraphs, both counted from 0. */
  readonly links: Alignment;
  /** Whether this guide is about this text. */
  readonly fit: Fit;
  readonly order: FoundOrder;
  /** The points without a matching passage, in order. */
  readonly unmatched: readonly number[];
  readonly density: UsedDensity;
}

/** What `alignGuide` finds. */
export interface AlignedGuide extends FoundGuide {
  readonly points: GuidePoints;
}

/** In which order a guide runs through its story. */
export interface FoundOrder {
  /** How the guide runs through the story: with it, some points elsewhere, halves exchanged, backwards, or mixed. */
  readonly verdict: OrderKind;
  /** Kendall's τ-b between the points and where they were found; undefined where nothing can be compared. */
  readonly tau: number | undefined;
}

/** What the points are, and what was cut. */
export interface GuidePoints {
  readonly list: readonly Point[];
  readonly unit: "paragraphs" | "sentences";
  /** How many paragraphs the guide has. */
  readonly paragraphs: number;
  /** What was done, in a sentence without its full stop; undefined where nothing was. */
  readonly note: string | undefined;
}

/** Cuts a guide into points, scores them, and says what was found. */
export function alignPoints(
  passages: Passages,
  score: (passages: Passages) => GuideOdds,
  options: GuideOptions = {},
): AlignedGuide {
  const { points, cut, odds, pins, wanted } = scorePoints(passages, score, options);
  const { list, unit, paragraphs } = points;
  return { ...foundIn(odds, cut, pins, wanted), points: { list, unit, paragraphs, note: pointsNote(points) } };
}

/** The links of a guide that was scored, and what its scores say about it. */
export function foundIn(odds: GuideOdds, passages: Passages, pins: Pins, wanted: Wanted = {}): FoundGuide {
  const decision = decideGuide(odds, pins, wanted);
  return {
    ...decision,
    fit: fitOf(odds, passages),
    order: {
      verdict: decision.density.setting === "whole" ? "kept" : odds.order,
      tau: tauOf(rowsOf(decision.links, odds.rows)),
    },
  };
}

/** How likely each of the guide's own paragraphs covers each story paragraph: as likely as its likeliest point does. */
export function likelyParagraphs(
  passages: Passages,
  score: (passages: Passages) => GuideOdds,
  options: GuideOptions = {},
): Matrix {
  const { points, odds, pins, wanted } = scorePoints(passages, score, options);
  const cells = likelyCells(odds, pins, wanted);
  const [rows, columns] = [passages.summary.length, passages.story.length];
  const all = matrix(rows, columns, new Float64Array(rows * columns));
  points.list.forEach(({ paragraph }, point) => {
    for (let column = 0; column < columns; column++) {
      const [from, to] = [point * columns + column, paragraph * columns + column];
      all.values[to] = Math.max(all.values[to]!, cells.values[from]!);
    }
  });
  return all;
}

function scorePoints(
  { summary, story, language }: Passages,
  score: (passages: Passages) => GuideOdds,
  { pins, points: choice, density, calibration }: GuideOptions,
) {
  const points = pointsIn(summary, { pins, points: choice });
  const cut = { summary: points.list.map(({ text }) => text), story, language };
  return {
    points,
    cut,
    odds: score(cut),
    pins: pins === undefined ? noPins : { ...noPins, ...pins },
    wanted: { density, calibration },
  };
}

/** A guide in points, as they are scored. */
export function cutInto(passages: Passages, options: GuideOptions): Passages {
  return { ...passages, summary: pointsIn(passages.summary, options).list.map(({ text }) => text) };
}

/** Pins count the guide's own paragraphs. */
function pointsIn(summary: readonly string[], { pins, points }: GuideOptions) {
  return pointsOf(summary, pins === undefined ? points : "paragraphs");
}

/** The links of the guide's own paragraphs: of several points of one, the surest link with each story paragraph. */
export function byParagraph({ links, points }: Pick<AlignedGuide, "links" | "points">): Alignment {
  if (points.unit === "paragraphs") return links;
  const surest = new Map<number, Link>();
  for (const { summary, story, confidence } of links) {
    const { paragraph } = points.list[summary]!;
    const key = cellKey({ summary: paragraph, story });
    if (confidence > (surest.get(key)?.confidence ?? -1)) surest.set(key, { summary: paragraph, story, confidence });
  }
  return [...surest.values()].sort(byPlace);
}
