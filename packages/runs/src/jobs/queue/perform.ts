import { realpathSync } from "node:fs";
import { isAbsolute, normalize, relative, sep } from "node:path";
import { Problem, sentenceOf } from "@plotline/base";
import { shardedCommands } from "../../sharded.ts";
import { type Job, job, type Step } from "../executor.ts";
import { difference, Parts } from "../parts.ts";
import { Seal } from "../seal.ts";
import { openMessage, type QueueMessage, runIn } from "./message.ts";

/** What a worker's threads need to know. */
export interface PerformSetup {
  readonly secret: string | undefined;
  /** The folders that it may touch, as they really are. */
  readonly folders: readonly string[];
  /** How many cores a shard may use. */
  readonly threads: number;
}

/** What a worker took from the queue: nothing of it has been checked. */
export interface Taken {
  readonly id: string;
  readonly data: unknown;
}

/** How many items were done, or the sentence with which the shard is refused. */
export type Performed = { readonly items: number } | { readonly refused: string };

/** Does the shards that a worker takes, and leaves their results as parts; a run begins once. */
export function performShards(setup: PerformSetup): Job<PerformSetup, Taken, Performed> {
  return job(import.meta.url, startPerforming, setup);
}

export async function startPerforming({ secret, folders, threads }: PerformSetup): Promise<Step<Taken, Performed>> {
  const seal = new Seal(secret);
  let last: { readonly signature: string; readonly step: Step<unknown, unknown> } | undefined;
  const perform = async ({ id, data }: Taken): Promise<Performed> => {
    const { work, setup, items, tasks, shard, signature, folder } = admitted(openMessage(seal, id, data), folders);
    const parts = new Parts(folder, signature, seal);
    if (parts.missing([shard]).length === 0) return { items: 0 };
    if (last?.signature !== signature) {
      const here = await work.signature(setup, items);
      if (here !== signature) throw new Refused(`What the feeder sees is not here: ${difference(signature, here)}.`);
      last = { signature, step: await work.start(setup, threads) };
    }
    const results: unknown[] = [];
    for (const task of tasks) results.push(await last.step(task));
    parts.write(shard, results);
    return { items: results.length };
  };
  return async (taken) => {
    try {
      return await perform(taken);
    } catch (error) {
      if (error instanceof Refused) return { refused: error.message };
      throw error;
    }
  };
}

class Refused extends Problem {}

/** Signed or not, a message gets nothing but a known command, methods of plotline's own, and the worker's folders. */
function admitted(message: QueueMessage | { readonly refused: string }, folders: readonly string[]) {
  if ("refused" in message) throw new Refused(message.refused);
  const { command, items, shard, signature } = message;
  if (!isKnown(command)) throw new Refused(`This plotline does not know the work "${command}".`);
  const work = shardedCommands[command];
  const place = (folder: string) => placeIn(folder, folders);
  try {
    work.mustBeSendable(message.setup);
    const [setup, folder] = [work.setup(message.setup, place), place(message.parts)];
    if (runIn(folder) !== signature)
      throw new Problem(`${message.parts} is not the folder of this run, or the run has ended.`);
    return { work, setup, items, shard, signature, folder, tasks: message.tasks.map((task) => work.task(task)) };
  } catch (error) {
    throw new Refused(sentenceOf(error));
  }
}

function isKnown(command: string): command is keyof typeof shardedCommands {
  return Object.hasOwn(shardedCommands, command);
}

/** Where a folder really is that is one of the worker's or lies in one of them; any other is a problem. */
function placeIn(path: string, folders: readonly string[]): string {
  const real = isAbsolute(path) && normalize(path) === path ? realOf(path) : undefined;
  if (real !== undefined && folders.some((folder) => isInside(real, folder))) return real;
  throw new Problem(`This worker was not given the folder ${path}; --folder names those that it may touch.`);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
