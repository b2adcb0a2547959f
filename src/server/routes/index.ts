import { Hono } from "hono";
import { z } from "zod";
import { type DecidedCell, decide, redo, undo } from "../../corpus/annotation.ts";
import { cellSchema, stepSchema } from "../../corpus/annotation-schema.ts";
import { annotatorsOf, Overtaken, readAnnotation, saveAnnotation } from "../../corpus/annotation-store.ts";
import { writeAlignment } from "../../corpus/store.ts";
import { progressOf } from "../progress.ts";
import { type Shelf, sureness } from "../shelf.ts";
import { annotatorRoutes } from "./annotators.ts";
import { exportRoutes } from "./export.ts";
import { importRoutes } from "./import.ts";
import { peopleRoutes } from "./people.ts";
import { quizRoutes } from "./quiz.ts";
import { runRoutes } from "./runs.ts";
import { chapterAddress, valid } from "./valid.ts";

const sheetAddress = chapterAddress.extend({ annotator: z.string().min(1).max(60) });

const save = z.object({
  revision: z.int().min(0),
  change: z.union([stepSchema, z.object({ act: z.literal("undo") }), z.object({ act: z.literal("redo") })]),
});

/** New gold, and the gold that was seen when it was made: null where there was none. */
const settled = z.object({
  seen: z.array(cellSchema).max(200_000).nullable(),
  links: z.array(cellSchema).min(1).max(200_000),
});

/** What the page asks of the server; the page's calls have these types. */
export function routes(shelf: Shelf, defaultMethod: string) {
  return new Hono()
    .get("/library", async (context) => {
      const corpus = await shelf.corpus();
      const works = await Promise.all(
        corpus.works.map(async ({ title, folder, kind, split, chapters, summarised, annotated, ...work }) => ({
          title,
          folder,
          kind: kind ?? null,
          split,
          chapters: [...chapters],
          summarised: [...summarised],
          annotated: [...annotated],
          annotators: await progressOf(corpus, folder),
          licence: work.summary.licence ?? work.story.licence ?? null,
          sure:
            (await sureness(
              corpus,
              { ...work, title, folder, kind, split, chapters, summarised, annotated },
              defaultMethod,
            )) ?? null,
        })),
      );
      return context.json({ name: corpus.folder.split(/[/\\]/).pop() ?? corpus.folder, works });
    })
    .get("/works/:folder/:number", valid("param", chapterAddress), async (context) => {
      const { folder, number } = context.req.valid("param");
      const { corpus, work } = await shelf.work(folder);
      const { summary, story, gold } = await corpus.chapter(work, number);
      return context.json({
        title: work.title,
        folder,
        number,
        summary: [...summary],
        story: [...story],
        gold: gold === undefined ? null : gold.map((link) => ({ ...link })),
        goldIsFaulty: gold === undefined && work.annotated.includes(number),
        annotators: await annotatorsOf(corpus, work, number),
      });
    })
    .get("/sheets/:annotator/:folder/:number", valid("param", sheetAddress), async (context) => {
      const { annotator, folder, number } = context.req.valid("param");
      const { corpus, work } = await shelf.work(folder);
      return context.json(await readAnnotation(corpus, { annotator, work, number }));
    })
    .post("/sheets/:annotator/:folder/:number", valid("param", sheetAddress), valid("json", save), async (context) => {
      const { annotator, folder, number } = context.req.valid("param");
      const { revision, change } = context.req.valid("json");
      const { corpus, work } = await shelf.work(folder);
      await corpus.chapter(work, number);
      try {
        const saved = await saveAnnotation(corpus, { annotator, work, number }, revision, (seen) => {
          if (change.act === "undo") return undo(seen);
          return change.act === "redo" ? redo(seen) : decide(seen, change);
        });
        return context.json({ saved: true as const, annotation: saved });
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        return context.json({ saved: false as const, annotation: error.current, problem: error.message }, 409);
      }
    })
    .put("/gold/:folder/:number", valid("param", chapterAddress), valid("json", settled), async (context) => {
      const { folder, number } = context.req.valid("param");
      const { seen, links } = context.req.valid("json");
      const { corpus, work } = await shelf.work(folder);
      const { summary, story, gold } = await corpus.chapter(work, number);
      if (!isSame(seen, gold ?? null))
        return context.json({ problem: "The gold of this chapter was changed meanwhile; it is shown now." }, 409);
      if (links.some((link) => link.summary >= summary.length || link.story >= story.length))
        return context.json({ problem: "A link names a paragraph that this chapter does not have." }, 400);
      const alignment = links.map((link) => ({ ...link, confidence: 1 }));
      await writeAlignment(
        corpus.folder,
        work.title,
        new Map([[number, { alignment, summaryLength: summary.length }]]),
      );
      shelf.reopen();
      return context.json({ links: links.length });
    })
    .route("/", importRoutes(shelf))
    .route("/", annotatorRoutes(shelf, defaultMethod))
    .route("/", exportRoutes(shelf))
    .route("/", peopleRoutes(shelf))
    .route("/", quizRoutes(shelf))
    .route("/", runRoutes(shelf));
}

export type Routes = ReturnType<typeof routes>;

function isSame(a: readonly DecidedCell[] | null, b: readonly DecidedCell[] | null): boolean {
  const keys = (cells: readonly DecidedCell[] | null) =>
    cells
      ?.map(({ summary, story }) => `${summary}:${story}`)
      .sort()
      .join(" ") ?? "none";
  return keys(a) === keys(b);
}
