import type { Task } from "@plotline/questions";

/** One training of the paper's table: a task on an alignment, with a seed and a learning rate. */
export interface TableCell {
  readonly task: Task;
  readonly alignment: string;
  readonly seed: number;
  readonly learningRate: number;
}

/** The paper's rate needs many passes; this one reached the same accuracy in about eight. */
export const usualRate = 3e-4;
export const paperRate = 1e-4;

/**
 * The cells in the order of their worth, so that a table which is stopped early still answers something: (a) the two rows
 * of the paper's claim with three seeds, (b) four more rows, (c) their other seeds, the claim at the paper's own rate,
 * completion, and then the remaining rows.
 */
export function cellsByWorth(alignments: readonly string[]): TableCell[] {
  const cell =
    (task: Task, seed: number, learningRate = usualRate) =>
    (alignment: string): TableCell => ({
      task,
      alignment,
      seed,
      learningRate,
    });
  const others = alignments.filter((name) => ![...claim, ...contrast].includes(name));
  return [
    ...[1, 2, 3].flatMap((seed) => claim.map(cell("cloze", seed))),
    ...contrast.map(cell("cloze", 1)),
    ...claim.map(cell("cloze", 1, paperRate)),
    ...["Chronological-TFIDF", "No alignment", "TFIDF", "Random-1"].map(cell("completion", 1)),
    ...[2, 3].flatMap((seed) => contrast.map(cell("cloze", seed))),
    ...others.map(cell("cloze", 1)),
    ...[...contrast.slice(0, 2), ...others].map(cell("completion", 1)),
  ];
}

/** Every row once, for small readers, in the same order. */
export function quickCells(alignments: readonly string[]): TableCell[] {
  const quick = cellsByWorth(alignments).map((cell) => ({ ...cell, seed: 1, learningRate: quickRate }));
  return [...new Map(quick.map((cell) => [cellName(cell), cell])).values()];
}

const quickRate = 3e-3;

/** The paper's best row, and what it is compared with. */
export const claim = ["Chronological-TFIDF", "No alignment"];
const contrast = ["Diagonal-25", "Random-5", "TFIDF", "Random-1"];

/** A cell as the name of a file: `cloze-chronological-tfidf-3e-4-seed-1`. */
export function cellName({ task, alignment, seed, learningRate }: TableCell): string {
  const row = alignment.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return `${task}-${row}-${learningRate.toExponential()}-seed-${seed}`;
}
