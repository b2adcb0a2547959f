import type { InferResponseType } from "hono/client";
import { useState } from "preact/hooks";
import { type Loaded, problemIn, type server, silent, useStream } from "../../server.ts";

export type RunsAnswer = InferResponseType<typeof server.runs.$get, 200>;
export type SavedRun = RunsAnswer["runs"][number];

/** The runs of the corpus, sent by the server when they change. */
export function useRuns(): Loaded<RunsAnswer> {
  const [loaded, setLoaded] = useState<Loaded<RunsAnswer>>({ state: "loading" });
  useStream("/runs/live", {
    runs: (data) => {
      const value: RunsAnswer = JSON.parse(data);
      const problem = problemIn(value);
      setLoaded(problem === undefined ? { state: "there", value } : { state: "failed", problem });
    },
    error: () => setLoaded((before) => (before.state === "loading" ? { state: "failed", problem: silent } : before)),
  });
  return loaded;
}
