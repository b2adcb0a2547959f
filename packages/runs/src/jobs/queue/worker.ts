import { setTimeout as sleep } from "node:timers/promises";
import { Problem, reasonOf, sentenceOf, withStop } from "@plotline/base";
import { type Job as QueuedJob, UnrecoverableError, Worker } from "bullmq";
import type { Job } from "../executor.ts";
import { queueSeal, type Seal, type SecretOptions } from "../seal.ts";
import type { Machine, Sharded } from "../sharded.ts";
import { startThread, type TaskThread } from "../threads.ts";
import { redisAddress } from "./address.ts";
import { Folders, runIn } from "./folders.ts";
import { openMessage, type QueueMessage, refusal } from "./message.ts";
import type { Performed, PerformSetup, ShardOrder } from "./perform.ts";
import { once, plain } from "./plain.ts";
import { connectRedis, isForeign, prefix, queueName, redisFault, redisWarnings } from "./redis.ts";
import { within } from "./within.ts";

export interface WorkerOptions extends SecretOptions {
  /** No two workers of a queue have the same. */
  readonly name: string;
  readonly queue: string;
  /** It touches these folders and no others. */
  readonly folders: readonly string[];
  readonly commands: Readonly<Record<string, Sharded>>;
  readonly perform: (setup: PerformSetup) => Job<PerformSetup, ShardOrder, Performed>;
  /** How many shards at a time. */
  readonly concurrency: number;
  readonly machine: Machine;
  /** How long a shard may take to finish after the worker was asked to stop, in milliseconds. */
  readonly grace: number;
  /** A worker that was silent for this many milliseconds counts as lost, and its shard goes to another. */
  readonly lostAfter: number;
  done(items: number): void;
}

export interface RunningWorker {
  readonly shown: string;
  /** Takes nothing new; what is not finished within the grace period goes to another worker. */
  stop(): Promise<void>;
}

/** How many times a shard may be taken up again after the worker that had it was lost; the feeder may offer it again. */
const mostLost = 2;
/** How long a refused shard is held: who can do it takes the others in the meantime. */
const restAfterRefusal = 25;
const restAfterFault = 250;

/** Starts to take shards from a queue. */
export async function startWorker(given: WorkerOptions): Promise<RunningWorker> {
  const options = { ...given, note: once(given.note) };
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
  watchConnection(worker, address.shown, options.note);
  await worker.waitUntilReady();
  return {
    shown: address.shown,
    async stop() {
      await within(options.grace, worker.close()).catch(() => undefined);
      await runner.end();
      redis.disconnect();
    },
  };
}

/** Says what Redis refuses, or that it is away; BullMQ reconnects by itself. */
function watchConnection(worker: Worker, shown: string, note: (sentence: string) => void): void {
  worker.on("error", (error) => {
    const fault = redisFault(error, shown);
    if (isForeign(error)) rest(worker);
    if (fault instanceof Problem) note(fault.message);
    else if (/ECONN|closed|ETIMEDOUT|EPIPE/.test(error.message))
      note(`Redis at ${shown} does not answer; waiting for it.`);
    else note(`Redis at ${shown}: ${withStop(plain(reasonOf(error)))}`);
  });
}

/** BullMQ asks again at once, however often Redis answers with a fault. */
function rest(worker: Worker): void {
  if (worker.isPaused()) return;
  void worker.pause(true);
  setTimeout(() => worker.resume(), restAfterFault).unref();
}

type ShardThread = TaskThread<ShardOrder, Performed>;

/** Where shards are done: each in a thread of its own, so that this thread can keep its locks in Redis. */
class ShardRunner {
  private readonly folders: Folders;
  private readonly free: ShardThread[] = [];
  private readonly taken = new Set<ShardThread>();

  constructor(
    private readonly options: WorkerOptions,
    private readonly seal: Seal,
  ) {
    this.folders = new Folders(options.folders);
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
  private admitted({ run, ...message }: QueueMessage): ShardOrder | { readonly refused: string } {
    const { command } = message;
    const work = Object.hasOwn(this.options.commands, command) ? this.options.commands[command] : undefined;
    if (work === undefined) return { refused: `This plotline does not know the work "${command}".` };
    try {
      work.mustBeSendable(message.setup);
      const place = (folder: string) => this.folders.realPathOf(folder);
      const [setup, parts] = [work.setup(message.setup, place), place(message.parts)];
      const tasks = message.tasks.map((task) => work.task(task));
      const known = runIn(parts);
      if (known?.run !== run || known.signature !== message.signature)
        return { refused: `${message.parts} is not the folder of this run, or the run has ended.` };
      return { ...message, setup, parts, tasks };
    } catch (error) {
      return { refused: sentenceOf(error) };
    }
  }

  private async performed(order: ShardOrder): Promise<Performed> {
    const { machine, perform } = this.options;
    const thread = this.free.pop() ?? (await startThread(perform({ machine, secret: this.seal.secret })));
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
