import { realpathSync, statSync } from "node:fs";
import { isAbsolute, normalize, relative, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem, sentenceOf } from "@plotline/base";
import { type Job as QueuedJob, UnrecoverableError, Worker } from "bullmq";
import { shardedCommands } from "../../sharded.ts";
import { queueSeal, type Seal, type SecretOptions } from "../seal.ts";
import { startThread, type TaskThread } from "../threads.ts";
import { openMessage, type QueueMessage, refusal, runIn } from "./message.ts";
import { type Performed, performShards, type ShardOrder } from "./perform.ts";
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

/** How many times a shard may be taken up again after the worker that had it was lost; the feeder may offer it again. */
const mostLost = 2;
/** How long a refused shard is held: who can do it takes the others in the meantime. */
const restAfterRefusal = 25;
const restAfterFault = 250;

/** Starts to take shards from a queue. */
export async function startWorker(given: WorkerOptions) {
  const options = { ...given, note: saidOnce(given.note) };
  const address = redisAddress(options.queue);
  const runner = new ShardRunner(options, queueSeal(address, options));
  const redis = await connectRedis(address);
  for (const sentence of redisWarnings(address)) options.note(sentence);
  const worker = new Worker(queueName, (job) => runner.work(job), {
    connection: redis,
    prefix,
    name: options.name,
    concurrency: options.concurrency,
    lockDuration: options.lostAfter,
    // A whole number: Redis takes no other.
    stalledInterval: Math.max(100, Math.round(options.lostAfter / 6)),
    maxStalledCount: mostLost,
    drainDelay: 5,
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
      await runner.end();
      redis.disconnect();
    },
  };
}

type ShardThread = TaskThread<ShardOrder, Performed>;

/** Where shards are done: each in a thread of its own, so that this thread can keep its locks in Redis. */
class ShardRunner {
  private readonly folders: readonly string[];
  private readonly free: ShardThread[] = [];
  private readonly taken = new Set<ShardThread>();

  constructor(
    private readonly options: WorkerOptions,
    private readonly seal: Seal,
  ) {
    this.folders = options.folders.map(realFolder);
  }

  async work(job: QueuedJob): Promise<number> {
    const message = openMessage(this.seal, job.id ?? "", job.data);
    const order = "refused" in message ? message : this.admitted(message);
    const performed = "refused" in order ? order : await this.performed(order);
    if ("refused" in performed) return this.refuse(performed.refused);
    this.options.done(performed.items);
    return performed.items;
  }

  async end(): Promise<void> {
    await Promise.all([...this.free, ...this.taken].map((thread) => thread.end()));
  }

  /** Signed or not, a message gets nothing but a known command, methods of plotline's own, and the worker's folders. */
  private admitted({ command, ...message }: QueueMessage): ShardOrder | { readonly refused: string } {
    if (!isKnown(command)) return { refused: `This plotline does not know the work "${command}".` };
    const work = shardedCommands[command];
    try {
      work.mustBeSendable(message.setup);
      const place = (folder: string) => this.realPathOf(folder);
      const [setup, parts] = [work.setup(message.setup, place), place(message.parts)];
      if (runIn(parts) !== message.signature)
        return { refused: `${message.parts} is not the folder of this run, or the run has ended.` };
      return { ...message, command, setup, parts, tasks: message.tasks.map((task) => work.task(task)) };
    } catch (error) {
      return { refused: sentenceOf(error) };
    }
  }

  /** Where a folder really is that is one of the worker's or lies in one of them; any other is a problem. */
  private realPathOf(path: string): string {
    const real = isAbsolute(path) && normalize(path) === path ? realOf(path) : undefined;
    if (real !== undefined && this.folders.some((folder) => isInside(real, folder))) return real;
    throw new Problem(`This worker was not given the folder ${path}; --folder names those that it may touch.`);
  }

  private async performed(order: ShardOrder): Promise<Performed> {
    const { threads } = this.options;
    const thread = this.free.pop() ?? (await startThread(performShards({ threads, secret: this.seal.secret })));
    this.taken.add(thread);
    try {
      const performed = await thread.do(order);
      this.free.push(thread);
      return performed;
    } catch (error) {
      await thread.end();
      throw error;
    } finally {
      this.taken.delete(thread);
    }
  }

  /** A shard that cannot be done here fails and frees its place; the feeder offers it to others. */
  private async refuse(refused: string): Promise<never> {
    const sentence = plain(refused);
    this.options.note(sentence);
    await sleep(restAfterRefusal);
    throw new UnrecoverableError(refusal(this.options.name, sentence));
  }
}

function isKnown(command: string): command is keyof typeof shardedCommands {
  return Object.hasOwn(shardedCommands, command);
}

function realFolder(folder: string): string {
  if (!statSync(folder).isDirectory()) throw new Problem(`--folder ${folder}: this is a file, not a folder.`);
  return realpathSync(folder);
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
