import { Option } from "commander";
import type { Work } from "../../corpus/types.ts";
import type { TrainingProgress } from "../../nn/index.ts";
import { removeUnfinished } from "../../write.ts";
import type { Common } from "../command.ts";
import { duration, Progress, StatusLine } from "../print/progress.ts";

export function providerOption(): Option {
  return new Option("--provider <name>", "what computes").choices(["cpu", "webgpu"]).default("cpu");
}

/** Shows how a training reads its works and learns, and lets Ctrl-C stop it; `end` when it is over. */
export function watchTraining(options: Common) {
  const reading = new Progress("Reading", 0, options.quiet);
  const line = new StatusLine(options.quiet);
  const stop = stoppable(options);
  return {
    line,
    signal: stop.signal,
    onWork({ title }: Work, works: number) {
      reading.outOf(works).advance(1, title);
    },
    onProgress(progress: TrainingProgress) {
      stop.begin();
      line.show(() => progressText(progress));
    },
    end() {
      line.end();
      stop.forget();
    },
  };
}

function progressText({ step, steps, epoch, loss, tokensPerSecond, millisecondsLeft }: TrainingProgress): string {
  return `Pass ${epoch}, step ${step} of ${steps}, loss ${loss.toFixed(3)}, ${tokensPerSecond} tokens/s, ${duration(millisecondsLeft)} left`;
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
