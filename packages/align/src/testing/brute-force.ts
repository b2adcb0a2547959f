import type { Cell } from "../chapter/cells.ts";
import { at, type Matrix } from "../similarity/similarity.ts";

/** Every staircase from the first cell to the last. Small matrices only. */
export function staircases(rows: number, columns: number): Cell[][] {
  const from = (summary: number, story: number): Cell[][] => {
    const here = { summary, story };
    if (summary === rows - 1 && story === columns - 1) return [[here]];
    const next: Cell[][] = [];
    if (summary < rows - 1 && story < columns - 1) next.push(...from(summary + 1, story + 1));
    if (story < columns - 1) next.push(...from(summary, story + 1));
    if (summary < rows - 1) next.push(...from(summary + 1, story));
    return next.map((path) => [here, ...path]);
  };
  return rows > 0 && columns > 0 ? from(0, 0) : [];
}

/** Every set of links in chronological order, the empty one too: any set of cells, kept when it never steps back. */
export function chains(rows: number, columns: number): Cell[][] {
  const cells = Array.from({ length: rows * columns }, (_, k) => ({
    summary: Math.floor(k / columns),
    story: k % columns,
  }));
  const grow = (k: number, chain: Cell[]): Cell[][] => {
    const cell = cells[k];
    if (cell === undefined) return [chain];
    const without = grow(k + 1, chain);
    return chain.every((before) => before.story <= cell.story || before.summary === cell.summary)
      ? [...without, ...grow(k + 1, [...chain, cell])]
      : without;
  };
  return grow(0, []);
}

export function total(g: Matrix, cells: Iterable<Cell>): number {
  let sum = 0;
  for (const { summary, story } of cells) sum += at(g, summary, story);
  return sum;
}

export function has(cells: readonly Cell[], cell: Cell): boolean {
  return cells.some((other) => other.summary === cell.summary && other.story === cell.story);
}

export function isInOrder(cells: readonly Cell[]): boolean {
  return cells.every((a) => cells.every((b) => b.summary <= a.summary || b.story >= a.story));
}
