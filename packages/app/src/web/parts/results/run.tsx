import type { InferResponseType } from "hono/client";
import type { server } from "../../server.ts";
import { Table } from "../controls/table.tsx";

export type SavedRun = InferResponseType<typeof server.runs.$get, 200>["runs"][number];

/** What a run is, in words. */
export function titleOf({ run }: SavedRun): string {
  return run?.tables[0]?.title ?? "Training";
}

/** What it is, and whether it is still running. */
export function RunHead({ saved }: { saved: SavedRun }) {
  const { id, run, changed, isLive } = saved;
  const state = isLive ? "running" : run === null || run.progress !== null ? "stopped" : "done";
  return (
    <header>
      <h2>{titleOf(saved)}</h2>
      <p class="quiet">
        {state} · <code>{id}</code> · <time dateTime={changed}>{new Date(changed).toLocaleString()}</time>
      </p>
    </header>
  );
}

/** Its progress, its tables and its signature. */
export function RunBody({ saved }: { saved: SavedRun }) {
  const { run } = saved;
  if (run === null) return null;
  const { progress, tables, notes, signature } = run;
  return (
    <>
      {progress !== null && (
        <div class="share">
          <meter min={0} max={Math.max(1, progress.total)} value={progress.done} aria-label="Progress" />
          <span role="status">
            {progress.done} of {progress.total}
          </span>
        </div>
      )}
      {tables.map((table, k) => (
        <Table
          key={table.title}
          label={table.title}
          isTitled={k > 0}
          header={table.header}
          rows={table.rows}
          class="numbers"
        />
      ))}
      {notes.map((note) => (
        <p key={note} class="quiet">
          {note}
        </p>
      ))}
      <p class="signature">{signature.replaceAll("|", " | ")}</p>
    </>
  );
}
