import { type Chapter, isIn } from "@plotline/align";
import {
  changed,
  changeSchema,
  closedPoints,
  decided,
  type History,
  type HistoryChange,
  personName,
  type SettlementStep,
  type SheetStep,
  sheetStepSchema,
} from "@plotline/corpus";
import { lastSheet, readSheet, saveSheet } from "@plotline/corpus/node";
import { Hono } from "hono";
import type { z } from "zod";
import { recordWith } from "../../team/audit.ts";
import { noteSeen, whyClosed } from "../../team/seen.ts";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import { NotAllowed, NotUnderstood } from "../refusals.ts";
import { maySeeSheet, whyNotAnnotate } from "../team/visibility.ts";
import { chapterAddress, valid, workAddress } from "./valid.ts";

const sheetsAddress = workAddress.extend({ annotator: personName });
const sheetAddress = chapterAddress.extend({ annotator: personName });

const save = changeSchema(sheetStepSchema);
type Change = z.infer<typeof save>["change"];

/** What one person decided about a chapter; a change is taken on the revision it was made on, and on no other. */
export function sheetRoutes(shelf: Shelf) {
  return new Hono()
    .get("/sheets/:annotator/:folder", valid("param", sheetsAddress), async (context) => {
      const { corpus, work, annotator } = await shelf.at(context.req.valid("param"));
      return context.json({ last: (await lastSheet(corpus, work, annotator)) ?? null });
    })
    .get("/sheets/:annotator/:folder/:number", valid("param", sheetAddress), async (context) => {
      const { corpus, work, annotator, number } = await shelf.at(context.req.valid("param"));
      if (!(await maySeeSheet({ corpus, work, number }, whoAsks(context), annotator)))
        throw new NotAllowed("You see the sheets of others when you and they have finished the chapter.");
      const who = whoAsks(context);
      if (who?.name !== annotator) await noteSeen(corpus, who, [{ folder: work.folder, number }], "sheet");
      return context.json(await readSheet(corpus, { annotator, work, number }));
    })
    .post("/sheets/:annotator/:folder/:number", valid("param", sheetAddress), valid("json", save), async (context) => {
      const { revision, change } = context.req.valid("json");
      const { corpus, work, annotator, folder, number } = await shelf.at(context.req.valid("param"));
      const who = whoAsks(context);
      const refusal =
        (await whyNotAnnotate({ corpus, work, number }, who)) ??
        (await whyClosed(corpus.folder, who, { folder, number }));
      if (refusal !== undefined) throw new NotAllowed(refusal);
      const saved = await saveSheet(
        corpus,
        { annotator, work, number },
        {
          seen: revision,
          change: changing(change),
          alongside: (writer, after, before) => {
            if (who === undefined) return;
            const closes = closedPoints(decided(after)).size > closedPoints(decided(before)).size;
            const about = { folder, number, revision: after.revision, ...noteOf(change), closes };
            recordWith(writer, shelf.folder, { who: who.name, did: "change a sheet", ...about });
          },
        },
      );
      return context.json(saved);
    });
}

/**
 * A change as the audit trail records it: its cells, or their number where there are many; never the text of a note.
 */
function noteOf(change: Change): Record<string, unknown> {
  if (change.act === "note") return { act: change.act, summary: change.summary };
  if (!("cells" in change)) return { ...change };
  if (change.cells.length > 20) return { act: change.act, cells: change.cells.length };
  return { act: change.act, cells: change.cells.map(({ summary, story }) => [summary, story]) };
}

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
