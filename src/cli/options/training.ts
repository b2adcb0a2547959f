import { Option } from "commander";
import type { Work } from "../../corpus/types.ts";
import type { TrainingProgress } from "../../nn/index.ts";
import { removeUnfinished } from "../../write.ts";
import type { Common } from "../command.ts";
import { Progress } from "../print/progress.ts";
import { TrainingLine } from "../print/training-line.ts";

export function providerOption(): Option {
  return new Option("--provider <name>", "what computes").choices(["cpu", "webgpu"]).default("cpu");
}

/** Shows how a training reads its works and learns, and lets Ctrl-C stop it; `end` when it is over. */
export function watchTraining(options: Common) {
  let reading: Progress | undefined;
  const line = new TrainingLine(options.quiet);
  const stop = stoppable(options);
  return {
    line,
    signal: stop.signal,
    onWork({ title }: Work, works: number) {
      reading ??= new Progress("Reading", works, options.quiet);
      reading.advance(1, title);
    },
    onProgress(progress: TrainingProgress) {
      stop.begin();
      line.show(progress);
    },
    end() {
      line.end();
      stop.forget();
    },
  };
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
