import type { InferResponseType } from "hono/client";
import { useEffect, useState } from "preact/hooks";
import { here } from "../../route.ts";
import { apiOf, type Loaded, problemIn, type server, silent } from "../../server.ts";

export type RunsAnswer = InferResponseType<typeof server.runs.$get, 200>;
export type SavedRun = RunsAnswer["runs"][number];

/** The runs of the corpus, sent by the server when they change. A server that went away is asked again by the browser. */
export function useRuns(): Loaded<RunsAnswer> {
  const [loaded, setLoaded] = useState<Loaded<RunsAnswer>>({ state: "loading" });
  useEffect(() => {
    const source = new EventSource(`${apiOf(here)}/runs/live`);
    source.addEventListener("runs", ({ data }: MessageEvent<string>) => {
      const value: RunsAnswer = JSON.parse(data);
      const problem = problemIn(value);
      setLoaded(problem === undefined ? { state: "there", value } : { state: "failed", problem });
    });
    source.addEventListener("error", () =>
      setLoaded((before) => (before.state === "loading" ? { state: "failed", problem: silent } : before)),
    );
    return () => source.close();
  }, []);
  return loaded;
}
