import { Worker } from "node:worker_threads";
import "../no-telemetry.ts";
import { Problem } from "../problem.ts";
import type { Job } from "./executor.ts";
import type { TaskAnswer } from "./worker.ts";

/** When a task is ended: after this many milliseconds, or when nobody waits for it. */
interface Bounds {
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * One task in a thread of its own, so that a server continues to answer; it ends within its bounds. Sources
 * that were not built run in this thread.
 */
export async function inThread<Setup, Task, Result>(
  job: Job<Setup, Task, Result>,
  task: Task,
  { limit, signal }: Bounds,
): Promise<Result> {
  if (!import.meta.url.endsWith(".js")) return (await job.start(job.setup))(task);
  if (signal.aborted) throw new Problem("Nobody waits for this any more; ended.");
  const { module, name, setup } = job;
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: { module, name, setup } });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      timer = setTimeout(() => reject(new Problem(`This took longer than ${limit / 1000} seconds; ended.`)), limit);
      signal.addEventListener("abort", () => reject(new Problem("Nobody waits for this any more; ended.")), {
        once: true,
      });
      worker.once("error", reject);
      worker.once("message", (answer: TaskAnswer<Result>) =>
        "result" in answer ? resolve(answer.result) : reject(new Problem(answer.problem)),
      );
      worker.postMessage({ task });
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
