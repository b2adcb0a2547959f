import { sentenceOf } from "@plotline/base";
import type { Step } from "@plotline/runs";

/** First what job is to be started, over these stores; then its tasks, one after the other. */
export type ThreadOrder =
  | { readonly name: string; readonly setup: unknown; readonly stores: readonly string[] }
  | { readonly task: unknown };

export type ThreadAnswer = { readonly result: unknown } | { readonly problem: string };

/** Their code waits for weights that are fetched; tasks that come meanwhile must find a listener already. */
const jobs = import("./jobs.ts");

let started: Promise<Step<unknown, unknown>> | undefined;

addEventListener("message", async ({ data }: MessageEvent<ThreadOrder>) => {
  if ("task" in data) return postMessage(await answer(data.task));
  started = begin(data);
  started.catch(() => undefined);
});

async function begin({ name, setup, stores }: Extract<ThreadOrder, { name: string }>) {
  const { mount, OpfsStore, starts } = await jobs;
  for (const folder of stores) mount(folder, await OpfsStore.at(folder));
  return (starts[name] as (setup: unknown) => Promise<Step<unknown, unknown>>)(setup);
}

async function answer(task: unknown): Promise<ThreadAnswer> {
  try {
    return { result: await (await started)?.(task) };
  } catch (error) {
    return { problem: sentenceOf(error) };
  }
}
