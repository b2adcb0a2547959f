import { Problem } from "@plotline/base";
import type { Job } from "./executor.ts";
import { startThread } from "./threads.ts";

/** When a task is ended: after this many milliseconds, or when nobody waits for it. */
interface Bounds {
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** One task in a thread of its own, so that a server continues to answer; it ends within its bounds. */
export async function inThread<Setup, Task, Result>(
  job: Job<Setup, Task, Result>,
  task: Task,
  { limit, signal }: Bounds,
): Promise<Result> {
  const left = new Problem("Nobody waits for this any more; ended.");
  if (signal.aborted) throw left;
  const thread = await startThread(job);
  let timer: NodeJS.Timeout | undefined;
  const bounds = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem(`This took longer than ${limit / 1000} seconds; ended.`)), limit);
    signal.addEventListener("abort", () => reject(left), { once: true });
  });
  try {
    return await Promise.race([thread.do(task), bounds]);
  } finally {
    clearTimeout(timer);
    await thread.end();
  }
}
