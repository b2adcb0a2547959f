import { useState } from "preact/hooks";
import type { RunsEvent } from "../../../server/routes/runs.ts";
import { silent } from "../../backend.ts";
import { type Loaded, problemIn, useStream } from "../../server.ts";

export type SavedRun = RunsEvent["runs"][number];

/** The runs of the corpus, sent by the server when they change. */
export function useRuns(): Loaded<RunsEvent> {
  const [loaded, setLoaded] = useState<Loaded<RunsEvent>>({ state: "loading" });
  useStream("/runs/live", {
    runs: (data) => {
      const value: RunsEvent = JSON.parse(data);
      const problem = problemIn(value);
      setLoaded(problem === undefined ? { state: "there", value } : { state: "failed", problem });
    },
    error: () => setLoaded((before) => (before.state === "loading" ? { state: "failed", problem: silent } : before)),
  });
  return loaded;
}
