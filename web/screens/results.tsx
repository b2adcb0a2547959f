import { Curves } from "../parts/curves.tsx";
import { CorpusHeader, Waiting } from "../parts/frame.tsx";
import { type KeptRun, useRuns } from "../parts/live-runs.ts";

/** Every evaluation and training of the corpus, each with its signature; what runs is watched. */
export function Results() {
  const loaded = useRuns();
  if (loaded.state === "failed") return <Waiting loaded={loaded} />;
  return (
    <>
      <CorpusHeader screen="results" />
      <main class="results" aria-busy={loaded.state === "loading"}>
        {loaded.state === "there" &&
          (loaded.value.runs.length === 0 ? (
            <p class="quiet">
              Nothing has been measured in this corpus yet. <code>plotline evaluate</code> leaves its table here.
            </p>
          ) : (
            loaded.value.runs.map((run) => <OneRun key={run.id} kept={run} />)
          ))}
      </main>
    </>
  );
}

function OneRun({ kept }: { kept: KeptRun }) {
  const { id, run, progress, changed, isLive, hasMetrics } = kept;
  const signature = progress?.signature ?? run?.signature;
  return (
    <article class="run" aria-label={`Run ${id}`}>
      <header>
        <h2>{run?.tables[0]?.title ?? progress?.kind ?? "Training"}</h2>
        <p class="quiet">
          {isLive ? "running" : run === null ? "stopped" : "done"} · <code>{id}</code> ·{" "}
          <time dateTime={changed}>{new Date(changed).toLocaleString()}</time>
        </p>
      </header>
      {progress !== null && (
        <div class="share">
          <meter min={0} max={Math.max(1, progress.total)} value={progress.done} aria-label="How far it is" />
          <span role="status">
            {progress.done} of {progress.total}
          </span>
        </div>
      )}
      {run?.tables.map((table) => (
        <Table key={table.title} table={table} />
      ))}
      {hasMetrics && <Curves id={id} changed={changed} />}
      {signature !== undefined && <p class="signature">{signature.replaceAll("|", " | ")}</p>}
    </article>
  );
}

/** Long tables scroll sideways rather than spread. */
function Table({ table }: { table: NonNullable<KeptRun["run"]>["tables"][number] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable from the keyboard
    <section class="scroll" aria-label={table.title} tabIndex={0}>
      <table class="numbers">
        <thead>
          <tr>
            {table.header.map((title, k) => (
              <th key={`${k} ${title}`} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, k) => (
            <tr key={`${k} ${row[0]}`}>
              {row.map((cell, column) => (
                <td key={`${column} ${cell}`}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
