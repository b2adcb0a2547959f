/** Boosted trees, each of which asks the same few questions of every row; made by bench/chapters-fit.mjs. */
export interface Forest {
  readonly start: number;
  readonly trees: readonly Tree[];
}

interface Tree {
  /** Which column is compared with which threshold, one pair a level. */
  readonly columns: readonly number[];
  readonly thresholds: readonly number[];
  /** `2 ** levels` scores; bit k of a leaf's number says whether column k is above its threshold. */
  readonly leaves: readonly number[];
}

export function scoreOf({ start, trees }: Forest, row: ArrayLike<number>): number {
  let score = start;
  for (const { columns, thresholds, leaves } of trees) {
    let leaf = 0;
    for (let k = 0; k < columns.length; k++) if (row[columns[k]!]! > thresholds[k]!) leaf |= 1 << k;
    score += leaves[leaf]!;
  }
  return score;
}
