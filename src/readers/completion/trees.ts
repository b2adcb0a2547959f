/**
 * Boosted trees that rank: each tree asks the same few questions of every candidate ("oblivious" trees), and its leaves
 * are added to the candidates' scores. Trained on the softmax over the candidates of a question.
 */
export interface Forest {
  readonly trees: readonly Tree[];
}

export interface Tree {
  /** Which column is compared with which threshold, one pair a level. */
  readonly columns: readonly number[];
  readonly thresholds: readonly number[];
  /** `2 ** levels` scores; bit k of a leaf's number says whether column k is above its threshold. */
  readonly leaves: readonly number[];
}

/** The candidates of one question and which is right. */
export interface List {
  readonly rows: readonly Float32Array[];
  readonly answer: number;
}

export function scoreRow({ trees }: Forest, row: Float32Array): number {
  let score = 0;
  for (const { columns, thresholds, leaves } of trees) {
    let leaf = 0;
    for (let k = 0; k < columns.length; k++) if (row[columns[k]!]! > thresholds[k]!) leaf |= 1 << k;
    score += leaves[leaf]!;
  }
  return score;
}
