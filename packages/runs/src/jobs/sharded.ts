import { Problem, signatureOf } from "@plotline/base";
import { digestOf, faultIn } from "@plotline/base/node";
import type { z } from "zod";
import type { Executor, Step, Tasks } from "./executor.ts";
import { itemsOf, type Parts, type Shard, shardText } from "./parts.ts";

/** What a machine gives to the work that is done on it. */
export interface Machine {
  /** How many cores one shard may use. */
  readonly threads: number;
}

/** The work of a command as other processes see it: its settings and its items are plain values that they can check. */
interface ShardedWork<Setup, Task> {
  readonly setup: z.ZodType<Setup>;
  readonly task: z.ZodType<Task>;
  /** Everything that decides the results, besides the command, its items and the version. */
  words(setup: Setup): Promise<object>;
  /** The settings with each folder that the work reads under the path that `place` gives for it. */
  placed(setup: Setup, place: (folder: string) => string): Setup;
  /** Throws where the work needs files of the user's own code, which no other machine runs. */
  mustBeSendable(setup: Setup): void;
  start(setup: Setup, machine: Machine): Promise<Step<Task, unknown>>;
}

/** The same for who does not know the types: what is not of them is a problem. */
export type Sharded = ReturnType<typeof sharded>;

export function sharded<Setup, Task>(command: string, work: ShardedWork<Setup, Task>) {
  const setupOf = (given: unknown) => checked(work.setup, given, `The settings of ${command}`);
  const taskOf = (given: unknown) => checked(work.task, given, `An item of ${command}`);
  return {
    /** The settings and items without what only this process needs to know. */
    setup: (given: unknown, place: (folder: string) => string): unknown => work.placed(setupOf(given), place),
    task: (given: unknown): unknown => taskOf(given),
    mustBeSendable: (given: unknown) => work.mustBeSendable(setupOf(given)),
    /** Two parts may be joined when theirs are the same; `items` is what `itemWords` says of all of them. */
    signature: async (given: unknown, items: string) =>
      signatureOf({ command, items, ...(await work.words(setupOf(given))) }),
    async start(given: unknown, machine: Machine): Promise<Step<unknown, unknown>> {
      const step = await work.start(setupOf(given), machine);
      return (task) => step(taskOf(task));
    },
  };
}

/** All items of a run, in words of a signature. */
export function itemWords(tasks: readonly unknown[]): string {
  return `${tasks.length} (${digestOf(tasks, 8)})`;
}

function checked<T>(shape: z.ZodType<T>, value: unknown, what: string): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new Problem(`${what}: not as this plotline knows them (${faultIn(read.error, "they")}).`);
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
