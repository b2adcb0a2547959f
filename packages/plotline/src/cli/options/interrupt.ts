import { unfinished } from "@plotline/base/node";

/** Ctrl-C ends what is saved as it is done: `saved` says what that is. */
export async function resumable<T>(saved: string, act: () => Promise<T>): Promise<T> {
  const stop = () => {
    process.stderr.write(`\nStopped. ${saved} is saved; the same command resumes from there.\n`);
    unfinished.removeAll();
    process.exit(130);
  };
  process.once("SIGINT", stop);
  try {
    return await act();
  } finally {
    process.removeListener("SIGINT", stop);
  }
}

/**
 * Once training has begun, the first Ctrl-C ends the run after the step at hand, with a checkpoint, and the second ends
 * the process. Before that there is nothing to save: the first one ends the process.
 */
export function stopAfterStep(quiet: boolean | undefined): { signal: AbortSignal; begin(): void; forget(): void } {
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
  unfinished.removeAll();
  process.removeAllListeners("SIGINT");
  process.kill(process.pid, "SIGINT");
}
