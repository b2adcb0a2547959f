import { cellKey, cellSet } from "./chapter/cells.ts";
import type { Alignment, Link } from "./chapter/types.ts";
import { noPins, type Pins } from "./method.ts";
import { pinned } from "./pins.ts";
import { at, type Matrix } from "./similarity/similarity.ts";

/**
 * The single story paragraph that is most like each point; of equals the first. A pinned point keeps its pins.
 *
 * @example
 * const g = { rows: 2, columns: 2, values: Float64Array.of(0.9, 0.1, 0.2, 0.4) };
 * bestMatch(g).map(({ summary, story }) => [summary, story]); // → [[0, 0], [1, 1]]
 */
export function bestMatch(g: Matrix, pins: Pins = noPins): Alignment {
  const settled = new Set(pins.linked.map((cell) => cell.summary));
  const forbidden = cellSet(pins.forbidden);
  const links: Link[] = [];
  for (let summary = 0; summary < g.rows; summary++) {
    if (settled.has(summary)) continue;
    const story = bestColumn(g, summary, (column) => forbidden.has(cellKey({ summary, story: column })));
    if (story !== undefined) links.push({ summary, story, confidence: 1 });
  }
  return pins === noPins ? links : pinned(links, pins);
}

/** The column where a row is highest, of those that are not left out; of equals the first. */
export function bestColumn(g: Matrix, row: number, isOut: (column: number) => boolean): number | undefined {
  let best: number | undefined;
  for (let column = 0; column < g.columns; column++) {
    if (best !== undefined && at(g, row, column) <= at(g, row, best)) continue;
    if (!isOut(column)) best = column;
  }
  return best;
}
