import type { Work } from "@plotline/align";
import type { TrainingProgress } from "@plotline/nn/node";
import type { Common } from "../command.ts";
import { duration, Progress, StatusLine } from "../print/progress.ts";
import { stopAfterStep } from "./interrupt.ts";

/** Shows how a training reads its works and learns, and lets Ctrl-C stop it; `end` when it is over. */
export function watchTraining(options: Common) {
  const reading = new Progress("Reading", 0, options.quiet);
  const line = new StatusLine(options.quiet);
  const stop = stopAfterStep(options.quiet);
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
