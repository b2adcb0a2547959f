import { type Executor, inline, type Job } from "@plotline/runs";

/** The worker that answers the page is a thread of its own already, and has loaded everything. */
export function threads(): Executor {
  return inline;
}

export async function startThread<Setup, Task, Result>(job: Job<Setup, Task, Result>) {
  return { do: await job.start(job.setup), end: async () => undefined };
}
