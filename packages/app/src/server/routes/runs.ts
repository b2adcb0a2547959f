import { type ReaderResult, readerResultSchema } from "@plotline/align";
import { type Run, runsOf, type StoredRun } from "@plotline/corpus/node";
import { readerTable } from "@plotline/runs";
import { Hono } from "hono";
import type { Shelf } from "../library/shelf.ts";

/** Whoever asks within this many milliseconds shares one look at the folder. */
const shared = 500;
/** A run that has written nothing for this long has been stopped. */
const stillLiving = 60_000;

/** Evaluations and trainings of the corpus; pages that show them ask again and again. */
export function runRoutes(shelf: Shelf) {
  const runs = sharedFor(shared, async () => (await runsOf((await shelf.corpus()).folder)).map(runLook));
  return new Hono().get("/runs", async (context) => context.json({ runs: await runs() }));
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

/** One look for everyone who asks within this many milliseconds. */
function sharedFor<T>(milliseconds: number, look: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly found: Promise<T> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.at > milliseconds)
      last = { at: performance.now(), found: look() };
    return last.found;
  };
}
