import { shardedCommands } from "../../sharded.ts";
import { type Job, job, type Step } from "../executor.ts";
import { difference, Parts } from "../parts.ts";
import { Seal } from "../seal.ts";
import type { QueueMessage } from "./message.ts";

interface PerformSetup {
  /** How many cores a shard may use. */
  readonly threads: number;
  readonly secret?: string;
}

export type ShardOrder = QueueMessage & { readonly command: keyof typeof shardedCommands };

/** How many items were done, or the sentence with which the whole shard was refused. */
export type Performed = { readonly items: number } | { readonly refused: string };

/** Does shards that the worker has admitted, and leaves their results as parts; each run begins once. */
export function performShards(setup: PerformSetup): Job<PerformSetup, ShardOrder, Performed> {
  return job(import.meta.url, startPerforming, setup);
}

export async function startPerforming({ threads, secret }: PerformSetup): Promise<Step<ShardOrder, Performed>> {
  const seal = new Seal(secret);
  let last: { readonly signature: string; readonly step: Step<unknown, unknown> } | undefined;
  return async ({ command, setup, items, tasks, shard, parts: folder, signature }) => {
    const parts = new Parts(folder, signature, seal);
    if (parts.missing([shard]).length === 0) return { items: 0 };
    if (last?.signature !== signature) {
      const work = shardedCommands[command];
      const here = await work.signature(setup, items);
      if (here !== signature) return { refused: `What the feeder sees is not here: ${difference(signature, here)}.` };
      last = { signature, step: await work.start(setup, threads) };
    }
    const results: unknown[] = [];
    for (const task of tasks) results.push(await last.step(task));
    parts.write(shard, results);
    return { items: results.length };
  };
}
