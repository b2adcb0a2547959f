import { Hono } from "hono";
import { z } from "zod";
import { decide, redo, undo } from "../../corpus/annotation.ts";
import { stepSchema } from "../../corpus/annotation-schema.ts";
import { Overtaken, readAnnotation, saveAnnotation } from "../../corpus/annotation-store.ts";
import { NotUnderstood } from "../refusals.ts";
import type { Shelf } from "../shelf.ts";
import { areThere, chapterAddress, noSuchParagraph, valid } from "./valid.ts";

const sheetAddress = chapterAddress.extend({ annotator: z.string().min(1).max(60) });

const save = z.object({
  revision: z.int().min(0),
  change: z.union([stepSchema, z.object({ act: z.literal("undo") }), z.object({ act: z.literal("redo") })]),
});

/** What one person decided about a chapter; a change is taken on the revision it was made on, and on no other. */
export function sheetRoutes(shelf: Shelf) {
  return new Hono()
    .get("/sheets/:annotator/:folder/:number", valid("param", sheetAddress), async (context) => {
      const { annotator, folder, number } = context.req.valid("param");
      const { corpus, work } = await shelf.work(folder);
      return context.json(await readAnnotation(corpus, { annotator, work, number }));
    })
    .post("/sheets/:annotator/:folder/:number", valid("param", sheetAddress), valid("json", save), async (context) => {
      const { annotator, folder, number } = context.req.valid("param");
      const { revision, change } = context.req.valid("json");
      const { corpus, work } = await shelf.work(folder);
      try {
        const saved = await saveAnnotation(corpus, { annotator, work, number }, revision, (seen, chapter) => {
          if (!areThere(cellsOf(change), chapter)) throw new NotUnderstood(noSuchParagraph);
          if (change.act === "undo") return undo(seen);
          return change.act === "redo" ? redo(seen) : decide(seen, change);
        });
        return context.json({ saved: true as const, annotation: saved });
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        return context.json({ saved: false as const, annotation: error.current, problem: error.message }, 409);
      }
    });
}

/** What a change is about. */
function cellsOf(change: z.infer<typeof save>["change"]): readonly { summary: number; story?: number }[] {
  if ("cells" in change) return change.cells;
  return "summary" in change ? [change] : [];
}
