import { sumOf } from "@plotline/base";
import type { Cell } from "../chapter/cells.ts";
import { rowsOf, rowsOutOfOrder, tauOf } from "../chapter/order.ts";
import { meanOf } from "./score.ts";

/** How an alignment runs through its story. */
export interface OrderStatistics {
  /** Kendall's τ-b between the points' order and the mean place of what each covers; undefined for fewer than two. */
  readonly tau: number | undefined;
  readonly points: number;
  /** Points whose first paragraph comes before the last paragraph of the points before them. */
  readonly outOfOrder: number;
  readonly unmatched: number;
  readonly paragraphs: number;
  /** Story paragraphs that some point covers. */
  readonly covered: number;
  /** How evenly the points are spread over the tenths of the story: 1 the same in each, 0 all in one (entropy ÷ its maximum). */
  readonly evenness: number | undefined;
}

/** How the links of a chapter run through its story: in order or not, and how much is covered. */
export function orderStatistics(links: readonly Cell[], points: number, paragraphs: number): OrderStatistics {
  const rows = rowsOf(links, points);
  const covered = new Set(links.map((link) => link.story)).size;
  return {
    tau: tauOf(rows),
    points,
    outOfOrder: rowsOutOfOrder(links).length,
    unmatched: rows.filter((row) => row.length === 0).length,
    paragraphs,
    covered,
    evenness: evenness(rows, paragraphs),
  };
}

/** Of several chapters: counts are added, τ and evenness averaged over the chapters that have them. */
export function orderOver(chapters: readonly OrderStatistics[]): OrderStatistics {
  const sum = (of: (each: OrderStatistics) => number) => sumOf(chapters, of);
  return {
    tau: average(chapters.map((each) => each.tau)),
    points: sum((each) => each.points),
    outOfOrder: sum((each) => each.outOfOrder),
    unmatched: sum((each) => each.unmatched),
    paragraphs: sum((each) => each.paragraphs),
    covered: sum((each) => each.covered),
    evenness: average(chapters.map((each) => each.evenness)),
  };
}

function evenness(rows: readonly (readonly number[])[], paragraphs: number): number | undefined {
  const tenths = Math.min(10, paragraphs);
  const mass = new Float64Array(tenths);
  for (const row of rows) {
    for (const story of row) mass[Math.floor((story * tenths) / paragraphs)]! += 1 / row.length;
  }
  const total = sumOf(mass);
  if (tenths < 2 || total === 0) return undefined;
  return (
    mass.reduce((sum, part) => sum - (part > 0 ? (part / total) * Math.log(part / total) : 0), 0) / Math.log(tenths)
  );
}

function average(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : meanOf(known);
}
