import { sumOf } from "@plotline/base";
import type { Cell } from "../chapter/cells.ts";
import { rowsOf, rowsOutOfOrder } from "../chapter/order.ts";

/** How an alignment runs through its story. */
export interface OrderStatistics {
  readonly points: number;
  /** Points whose first paragraph comes before the last paragraph of the points before them. */
  readonly outOfOrder: number;
  readonly unmatched: number;
  readonly paragraphs: number;
  /** Story paragraphs that some point covers. */
  readonly covered: number;
}

/** How the links of a chapter run through its story: in order or not, and how much is covered. */
export function orderStatistics(links: readonly Cell[], points: number, paragraphs: number): OrderStatistics {
  return {
    points,
    outOfOrder: rowsOutOfOrder(links).length,
    unmatched: rowsOf(links, points).filter((row) => row.length === 0).length,
    paragraphs,
    covered: new Set(links.map((link) => link.story)).size,
  };
}

/** Of several chapters together. */
export function orderOver(chapters: readonly OrderStatistics[]): OrderStatistics {
  const sum = (what: keyof OrderStatistics) => sumOf(chapters, (each) => each[what]);
  return {
    points: sum("points"),
    outOfOrder: sum("outOfOrder"),
    unmatched: sum("unmatched"),
    paragraphs: sum("paragraphs"),
    covered: sum("covered"),
  };
}
