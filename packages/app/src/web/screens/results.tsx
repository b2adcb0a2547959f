import type { InferResponseType } from "hono/client";
import { useEffect } from "preact/hooks";
import { Table } from "../parts/controls/table.tsx";
import { minute } from "../parts/controls/wording.ts";
import { CorpusHeader } from "../parts/frame/headers.tsx";
import { Waiting } from "../parts/frame/waiting.tsx";
import { answer, server, useAnswer } from "../server.ts";

type SavedRun = InferResponseType<typeof server.runs.$get, 200>["runs"][number];

/** How often the runs are looked at again while the page is seen, in milliseconds. */
const often = 1_000;

/** Every evaluation and training of the corpus, each with its signature; what runs is watched. */
export function Results() {
  const loaded = useAnswer(() => answer(server.runs.$get()), []);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || loaded.again(), often);
    return () => clearInterval(timer);
  }, []);
  if (loaded.state === "failed") return <Waiting loaded={loaded} />;
  const runs = loaded.state === "there" ? loaded.value.runs : [];
  return (
    <>
      <CorpusHeader screen="results" />
      <main class="results" aria-busy={loaded.state === "loading"}>
        {runs.map((saved) => (
          <SavedTables key={saved.id} saved={saved} />
        ))}
        {loaded.state === "there" && runs.length === 0 && (
          <p class="quiet">
            Nothing has been measured in this corpus yet. <code>plotline evaluate</code> and{" "}
            <code>plotline paper train</code> leave their tables here.
          </p>
        )}
      </main>
    </>
  );
}

/** What a run is, whether it goes on, and what it found; a training that is over is there to be opened. */
function SavedTables({ saved: { id, run, changed, isLive } }: { saved: SavedRun }) {
  const isTraining = (run?.kind ?? "train").startsWith("train");
  const state = isLive ? "running" : run === null || run.progress !== null ? "stopped" : "done";
  return (
    <details class="run" open={isLive || !isTraining}>
      <summary>
        <h2>{run?.tables[0]?.title ?? "Training"}</h2>
        <span class="quiet">
          {state} · <code>{id}</code> · <time dateTime={changed}>{minute(changed)}</time>
        </span>
      </summary>
      {run !== null && <Found run={run} />}
    </details>
  );
}

/** Its progress, its tables and its signature. */
function Found({ run: { progress, tables, notes, signature } }: { run: NonNullable<SavedRun["run"]> }) {
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
      {tables.map(({ title, header, rows }, k) => (
        <Table key={title} label={title} isTitled={k > 0} header={header} rows={rows} class="numbers" />
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
