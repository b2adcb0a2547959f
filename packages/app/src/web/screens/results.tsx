import { useEffect } from "preact/hooks";
import { CorpusHeader } from "../parts/frame/headers.tsx";
import { Waiting } from "../parts/frame/waiting.tsx";
import { RunBody, RunHead, type SavedRun, titleOf } from "../parts/results/run.tsx";
import { answer, server, useAnswer } from "../server.ts";

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
  return (
    <>
      <CorpusHeader screen="results" />
      <main class="results" aria-busy={loaded.state === "loading"}>
        {loaded.state === "there" && <Runs runs={loaded.value.runs} />}
      </main>
    </>
  );
}

/** Tables first, and whatever runs; the trainings that they are based on are there to be opened. */
function Runs({ runs }: { runs: readonly SavedRun[] }) {
  if (runs.length === 0)
    return (
      <p class="quiet">
        Nothing has been measured in this corpus yet. <code>plotline evaluate</code> and{" "}
        <code>plotline paper train</code> leave their tables here.
      </p>
    );
  const tables = runs.filter((run) => !isTraining(run));
  const running = runs.filter((run) => isTraining(run) && run.isLive);
  const trained = runs.filter((run) => isTraining(run) && !run.isLive);
  return (
    <>
      {[...running, ...tables].map((saved) => (
        <article key={saved.id} class="run" aria-label={`Run ${saved.id}`}>
          <RunHead saved={saved} />
          <RunBody saved={saved} />
        </article>
      ))}
      {trained.length > 0 && (
        <section class="trainings" aria-label="Trainings">
          <h2>{trained.length === 1 ? "One training" : `${trained.length} trainings`}</h2>
          {trained.map((saved) => (
            <Training key={saved.id} saved={saved} />
          ))}
        </section>
      )}
    </>
  );
}

function Training({ saved }: { saved: SavedRun }) {
  return (
    <details class="folds">
      <summary>
        {titleOf(saved)} <span class="quiet">{outcomeOf(saved)}</span>
      </summary>
      <RunBody saved={saved} />
    </details>
  );
}

function isTraining({ run }: SavedRun): boolean {
  return (run?.kind ?? "train").startsWith("train");
}

/** The last row of a training's table is about all works. */
function outcomeOf({ run }: SavedRun): string {
  const [table] = run?.tables ?? [];
  const last = table?.rows.at(-1);
  const right = table === undefined ? -1 : table.header.indexOf("right");
  return last === undefined || right < 0 ? "stopped" : `${last[right]} right`;
}
