import { Problem } from "@plotline/base";
import { mountedNames } from "@plotline/corpus";
import type { Executor, Job } from "@plotline/runs";
import type { ThreadAnswer, ThreadOrder } from "./thread.worker.ts";

/** One worker of the page: it has a core of its own, and phones have few. */
export function threads(): Executor {
  return {
    async *run(job, tasks) {
      const thread = await startThread(job);
      try {
        for await (const task of tasks) yield await thread.do(task);
      } finally {
        await thread.end();
      }
    },
  };
}

export async function startThread<Setup, Task, Result>({ name, setup }: Job<Setup, Task, Result>) {
  const worker = new Worker(new URL("./thread.worker.ts", import.meta.url), { type: "module" });
  const send = (order: ThreadOrder) => worker.postMessage(order);
  send({ name, setup, stores: mountedNames() });
  return {
    do: (task: Task) =>
      new Promise<Result>((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<ThreadAnswer>) =>
          "problem" in data ? reject(new Problem(data.problem)) : resolve(data.result as Result);
        worker.onerror = () =>
          reject(new Problem("The browser ended this work, perhaps for want of memory; try again."));
        send({ task });
      }),
    end: async () => worker.terminate(),
  };
}
