import type { Step } from "../executor.ts";
import { difference, Parts } from "../parts.ts";
import { Seal } from "../seal.ts";
import type { Machine, Sharded } from "../sharded.ts";
import type { QueueMessage } from "./message.ts";

export interface PerformSetup {
  readonly machine: Machine;
  readonly secret?: string;
}

export type ShardOrder = Omit<QueueMessage, "run">;

/** How many items were done, or the sentence with which the whole shard was refused. */
export type Performed = { readonly items: number } | { readonly refused: string };

/** Does shards of commands that the worker has admitted, and leaves their results as parts; each run begins once. */
export function performing(
  commands: Readonly<Record<string, Sharded>>,
  { machine, secret }: PerformSetup,
): Step<ShardOrder, Performed> {
  const seal = new Seal(secret);
  let last: { readonly signature: string; readonly step: Step<unknown, unknown> } | undefined;
  return async ({ command, setup, items, tasks, shard, parts: folder, signature }) => {
    const parts = new Parts(folder, signature, seal);
    if (parts.missing([shard]).length === 0) return { items: 0 };
    if (last?.signature !== signature) {
      const work = commands[command]!;
      const here = await work.signature(setup, items);
      if (here !== signature) return { refused: `What the feeder sees is not here: ${difference(signature, here)}.` };
      last = { signature, step: await work.start(setup, machine) };
    }
    const results: unknown[] = [];
    for (const task of tasks) results.push(await last.step(task));
    parts.write(shard, results);
    return { items: results.length };
  };
}
