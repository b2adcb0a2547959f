import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { besides, Problem } from "@plotline/base";
import "@plotline/nn/no-telemetry";
import { type Executor, inline, type Job, type Tasks } from "./executor.ts";
import type { Order, TaskAnswer } from "./thread-entry.ts";

/** How many tasks a thread holds: one that it works on and one that waits for it. */
const atHand = 2;
/** How many tasks may be under way or done but not yet taken, for each thread: one slow task holds up no others. */
const inFlight = 16;

/** A thread would compile the sources anew, which takes seconds: what was not built runs in the current one. */
const isBuilt = import.meta.url.endsWith(".js");

/** Threads of this machine; one thread is this one. */
export function threads(count = availableParallelism()): Executor {
  const mostFor = (tasks: Tasks<unknown>) => (Array.isArray(tasks) ? Math.min(count, tasks.length) : count);
  return {
    run: (job, tasks) =>
      mostFor(tasks) < 2 || !isBuilt ? inline.run(job, tasks) : runOnThreads(job, tasks, mostFor(tasks)),
  };
}

async function* runOnThreads<Setup, Task, Result>(
  job: Job<Setup, Task, Result>,
  tasks: Tasks<Task>,
  count: number,
): AsyncGenerator<Result> {
  const pool = Array.from({ length: count }, () => new Thread<Task, Result>(job));
  const free = Array.from({ length: atHand }, () => pool).flat();
  const busy = new Set<Promise<void>>();
  const waiting: Promise<Result>[] = [];
  try {
    for await (const task of tasks) {
      if (free.length === 0) await Promise.race(busy);
      const thread = free.shift()!;
      const result = thread.do(task);
      const ended = result.then(nothing, nothing).then(() => {
        free.push(thread);
        busy.delete(ended);
      });
      busy.add(ended);
      waiting.push(result);
      if (waiting.length >= count * inFlight) yield await waiting.shift()!;
    }
    for (const result of waiting) yield await result;
  } finally {
    await Promise.all(pool.map((thread) => thread.end()));
  }
}

const nothing = () => undefined;

/** Does tasks one after the other, in the order it got them. */
export interface TaskThread<Task, Result> {
  do(task: Task): Promise<Result>;
  end(): Promise<void>;
}

/** A thread of its own for a job. */
export async function startThread<Setup, Task, Result>(
  job: Job<Setup, Task, Result>,
): Promise<TaskThread<Task, Result>> {
  if (isBuilt) return new Thread(job);
  return { do: await job.start(job.setup), end: async () => undefined };
}

class Thread<Task, Result> implements TaskThread<Task, Result> {
  private readonly worker: Worker;
  private readonly expected: { resolve(result: Result): void; reject(error: Error): void }[] = [];
  private broken: Error | undefined;

  constructor({ module, name, setup }: Pick<Job<unknown, Task, Result>, "module" | "name" | "setup">) {
    this.worker = new Worker(besides("./thread-entry.ts", import.meta.url), {
      workerData: { module, name, setup },
      stdout: true,
      // Chapters come and go: with enough space for young objects, few are copied before they die.
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    });
    // Standard output is the command's result: what a module of the user's prints goes to standard error.
    this.worker.stdout.on("data", (said: Uint8Array) => process.stderr.write(said));
    this.worker.on("message", (answer: TaskAnswer<Result>) => this.take(answer));
    this.worker.on("error", (error) => this.fail(error instanceof Error ? error : new Error(String(error))));
    this.worker.on("exit", () => this.fail(new Error("a worker thread ended too early")));
  }

  do(task: Task): Promise<Result> {
    if (this.broken !== undefined) return Promise.reject(this.broken);
    return new Promise((resolve, reject) => {
      this.expected.push({ resolve, reject });
      this.worker.postMessage({ task } satisfies Order<Task>);
    });
  }

  async end(): Promise<void> {
    this.worker.removeAllListeners();
    await this.worker.terminate();
  }

  private take(answer: TaskAnswer<Result>): void {
    const first = this.expected.shift();
    if ("result" in answer) first?.resolve(answer.result);
    else first?.reject(new Problem(answer.problem, answer.remedy));
  }

  private fail(error: Error): void {
    this.broken = error;
    for (const each of this.expected.splice(0)) each.reject(error);
  }
}

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
