import { readerResultSchema } from "@plotline/align";
import { type Run, type StoredRun, savedRuns } from "@plotline/corpus/node";
import { readerTable } from "@plotline/runs";
import { Hono } from "hono";
import type { Shelf } from "../library/shelf.ts";

/** Whoever asks within this many milliseconds shares one look at the folder. */
const shared = 500;
/** A run that has written nothing for this long has been stopped. */
const stillLiving = 60_000;

/** Evaluations and trainings of the corpus; pages that show them ask again and again. */
export function runRoutes(shelf: Shelf) {
  const runs = sharedFor(shared, async () => (await savedRuns((await shelf.corpus()).folder)).map(runLook));
  return new Hono().get("/runs", async (context) => context.json({ runs: await runs() }));
}

function runLook({ id, run, changed, hasMetrics }: StoredRun) {
  const isOpen = run?.progress !== undefined || (hasMetrics && run === undefined);
  return {
    id,
    run: run === undefined ? null : lookAt(run),
    changed: new Date(changed).toISOString(),
    isLive: isOpen && Date.now() - changed < stillLiving,
  };
}

/** Without the numbers for a program, which may be many; where there are only these, as a table. */
function lookAt({ result, notes = [], progress, ...look }: Run) {
  const reader = readerResultSchema.safeParse(result).data;
  const tables = look.tables.length === 0 && reader ? [readerTable(reader)] : look.tables;
  return { ...look, notes, progress: progress ?? null, tables };
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
