import { digestOf } from "@plotline/base/node";
import type { Executor, Tasks } from "./executor.ts";
import { itemsOf, type Parts, type Shard, shardText } from "./parts.ts";

/** All items of a run, in words of a signature. */
export function itemWords(tasks: readonly unknown[]): string {
  return `${tasks.length} (${digestOf(tasks, 8)})`;
}

/** The folder of parts of a run, from the settings and items of its job. */
export type OpenParts = (setup: unknown, tasks: readonly unknown[]) => Promise<Parts>;

/** Ends a command that was asked for a shard: the part is there, and what would use the results has none to use. */
export class ShardDone extends Error {
  constructor(
    readonly shard: Shard,
    readonly items: number,
    readonly folder: string,
  ) {
    super(`shard ${shardText(shard)} is done`);
  }
}

/** One shard of a run, done by another executor and left as a part. */
export function shardExecutor(shard: Shard, inner: Executor, open: OpenParts): Executor {
  return {
    // biome-ignore lint/correctness/useYield: a shard ends without results to use
    async *run(job, tasks, watch) {
      const all = await listed(tasks);
      const parts = await open(job.setup, all);
      const own = itemsOf(all, shard);
      if (parts.missing([shard]).length > 0) {
        const results: unknown[] = [];
        for await (const result of inner.run(job, own)) {
          results.push(result);
          watch?.({ done: Math.min(all.length, results.length * shard.count), detail: `shard ${shardText(shard)}` });
        }
        parts.write(shard, results);
      }
      throw new ShardDone(shard, own.length, parts.folder);
    },
  };
}

/** The results that shards have left. */
export function mergingExecutor(open: OpenParts): Executor {
  return {
    async *run<Setup, Task, Result>(job: { readonly setup: Setup }, tasks: Tasks<Task>) {
      const all = await listed(tasks);
      yield* (await open(job.setup, all)).joined<Result>(all.length);
    },
  };
}

export async function listed<Task>(tasks: Tasks<Task>): Promise<Task[]> {
  const all: Task[] = [];
  for await (const task of tasks) all.push(task);
  return all;
}
