import { Option } from "commander";
import { removeUnfinished } from "../../write.ts";
import type { Common } from "../command.ts";
import { threadCount } from "./executor.ts";

export function trainingThreads(): Option {
  return new Option("--threads <number>", "worker threads (default: one for each core)").argParser(threadCount);
}

export function providerOption(): Option {
  return new Option("--provider <name>", "what computes").choices(["cpu", "webgpu"]).default("cpu");
}

/**
 * Once training has begun, the first Ctrl-C ends the run after the step at hand, with a checkpoint, and the second ends
 * the process. Before that there is nothing to save: the first one ends the process.
 */
export function stoppable({ quiet }: Common): { signal: AbortSignal; begin(): void; forget(): void } {
  const control = new AbortController();
  const stop = () => {
    if (control.signal.aborted) endAtOnce();
    control.abort();
    if (!quiet)
      process.stderr.write("\nStopping after this step; what was trained is saved. Ctrl-C again ends at once.\n");
  };
  let hasBegun = false;
  return {
    signal: control.signal,
    begin() {
      if (!hasBegun) process.on("SIGINT", stop);
      hasBegun = true;
    },
    forget: () => void process.off("SIGINT", stop),
  };
}

/** Ends the process as Ctrl-C does by itself: an orderly exit would wait for, and upset, threads that compute. */
export function endAtOnce(): void {
  removeUnfinished();
  process.removeAllListeners("SIGINT");
  process.kill(process.pid, "SIGINT");
}
