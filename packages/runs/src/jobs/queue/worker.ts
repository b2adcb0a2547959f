import { realpathSync, statSync } from "node:fs";
import { besides, Problem } from "@plotline/base";
import "@plotline/nn/no-telemetry";
import { Worker } from "bullmq";
import { queueSeal, type SecretOptions } from "../seal.ts";
import { isBuilt } from "../threads.ts";
import { refusalIn } from "./message.ts";
import { type ProcessorSetup, shardProcessor } from "./processor.ts";
import { connectRedis, prefix, queueName, redisAddress, redisFault, redisWarnings, saidOnce, within } from "./redis.ts";

export interface WorkerOptions extends SecretOptions {
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
}

/** How many times a shard may be taken up again after the worker that had it was lost. */
const mostLost = 8;
const restAfterFault = 250;

/** Starts to take shards from a queue. Each is done in a thread, so that this one can keep its locks in Redis. */
export async function startWorker(given: WorkerOptions) {
  const { name, threads, ...options } = { ...given, note: saidOnce(given.note) };
  const address = redisAddress(options.queue);
  const { secret } = queueSeal(address, options);
  const setup: ProcessorSetup = { name, secret, threads, folders: options.folders.map(realFolder) };
  const connection = await connectRedis(address);
  for (const sentence of redisWarnings(address)) options.note(sentence);
  const worker = new Worker<unknown, number>(
    queueName,
    isBuilt ? besides("./processor.ts", import.meta.url) : shardProcessor(setup),
    {
      ...{ connection, prefix, name, useWorkerThreads: true, workerThreadsOptions: { workerData: setup } },
      concurrency: options.concurrency,
      lockDuration: options.lostAfter,
      // A whole number: Redis takes no other.
      stalledInterval: Math.max(100, Math.round(options.lostAfter / 6)),
      maxStalledCount: mostLost,
      drainDelay: 5,
    },
  );
  worker.on("completed", (_, items) => options.done(items));
  worker.on("failed", (_, { message }) => {
    const refused = refusalIn(message);
    if (refused !== undefined) options.note(refused);
  });
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

function realFolder(folder: string): string {
  if (!statSync(folder).isDirectory()) throw new Problem(`--folder ${folder}: this is a file, not a folder.`);
  return realpathSync(folder);
}
