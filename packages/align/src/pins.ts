import { Problem } from "@plotline/base";
import { heaviestChain } from "./chain.ts";
import { byPlace, type Cell, cellKey, cellSet } from "./chapter/cells.ts";
import type { Alignment, Link } from "./chapter/types.ts";
import { noPins, type Pins } from "./method.ts";
import type { Matrix } from "./similarity/similarity.ts";

/** Pins, put in order for a solver that walks from the first cell to the last. */
interface Plan {
  /** Pinned links that one staircase can pass through, in its order. */
  readonly chain: readonly Cell[];
  /** Pinned links against that order (a flashback): they are outside the staircase. */
  readonly aside: readonly Cell[];
  readonly forbidden: readonly Cell[];
}

/** A part of the matrix, both corners included. */
export interface Rectangle {
  readonly from: Cell;
  readonly to: Cell;
}

export function plan(pins: Pins, rows: number, columns: number): Plan {
  const linked = distinct(pins.linked, rows, columns);
  const forbidden = distinct(pins.forbidden, rows, columns);
  const cells = cellSet(linked);
  const both = forbidden.find((cell) => cells.has(cellKey(cell)));
  if (both !== undefined)
    throw new Problem(`Point ${both.summary} and story paragraph ${both.story} are pinned as linked and as forbidden.`);
  const chain = heaviestChain(linked, ({ story }) => story);
  return { chain, aside: linked.filter((cell) => !chain.includes(cell)), forbidden };
}

/** The stretches between pinned links: a staircase through the pins is one staircase in each. */
export function stretches(chain: readonly Cell[], rows: number, columns: number): Rectangle[] {
  const corners = [{ summary: 0, story: 0 }, ...chain, { summary: rows - 1, story: columns - 1 }];
  return corners.slice(1).map((to, k) => ({ from: corners[k]!, to }));
}

/** A forbidden cell is worth nothing, and costs what it cost: a path may pass through it, but it will not be a link. */
export function withoutForbidden(g: Matrix, forbidden: readonly Cell[]): Matrix {
  if (forbidden.length === 0) return g;
  const values = g.values.slice();
  for (const { summary, story } of forbidden) {
    const cell = summary * g.columns + story;
    values[cell] = Math.min(0, values[cell]!);
  }
  return { ...g, values };
}

/** Links without the forbidden and with the pinned ones, in order; pinned links are certain. */
export function pinned(links: Iterable<Link>, { linked, forbidden }: Pins): Alignment {
  const byCell = new Map<number, Link>();
  for (const link of links) byCell.set(cellKey(link), link);
  for (const cell of forbidden) byCell.delete(cellKey(cell));
  for (const { summary, story } of linked) byCell.set(cellKey({ summary, story }), { summary, story, confidence: 1 });
  return [...byCell.values()].sort(byPlace);
}

/** The links in order, one for each cell: of several the last. */
export function distinctLinks(links: Iterable<Link>): Alignment {
  return pinned(links, noPins);
}

function distinct(cells: readonly Cell[], rows: number, columns: number): Cell[] {
  const seen = new Map<number, Cell>();
  for (const cell of cells) {
    const { summary, story } = cell;
    if (!(isBelow(summary, rows) && isBelow(story, columns)))
      throw new Problem(
        `The pin of point ${summary} and story paragraph ${story} is outside its chapter, which has ${rows} and ${columns}.`,
      );
    seen.set(summary * columns + story, cell);
  }
  return [...seen.values()].sort(byPlace);
}

function isBelow(index: number, bound: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < bound;
}
