import type { Cell } from "../cells.ts";
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
