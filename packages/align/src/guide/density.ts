import { Problem } from "@plotline/base";
import { type Matrix, matrix } from "../similarity/similarity.ts";

/**
 * How much of a story a guide covers: the same evidence makes more links in a corpus whose guides cover much. By name, or
 * as the share of the story's paragraphs that should be covered, from 0 to 1. `whole`: every paragraph belongs to a point,
 * from where it begins up to the next point, in the guide's order.
 */
export const densityNames = ["strict", "normal", "generous", "whole"] as const;
/** How much of a story a guide covers: by name, or as a share. */
export type Density = (typeof densityNames)[number] | number;

/** A corpus's own slope and shift of the log-odds, as `plotline align CORPUS --calibrate` finds them. */
export interface Calibration {
  readonly slope: number;
  readonly shift: number;
  /** The corpus's guides cover its stories whole, so that density is used unless another one is given. */
  readonly whole?: boolean;
}

export const uncalibrated: Calibration = { slope: 1, shift: 0 };

/** What the named densities add to the log-odds. */
const shifts = { strict: -1, normal: 0, generous: 1 } as const;

/** What was used: by name or share, as a shift of the log-odds, and the share of paragraphs that are covered if they are right. */
export interface UsedDensity {
  readonly setting: Density;
  readonly slope: number;
  readonly shift: number;
  readonly covered: number;
}

/** A density that somebody wrote: a name, or a number from 0 to 1. */
export function parseDensity(text: string): Density {
  const named = densityNames.find((name) => name === text.trim().toLowerCase());
  if (named !== undefined) return named;
  return density(text.trim() === "" ? Number.NaN : Number(text), text);
}

function density(setting: Density, text = String(setting)): Density {
  if (typeof setting === "number" ? setting > 0 && setting <= 1 : densityNames.includes(setting)) return setting;
  throw new Problem(
    `"${text}" is not a density: give strict, normal, generous, whole, or the share of the story's paragraphs that the guide covers, such as 0.6.`,
  );
}

/** Whether a guide is to cover its story whole: as somebody asks, or else as the corpus's own guides do. */
export function isWhole(setting: Density | undefined, calibration: Calibration | undefined): boolean {
  return setting === undefined ? calibration?.whole === true : setting === "whole";
}

/** What is used for a guide that covers its story whole. */
export const wholeDensity: UsedDensity = { setting: "whole", slope: 1, shift: 0, covered: 1 };

/** The log-odds as a corpus or a person wants them. */
export function withDensity(
  odds: Matrix,
  setting: Exclude<Density, "whole"> = "normal",
  { slope, shift }: Calibration = uncalibrated,
): { readonly odds: Matrix; readonly density: UsedDensity } {
  const plain = changed(odds, slope, shift);
  density(setting);
  const by = typeof setting === "number" ? shiftFor(plain, setting) : shifts[setting];
  const made = by === 0 ? plain : changed(plain, 1, by);
  return { odds: made, density: { setting, slope, shift: shift + by, covered: coveredShare(made) } };
}

function changed(odds: Matrix, slope: number, shift: number): Matrix {
  if (slope === 1 && shift === 0) return odds;
  return matrix(odds.rows, odds.columns, odds.values.map((value) => slope * value + shift) as Matrix["values"]);
}

/** The share of paragraphs that some point covers, as far as the odds are right. */
function coveredShare({ rows, columns, values }: Matrix, shift = 0): number {
  if (columns === 0) return 0;
  let covered = 0;
  for (let column = 0; column < columns; column++) {
    let free = 1;
    for (let row = 0; row < rows; row++) free /= 1 + Math.exp(values[row * columns + column]! + shift);
    covered += 1 - free;
  }
  return covered / columns;
}

const furthestShift = 8;

/** The shift at which this share is covered, by halving. */
function shiftFor(odds: Matrix, share: number): number {
  let [low, high] = [-furthestShift, furthestShift];
  for (let round = 0; round < 24; round++) {
    const middle = (low + high) / 2;
    if (coveredShare(odds, middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
