import { sentenceOf } from "@plotline/base";
import { metricsOf, type Run, runsOf, type StoredRun } from "@plotline/corpus/node";
import { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { z } from "zod";
import { sendEvents } from "../event-stream.ts";
import { runOf } from "../library/reader-runs.ts";
import type { Shelf } from "../library/shelf.ts";
import { TooBusy } from "../refusals.ts";
import { valid } from "./valid.ts";

const runAddress = z.object({ id: z.string().min(1).max(200) });

/** How often the folder is checked for watchers. */
const often = 500;
/** How many may watch at once. */
const mostWatchers = 200;
/** A run that has written nothing for this long has been stopped. */
const stillLiving = 60_000;

/** Evaluations and trainings of the corpus, sent to watchers whenever they change. */
export function runRoutes(shelf: Shelf) {
  const look = watched(shelf);
  const said = sharedFor(often / 2, () =>
    look().then(JSON.stringify, (error) => JSON.stringify({ problem: sentenceOf(error) })),
  );
  let watchers = 0;
  return new Hono()
    .get("/runs/live", (context) => {
      if (watchers >= mostWatchers) throw new TooBusy("Too many tabs are watching the runs; close some.");
      return streamSSE(context, async (stream) => {
        watchers++;
        try {
          await watch(stream, said);
        } finally {
          watchers--;
        }
      });
    })
    .get("/runs/:id/metrics", valid("param", runAddress), async (context) =>
      context.json({ lines: await metricsOf(shelf.folder, context.req.valid("param").id) }),
    );
}

function watch(stream: SSEStreamingApi, said: () => Promise<string>): Promise<void> {
  let sent = "";
  const news = async () => {
    const now = await said();
    if (now === sent) return [];
    sent = now;
    return [{ event: "runs", data: now }];
  };
  return sendEvents(stream, { news, pause: () => stream.sleep(often) });
}

/** One look for everyone who asks within this many milliseconds. */
function sharedFor<T>(milliseconds: number, look: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly found: Promise<T> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.at > milliseconds)
      last = { at: performance.now(), found: look() };
    return last.found;
  };
}

/** What watchers of the runs are sent. */
export interface RunsEvent {
  readonly runs: readonly ReturnType<typeof runLook>[];
}

/** The runs as they are now; a run's files are read again only when they have changed. */
function watched(shelf: Shelf) {
  let known: ReadonlyMap<string, StoredRun> = new Map();
  return async (): Promise<RunsEvent> => {
    const runs = await runsOf((await shelf.corpus()).folder, known);
    known = new Map(runs.map((run) => [run.id, run]));
    return { runs: runs.map(runLook) };
  };
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

/** Without the numbers for a program, which may be many. */
function lookAt({ result: _, notes = [], ...look }: Run) {
  return { ...look, notes };
}
