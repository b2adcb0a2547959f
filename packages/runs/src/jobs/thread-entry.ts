import { parentPort, workerData } from "node:worker_threads";
import { Problem, type Remedy, sentenceOf } from "@plotline/base";
import type { Start, Step } from "./executor.ts";

export interface Order<Task> {
  readonly task: Task;
}

export type TaskAnswer<Result> = { readonly result: Result } | { readonly problem: string; readonly remedy?: Remedy };

interface Given {
  readonly module: string;
  readonly name: string;
  readonly setup: unknown;
}

/** What a thread of `threads.ts` runs: it starts its job, and does the tasks that it is sent, one after the other. */
const port = parentPort;
if (port !== null) {
  const started = begin(workerData as Given);
  started.catch(() => undefined);
  let last: Promise<void> = Promise.resolve();
  port.on("message", ({ task }: Order<unknown>) => {
    last = last.then(async () => port.postMessage(await answer(started, task)));
  });
}

async function begin({ module, name, setup }: Given): Promise<Step<unknown, unknown>> {
  const exported: Readonly<Record<string, Start<unknown, unknown, unknown>>> = await import(module);
  const start = exported[name];
  if (start === undefined) throw new Error(`${module} does not export ${name}`);
  return start(setup);
}

async function answer(started: Promise<Step<unknown, unknown>>, task: unknown): Promise<TaskAnswer<unknown>> {
  try {
    return { result: await (await started)(task) };
  } catch (error) {
    return { problem: sentenceOf(error), remedy: error instanceof Problem ? error.remedy : undefined };
  }
}
