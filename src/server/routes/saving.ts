import type { Context } from "hono";
import { changed, type History, type HistoryChange } from "../../corpus/annotations/history.ts";
import { Overtaken } from "../../corpus/annotations/history-store.ts";
import type { SettlementStep, SheetStep } from "../../corpus/annotations/schemas.ts";
import { isIn } from "../../corpus/cells.ts";
import type { Chapter } from "../../corpus/types.ts";
import { NotUnderstood } from "../refusals.ts";

/** What is on disk now: with the change, or without it where someone else was faster. */
export async function savingAnswer<Saved extends object>(context: Context, saving: Promise<Saved>) {
  try {
    return context.json({ saved: true as const, history: await saving });
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    const { current, message }: Overtaken<Saved> = error;
    return context.json({ saved: false as const, history: current, problem: message }, 409);
  }
}

/** A change of what is on disk, which may only be about bullets and paragraphs of its chapter. */
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
