/**
 * Boosted trees: each asks the same few questions of every row ("oblivious" trees), and its leaves are added to the row's
 * score.
 */
export interface Forest {
  /** What every row begins with; 0 if not given. */
  readonly start?: number;
  readonly trees: readonly Tree[];
}

/** One tree of a forest. */
export interface Tree {
  /** Which column is compared with which threshold, one pair a level. */
  readonly columns: readonly number[];
  readonly thresholds: readonly number[];
  /** `2 ** levels` scores; bit k of a leaf's number says whether column k is above its threshold. */
  readonly leaves: readonly number[];
}

/** The score that a forest gives a row. */
export function scoreRow({ start = 0, trees }: Forest, row: ArrayLike<number>): number {
  let score = start;
  for (const { columns, thresholds, leaves } of trees) {
    let leaf = 0;
    for (let k = 0; k < columns.length; k++) if (row[columns[k]!]! > thresholds[k]!) leaf |= 1 << k;
    score += leaves[leaf]!;
  }
  return score;
}
