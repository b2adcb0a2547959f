import { Problem } from "@plotline/base";
import type { Chapter } from "./types.ts";

/** One cell of a chapter's matrix: a link without its confidence. */
export interface Cell {
  readonly summary: number;
  readonly story: number;
}

/** One number per cell: points and paragraphs are far fewer than 2^26 each. */
export function cellKey({ summary, story }: Cell): number {
  return summary * 2 ** 26 + story;
}

/** Cells as the set of their keys. */
export function cellSet(cells: readonly Cell[]): Set<number> {
  return new Set(cells.map(cellKey));
}

/** Those of the cells that are not among the others. */
export function without<Own extends Cell>(cells: readonly Own[], others: readonly Cell[]): Own[] {
  const there = cellSet(others);
  return cells.filter((cell) => !there.has(cellKey(cell)));
}

/** Whether a chapter has this point, and this paragraph where one is named. */
export function isIn(
  { summary, story }: { readonly summary: number; readonly story?: number },
  chapter: { readonly summary: readonly string[]; readonly story: readonly string[] },
): boolean {
  return summary < chapter.summary.length && (story === undefined || story < chapter.story.length);
}

export function mustBeIn({ summary, story }: Cell, chapter: Pick<Chapter, "summary" | "story">): void {
  if (chapter.summary[summary] !== undefined && chapter.story[story] !== undefined) return;
  throw new Problem(
    `There is no link from summary ${summary} to story ${story}: counted from 0, the summary has ${chapter.summary.length} paragraphs and the story ${chapter.story.length}.`,
  );
}

/** By point, then by paragraph: for sorting. */
export function byPlace(a: Cell, b: Cell): number {
  return a.summary - b.summary || a.story - b.story;
}
