import { realpathSync } from "node:fs";
import { isAbsolute, normalize, relative, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { once, Problem, sentenceOf } from "@plotline/base";
import { UnrecoverableError } from "bullmq";
import { shardedCommands } from "../../sharded.ts";
import type { Step } from "../executor.ts";
import { difference, Parts } from "../parts.ts";
import { Seal } from "../seal.ts";
import { openMessage, type QueueMessage, refusal, runIn } from "./message.ts";
import { plain } from "./redis.ts";

/** What a worker's threads need to know. */
export interface ProcessorSetup {
  /** The worker's name. */
  readonly name: string;
  readonly secret: string | undefined;
  /** The folders that it may touch, as they really are. */
  readonly folders: readonly string[];
  /** How many cores a shard may use. */
  readonly threads: number;
}

/** What is used of a job of BullMQ's, which a thread has only a copy of. */
interface ShardJob {
  readonly id?: string;
  readonly data: unknown;
}

/** How long a refused shard is held: who can do it takes the others in the meantime. */
const restAfterRefusal = 25;

/** Does the shards that a worker takes, and leaves their results as parts; a run begins once. */
export function shardProcessor({ name, secret, folders, threads }: ProcessorSetup) {
  const seal = new Seal(secret);
  let last: { readonly signature: string; readonly step: Step<unknown, unknown> } | undefined;
  const perform = async ({ id, data }: ShardJob): Promise<number> => {
    const { work, setup, items, tasks, shard, signature, folder } = admitted(
      openMessage(seal, id ?? "", data),
      folders,
    );
    const parts = new Parts(folder, signature, seal);
    if (parts.missing([shard]).length === 0) return 0;
    if (last?.signature !== signature) {
      const here = await work.signature(setup, items);
      if (here !== signature) throw new Refused(`What the feeder sees is not here: ${difference(signature, here)}.`);
      last = { signature, step: await work.start(setup, threads) };
    }
    const results: unknown[] = [];
    for (const task of tasks) results.push(await last.step(task));
    parts.write(shard, results);
    return results.length;
  };
  /** The number of items that were done. A shard that is refused fails and frees its place; the feeder offers it to others. */
  return async (job: ShardJob): Promise<number> => {
    try {
      return await perform(job);
    } catch (error) {
      if (!(error instanceof Refused)) throw new Error(sentenceOf(error));
      await sleep(restAfterRefusal);
      throw new UnrecoverableError(refusal(name, plain(error.message)));
    }
  };
}

const inThisThread = once(() => shardProcessor(workerData as ProcessorSetup));

/** What BullMQ calls in a thread of its own, which was started with the worker's settings. */
export default (job: ShardJob): Promise<number> => inThisThread()(job);

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
