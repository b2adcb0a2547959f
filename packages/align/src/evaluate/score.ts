import { sumOf } from "@plotline/base";
import { type Cell, cellKey, cellSet } from "../chapter/cells.ts";

/** How well links agree with gold, over one chapter or averaged over many. */
export interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
}

/**
 * Precision, recall and F over the links of one chapter. Nothing found, or nothing right, is 0.
 *
 * @example
 * score([{ summary: 0, story: 0 }], [{ summary: 0, story: 0 }, { summary: 1, story: 1 }]).recall; // → 0.5
 */
export function score(found: readonly Cell[], gold: readonly Cell[]): Score {
  const right = shared(found, gold);
  const precision = found.length === 0 ? 0 : right / found.length;
  const recall = gold.length === 0 ? 0 : right / gold.length;
  return { precision, recall, f: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** As in the paper's table, F is the mean of the chapters' Fs, not the F of the means. */
export function meanScore(scores: readonly Score[]): Score {
  return {
    precision: meanOf(scores.map((each) => each.precision)),
    recall: meanOf(scores.map((each) => each.recall)),
    f: meanOf(scores.map((each) => each.f)),
  };
}

/** The mean of some numbers; 0 of none. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : sumOf(values) / values.length;
}

/** How many links both have. */
export function shared(a: readonly Cell[], b: readonly Cell[]): number {
  const cells = cellSet(b);
  return a.filter((cell) => cells.has(cellKey(cell))).length;
}
