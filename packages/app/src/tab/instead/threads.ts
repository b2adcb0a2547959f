import { type Executor, inline, type Job } from "@plotline/runs";

/** The worker that was asked is a thread of its own already, and has loaded everything. */
export function threads(): Executor {
  return inline;
}

/** What it reports goes straight to the page. */
export async function startThread<Setup, Task, Result>(job: Job<Setup, Task, Result>) {
  const step = await job.start(job.setup);
  const report = (said: string) => postMessage({ id: -1, said });
  return { do: (task: Task) => step(task, report), end: async () => undefined };
}
