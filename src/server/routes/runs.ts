import { Hono } from "hono";
import { z } from "zod";
import { metricsOf, runsOf } from "../../corpus/run-store.ts";
import type { Shelf } from "../shelf.ts";
import { valid } from "./valid.ts";

const runAddress = z.object({ id: z.string().min(1).max(200) });

/** Evaluations and trainings of the corpus; the page asks again while one runs. */
export function runRoutes(shelf: Shelf) {
  return new Hono()
    .get("/runs", async (context) => {
      const runs = await runsOf((await shelf.corpus()).folder);
      const now = Date.now();
      return context.json({
        runs: runs.map(({ id, run, progress, changed, hasMetrics }) => ({
          id,
          run: run === undefined ? null : { ...run, result: undefined, tables: run.tables.map(plainTable) },
          progress: progress ?? null,
          changed: new Date(changed).toISOString(),
          isLive: (progress !== undefined || (hasMetrics && run === undefined)) && now - changed < stillLiving,
          hasMetrics,
        })),
      });
    })
    .get("/runs/:id/metrics", valid("param", runAddress), async (context) =>
      context.json({ lines: await metricsOf(shelf.folder, context.req.valid("param").id) }),
    );
}

/** A run that has written nothing for so long has been stopped. */
const stillLiving = 60_000;

function plainTable({
  title,
  header,
  rows,
}: {
  title: string;
  header: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return { title, header: [...header], rows: rows.map((row) => [...row]) };
}
