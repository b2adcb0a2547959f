import { type ReaderResult, readerResultSchema } from "@plotline/align";
import { sentenceOf } from "@plotline/base";
import { metricsOf, type Run, runsOf, type StoredRun } from "@plotline/corpus/node";
import { readerTable } from "@plotline/runs";
import { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { z } from "zod";
import { sendEvents, sharedFor } from "../event-stream.ts";
import { sessionOf, whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import { TooBusy } from "../refusals.ts";
import type { Live } from "../team/live.ts";
import { valid } from "./valid.ts";

const runAddress = z.object({ id: z.string().min(1).max(200) });

/** How often the folder is checked for watchers. */
const often = 500;
/** How many may watch at once, and how many of them may be one person's. */
const mostWatchers = 200;
const mostOfOne = 20;
/** A run that has written nothing for this long has been stopped. */
const stillLiving = 60_000;

/** Evaluations and trainings of the corpus, sent to watchers whenever they change. */
export function runRoutes(shelf: Shelf, live?: Live) {
  const said = sharedFor(often / 2, () =>
    runsIn(shelf).then(JSON.stringify, (error) => JSON.stringify({ problem: sentenceOf(error) })),
  );
  const watchers = new Set<{ readonly name: string | undefined }>();
  return new Hono()
    .get("/runs/live", (context) => {
      const [who, session] = [whoAsks(context), sessionOf(context)];
      const own = [...watchers].filter(({ name }) => who !== undefined && name === who.name);
      if (watchers.size >= mostWatchers || own.length >= mostOfOne)
        throw new TooBusy("Too many tabs are watching the runs; close some.");
      return streamSSE(context, async (stream) => {
        const watcher = { name: who?.name };
        watchers.add(watcher);
        try {
          await watch(stream, said, async () => live !== undefined && !(await live.isStillIn(session)));
        } finally {
          watchers.delete(watcher);
        }
      });
    })
    .get("/runs/:id/metrics", valid("param", runAddress), async (context) =>
      context.json({ lines: await metricsOf(shelf.folder, context.req.valid("param").id) }),
    );
}

function watch(stream: SSEStreamingApi, said: () => Promise<string>, isOver: () => Promise<boolean>): Promise<void> {
  let sent = "";
  const news = async () => {
    const now = await said();
    if (now === sent) return [];
    sent = now;
    return [{ event: "runs", data: now }];
  };
  return sendEvents(stream, { news, pause: () => stream.sleep(often), isOver });
}

/** What watchers of the runs are sent. */
export interface RunsEvent {
  readonly runs: readonly ReturnType<typeof runLook>[];
}

async function runsIn(shelf: Shelf): Promise<RunsEvent> {
  return { runs: (await runsOf((await shelf.corpus()).folder)).map(runLook) };
}

function runLook(saved: StoredRun) {
  const { id, progress, changed, hasMetrics } = saved;
  const run = runOf(saved);
  const isOpen = progress !== undefined || (hasMetrics && run === undefined);
  return {
    id,
    run: run === undefined ? null : lookAt(run),
    progress: progress ?? null,
    changed: new Date(changed).toISOString(),
    isLive: isOpen && Date.now() - changed < stillLiving,
    hasMetrics,
  };
}

/** The result of a training: a table's own, or one that `plotline score` measured; undefined for other runs. */
function readerOf({ run, scored }: StoredRun): ReaderResult | undefined {
  const parsed = readerResultSchema.safeParse(run?.result ?? scored);
  return parsed.success ? parsed.data : undefined;
}

/** The saved run; that of a reader, whether a table or a score wrote it, includes its works. */
function runOf(saved: StoredRun): Run | undefined {
  const { run } = saved;
  const reader = run === undefined || run.tables.length === 0 ? readerOf(saved) : undefined;
  if (reader === undefined) return run;
  const made = run?.made ?? new Date(saved.changed).toISOString();
  return {
    kind: run?.kind ?? `train ${reader.task}`,
    made,
    signature: reader.signature,
    tables: [readerTable(reader)],
  };
}

/** Without the numbers for a program, which may be many. */
function lookAt({ result: _, notes = [], ...look }: Run) {
  return { ...look, notes };
}
