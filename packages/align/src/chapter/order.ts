import { sumOf } from "@plotline/base";
import type { Cell } from "./cells.ts";

/** The story paragraphs that each summary paragraph covers. */
export function rowsOf(links: readonly Cell[], summaryLength: number): number[][] {
  const rows = Array.from({ length: summaryLength }, (): number[] => []);
  for (const { summary, story } of links) rows[summary]?.push(story);
  return rows;
}

/**
 * The rows (summary paragraphs) that step back: their smallest story index is below the largest of the rows before.
 * This is the paper's count: 168 in its gold.
 */
export function rowsOutOfOrder(alignment: readonly Cell[]): number[] {
  const rows = new Map<number, { first: number; last: number }>();
  for (const { summary, story } of alignment) {
    const row = rows.get(summary);
    rows.set(summary, { first: Math.min(story, row?.first ?? story), last: Math.max(story, row?.last ?? story) });
  }
  const back: number[] = [];
  let furthest = -1;
  for (const [summary, { first, last }] of [...rows].sort(([a], [b]) => a - b)) {
    if (first < furthest) back.push(summary);
    furthest = Math.max(furthest, last);
  }
  return back;
}

/** Kendall's τ-b between points and the mean places of what they cover; undefined where nothing can be compared. */
export function tauOf(rows: readonly (readonly number[])[]): number | undefined {
  const places = rows.filter(({ length }) => length > 0).map((row) => sumOf(row, (story) => story) / row.length);
  let [balance, different] = [0, 0];
  for (const [k, place] of places.entries())
    for (const later of places.slice(k + 1)) {
      balance += Math.sign(later - place);
      different += later === place ? 0 : 1;
    }
  const pairs = (places.length * (places.length - 1)) / 2;
  return different === 0 ? undefined : balance / Math.sqrt(pairs * different);
}
