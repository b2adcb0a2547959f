import { type Chapter, isIn } from "@plotline/align";
import { changed, type History, type HistoryChange, type SettlementStep, type SheetStep } from "@plotline/corpus";
import { NotUnderstood } from "../refusals.ts";

/** A change of what is on disk, which may only be about points and paragraphs of its chapter. */
export function changing<Saved extends History<SheetStep | SettlementStep>>(
  change: HistoryChange<Saved["steps"][number]>,
) {
  return (current: Saved, chapter: Chapter): Saved => {
    if (!cellsOf(change).every((cell) => isIn(cell, chapter)))
      throw new NotUnderstood("A link names a paragraph that this chapter does not have.");
    return changed(current, change);
  };
}

function cellsOf(change: HistoryChange<SheetStep | SettlementStep>): readonly { summary: number; story?: number }[] {
  if ("cells" in change) return change.cells;
  if (!("summary" in change)) return [];
  const { summary } = change;
  const stories = "stories" in change ? (change.stories ?? []) : [];
  return [{ summary }, ...stories.map((story) => ({ summary, story }))];
}
