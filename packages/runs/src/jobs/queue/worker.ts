import { realpathSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "@plotline/base";
import { UnrecoverableError, Worker } from "bullmq";
import { queueSeal } from "../seal.ts";
import { startThread, type TaskThread } from "../threads.ts";
import { refusal } from "./message.ts";
import { type Performed, type PerformSetup, performShards, type Taken } from "./perform.ts";
import {
  connectRedis,
  plain,
  prefix,
  queueName,
  redisAddress,
  redisFault,
  redisWarnings,
  saidOnce,
  within,
} from "./redis.ts";

export interface WorkerOptions {
  /** No two workers of a queue have the same. */
  readonly name: string;
  readonly queue: string;
  /** It touches these folders and no others. */
  readonly folders: readonly string[];
  /** How many shards at a time, and how many cores each may use. */
  readonly concurrency: number;
  readonly threads: number;
  /** How long a shard may take to finish after the worker was asked to stop, in milliseconds. */
  readonly grace: number;
  /** A worker that was silent for this many milliseconds counts as lost, and its shard goes to another. */
  readonly lostAfter: number;
  done(items: number): void;
  note(sentence: string): void;
}

/** How many times a shard may be taken up again after the worker that had it was lost. */
const mostLost = 8;
const restAfterFault = 250;
/** How long a refused shard is held: who can do it takes the others in the meantime. */
const restAfterRefusal = 25;

/** Starts to take shards from a queue. */
export async function startWorker(given: WorkerOptions) {
  const { name, threads, ...options } = { ...given, note: saidOnce(given.note) };
  const address = redisAddress(options.queue);
  const { secret } = queueSeal(address, options.note);
  const perform = inThreads({ secret, threads, folders: options.folders.map(realFolder) });
  const connection = await connectRedis(address);
  for (const sentence of redisWarnings(address)) options.note(sentence);
  /** A shard that is refused fails and frees its place; the feeder offers it to others. */
  const work = async ({ id = "", data }: { readonly id?: string | undefined; readonly data: unknown }) => {
    const performed = await perform({ id, data });
    if ("items" in performed) return performed.items;
    const sentence = plain(performed.refused);
    options.note(sentence);
    await sleep(restAfterRefusal);
    throw new UnrecoverableError(refusal(name, sentence));
  };
  const worker = new Worker<unknown, number>(queueName, work, {
    ...{ connection, prefix, name },
    concurrency: options.concurrency,
    lockDuration: options.lostAfter,
    // A whole number: Redis takes no other.
    stalledInterval: Math.max(100, Math.round(options.lostAfter / 6)),
    maxStalledCount: mostLost,
    drainDelay: 5,
  });
  worker.on("completed", (_, items) => options.done(items));
  worker.on("error", (error) => {
    options.note(redisFault(error, address.shown));
    // BullMQ asks again at once, however often Redis answers with a fault.
    if (error.name !== "ReplyError" || worker.isPaused()) return;
    void worker.pause(true);
    setTimeout(() => worker.resume(), restAfterFault).unref();
  });
  await worker.waitUntilReady();
  return {
    shown: address.shown,
    /** Takes nothing new; what is not finished within the grace period goes to another worker. */
    async stop() {
      await within(options.grace, worker.close()).catch(() => undefined);
      connection.disconnect();
    },
  };
}

/** Does each shard in a thread of its own, so that the worker's can keep its locks in Redis; they end with the process. */
function inThreads(setup: PerformSetup) {
  const free: TaskThread<Taken, Performed>[] = [];
  return async (taken: Taken): Promise<Performed> => {
    const thread = free.pop() ?? (await startThread(performShards(setup)));
    try {
      const performed = await thread.do(taken);
      free.push(thread);
      return performed;
    } catch (error) {
      // One that ran out of memory takes nothing with it but its shard.
      await thread.end();
      throw error;
    }
  };
}

function realFolder(folder: string): string {
  if (!statSync(folder).isDirectory()) throw new Problem(`--folder ${folder}: this is a file, not a folder.`);
  return realpathSync(folder);
}
