import { type Executor, inline, type Job } from "@plotline/runs";

/** The worker that was asked is a thread of its own already, and has loaded everything. */
export function threads(): Executor {
  return inline;
}

/** What it reports goes straight to the page, from which it can be stopped. */
export async function inThread<Setup, Task, Result>(job: Job<Setup, Task, Result>, task: Task): Promise<Result> {
  const step = await job.start(job.setup);
  return step(task, (said) => postMessage({ id: -1, said }));
}
