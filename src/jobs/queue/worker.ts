import { mkdirSync } from "node:fs";
import { type Job as QueuedJob, UnrecoverableError, WaitingError, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { isLoopback } from "../../loopback.ts";
import { Problem, sentenceOf } from "../../problem.ts";
import type { Provider } from "../../providers.ts";
import { startThread, type TaskThread } from "../threads.ts";
import { redisAddress } from "./address.ts";
import { attempts, resultKey, resultLifetime } from "./batch-queue.ts";
import { openMessage, type QueueMessage, refusal, sealedResult } from "./message.ts";
import { Obtainer } from "./obtain.ts";
import type { Cores, Perform, Performed, PerformTask } from "./perform.ts";
import { once, plain } from "./plain.ts";
import { connectRedis, isForeign, prefix, queueName, redisFault, redisWarnings, whenThereIsSpace } from "./redis.ts";
import { type Seal, type SecretOptions, sealFor } from "./seal.ts";
import { within } from "./within.ts";

export interface WorkerOptions extends SecretOptions {
  /** No two workers of a queue have the same. */
  readonly name: string;
  readonly queue: string;
  readonly perform: Perform;
  readonly concurrency: number;
  readonly threads: Cores;
  readonly provider: Provider;
  readonly cache: string;
  readonly share?: string;
  /** How long a batch may continue after the worker was asked to stop, in milliseconds. */
  readonly grace: number;
  done(tasks: number, failed: number): void;
}

export interface RunningWorker {
  readonly shown: string;
  /** Takes nothing new, and ends when what is under way is done or handed back. */
  stop(): Promise<void>;
}

/**
 * A worker that was silent for this long counts as dead, and its batch goes to another. On a machine with more to do
 * than it can, one that is alive may be silent for many seconds.
 */
const lockedFor = 30_000;
const stalledEvery = 5_000;
const restAfterFault = 250;
/** How long an unreachable Redis may delay the end, once the grace period is over. */
const closingFor = 5_000;
/** How long a result waits for space in a full Redis. */
const patience = 60_000;

export async function startWorker(given: WorkerOptions): Promise<RunningWorker> {
  const options = { ...given, note: once(given.note) };
  const address = redisAddress(options.queue);
  const seal = sealFor(address, options);
  mkdirSync(options.cache, { recursive: true, mode: 0o700 });
  const redis = await connectRedis(address);
  for (const sentence of await redisWarnings(redis, address)) options.note(sentence);
  const { name } = options;
  const runner = new BatchRunner(options, seal);
  const worker = new Worker(queueName, (job, token) => runner.work(job, token ?? "", redis), {
    connection: redis,
    prefix,
    name,
    concurrency: options.concurrency,
    lockDuration: lockedFor,
    stalledInterval: stalledEvery,
    maxStalledCount: attempts - 1,
    drainDelay: 5,
  });
  watchConnection(worker, address.shown, given.note);
  await worker.waitUntilReady();
  return {
    shown: address.shown,
    async stop() {
      const timer = setTimeout(() => runner.handBack(), options.grace);
      await within(options.grace + closingFor, worker.close()).catch(() => undefined);
      clearTimeout(timer);
      await runner.end();
      redis.disconnect();
    },
  };
}

/** Reports once that Redis is unreachable, once that it is back, and each refusal once. */
function watchConnection(worker: Worker, shown: string, note: (sentence: string) => void): void {
  let away = false;
  let faulty = false;
  worker.on("error", (error) => {
    const fault = redisFault(error, shown);
    if (isForeign(error)) rest(worker);
    if (fault instanceof Problem && !faulty) note(fault.message);
    faulty ||= fault instanceof Problem;
    if (away || !/ECONN|closed|ETIMEDOUT|EPIPE/.test(error.message)) return;
    away = true;
    note(`Redis at ${shown} does not answer; waiting for it.`);
  });
  worker.on("ready", () => {
    if (away) note(`Redis at ${shown} is back.`);
    away = false;
  });
}

/** BullMQ asks again at once, however often Redis answers with a fault. */
function rest(worker: Worker): void {
  if (worker.isPaused()) return;
  void worker.pause(true);
  setTimeout(() => worker.resume(), restAfterFault).unref();
}

type BatchThread = TaskThread<PerformTask, Performed>;

/** Where batches are done: each in a thread of its own, so that this thread can keep its locks in Redis. */
class BatchRunner {
  private readonly free: BatchThread[] = [];
  private readonly taken = new Set<BatchThread>();
  private readonly underWay = new Map<string, Promise<Performed>>();
  /** What was reported as done: a batch that was given twice is done once. */
  private readonly counted = new WeakSet<Performed>();
  private readonly obtainer: Obtainer;
  private readonly leave = new Set<() => void>();
  private isLeaving = false;

  constructor(
    private readonly options: WorkerOptions,
    private readonly seal: Seal,
  ) {
    this.obtainer = new Obtainer(options, seal);
  }

  async work(job: QueuedJob, token: string, redis: Redis): Promise<number> {
    const id = job.id ?? "";
    const message = openMessage(this.seal, id, job.data);
    if ("refused" in message) return this.refuse(message.refused);
    const performed = await this.orHandBack(this.performedOnce(id, message));
    if (performed === undefined) {
      await job.moveToWait(token);
      throw new WaitingError();
    }
    if ("refused" in performed) return this.refuse(performed.refused);
    const { outcomes, tasks, problems } = performed;
    const [problem] = problems;
    if (problem !== undefined && job.attemptsMade + 1 < attempts) throw new Error(problem);
    const result = sealedResult(this.seal, id, message, outcomes);
    const mayWait = (since: number) => !this.isLeaving && Date.now() - since <= patience;
    await whenThereIsSpace(() => redis.set(resultKey(id), result, "EX", resultLifetime), mayWait, this.options.note);
    if (!this.counted.has(performed)) this.options.done(tasks, problems.length);
    this.counted.add(performed);
    return tasks;
  }

  /** From now on, unfinished batches go back to the queue. */
  handBack(): void {
    this.isLeaving = true;
    for (const leave of this.leave) leave();
  }

  async end(): Promise<void> {
    await Promise.all([...this.free, ...this.taken].map((thread) => thread.end()));
  }

  /** A worker that was taken for dead may be given the batch again that it is still working on. */
  private performedOnce(id: string, message: QueueMessage): Promise<Performed> {
    const known = this.underWay.get(id);
    if (known !== undefined) return known;
    const performed = this.performed(message).finally(() => this.underWay.delete(id));
    this.underWay.set(id, performed);
    return performed;
  }

  private async performed(message: QueueMessage): Promise<Performed> {
    const folders: Record<string, string> = {};
    if (!this.seal.isSecret && !message.at.every((address) => isLoopback(new URL(address).hostname)))
      return { refused: "Without a secret, files are fetched from this machine only." };
    try {
      for (const [name, bundle] of Object.entries(message.folders))
        folders[name] = await this.obtainer.folder(bundle, message.at);
    } catch (error) {
      return { refused: sentenceOf(error) };
    }
    const { kind, setup, tasks } = message;
    return this.inFreeThread({ message: { kind, setup, tasks }, folders });
  }

  private async inFreeThread(task: PerformTask): Promise<Performed> {
    const { cache, provider, threads, perform } = this.options;
    const thread = this.free.pop() ?? (await startThread(perform({ cache, provider, threads })));
    this.taken.add(thread);
    try {
      const performed = await thread.do(task);
      this.free.push(thread);
      return performed;
    } finally {
      this.taken.delete(thread);
    }
  }

  private orHandBack<T>(work: Promise<T>): Promise<T | undefined> {
    if (this.isLeaving) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const leave = () => resolve(undefined);
      this.leave.add(leave);
      work.then(resolve, reject).finally(() => this.leave.delete(leave));
    });
  }

  /** A batch that cannot be done here fails at once and frees its place; the feeder decides whether others are asked. */
  private refuse(refused: string): never {
    const sentence = plain(refused);
    this.options.note(sentence);
    throw new UnrecoverableError(refusal(this.options.name, sentence));
  }
}
