import { setTimeout as sleep } from "node:timers/promises";
import { Queue, type Job as QueuedJob, QueueEvents } from "bullmq";
import type { Redis } from "ioredis";
import { z } from "zod";
import { Problem } from "../../problem.ts";
import type { Message } from "./message.ts";
import { isFull, prefix, queueName, redisFault } from "./redis.ts";

/** What came back of a batch: bytes of its outcomes, or why no worker could finish it. */
export type Answer = { readonly outcomes: Buffer } | { readonly crash: string };

/** How many times a batch is tried, whoever fails at it. */
export const attempts = 3;

/** A worker says so before it hands work back that it cannot do. */
export const refusalShape = z.object({ refused: z.string(), by: z.string() });

export const resultKey = (id: string) => `${prefix}:result:${id}`;
export const drainedKey = `${prefix}:drained`;

const sweepEvery = 1_000;
/** Of many batches that are waited for, some are looked for at a time: Redis tells of most of them anyway. */
const lookedForTogether = 256;
/** A Redis that is away for longer, or full while nobody works, ends the run; it can be taken up again. */
const patience = 120_000;
const fullFor = 5_000;
/** Work that a dead feeder left behind is forgotten after a week. */
export const keptSeconds = 7 * 24 * 3600;

export interface FeederEvents {
  /** Every second or so. */
  look(state: FeederState): void;
  note(sentence: string): void;
}

export interface FeederState {
  /** How many batches each worker is at, by its name. */
  readonly running: ReadonlyMap<string, number>;
  readonly waiting: number;
}

interface Pending {
  readonly message: Message;
  resolve(answer: Answer): void;
}

/**
 * Puts batches into the queue and takes their results out of it. Redis tells when one is done; a look around every
 * second finds what it did not tell, and puts back what a restarted Redis has forgotten.
 */
export class Feeder {
  private readonly queue: Queue;
  private readonly events: QueueEvents;
  private readonly pending = new Map<string, Pending>();
  private readonly refusals: string[] = [];
  private readonly failure = deferred<never>();
  private readonly listeners: (() => void)[] = [];
  private drained: string | null = null;
  private answered = 0;
  private answeredAt = 0;
  private failed = false;
  private busy = false;
  private heardAt = Date.now();
  private timer: NodeJS.Timeout | undefined;
  private sweeping = false;
  private lookedFor = 0;

  constructor(
    private readonly redis: Redis,
    private readonly shown: string,
    private readonly told: FeederEvents,
  ) {
    this.queue = new Queue(queueName, { connection: redis, prefix });
    this.events = new QueueEvents(queueName, { connection: redis.duplicate(), prefix });
    this.failure.promise.catch(() => undefined);
    this.queue.on("error", () => undefined);
    this.events.on("error", () => undefined);
    this.events.on("completed", ({ jobId }) => void this.collect(jobId));
    this.events.on("failed", ({ jobId, failedReason }) => void this.settle(jobId, { crash: failedReason }));
    this.events.on("progress", ({ jobId, data }) => this.hear(jobId, data));
  }

  async start(): Promise<void> {
    this.drained = await this.redis.get(drainedKey);
    await this.events.waitUntilReady();
    this.timer = setInterval(() => void this.sweep(), sweepEvery);
  }

  get outstanding(): number {
    return this.pending.size;
  }

  /** The answer to a batch, from whichever worker; one that is in Redis already is not made again. */
  async do(id: string, message: Message): Promise<Answer> {
    const answer = deferred<Answer>();
    this.pending.set(id, { message, resolve: answer.resolve });
    await this.race(this.submit(id, message));
    return this.race(answer.promise);
  }

  /** Settles when something was answered. */
  next(): Promise<void> {
    return new Promise((resolve) => this.listeners.push(resolve));
  }

  /** Ends everything that is waited for. */
  fail(problem: Problem): void {
    this.failed = true;
    this.failure.reject(problem);
  }

  /** Waits for something, unless the run cannot go on. */
  race<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.failure.promise]);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.allSettled([this.events.close(), this.queue.close()]);
  }

  private async submit(id: string, message: Message): Promise<void> {
    if (await this.collect(id)) return;
    const left = await this.queue.getJob(id);
    if (left !== undefined && (await left.isFailed())) await left.remove();
    await this.whenThereIsRoom(() => this.add(id, message));
  }

  private add(id: string, message: Message): Promise<QueuedJob> {
    return this.queue.add(message.kind, message, {
      jobId: id,
      attempts,
      backoff: { type: "exponential", delay: 1_000 },
      removeOnComplete: true,
      removeOnFail: { age: keptSeconds },
    });
  }

  /** A full Redis may have room again when results were taken out of it. */
  private async whenThereIsRoom<T>(put: () => Promise<T>): Promise<T> {
    for (let since = Date.now(); ; since = Math.max(since, this.answeredAt))
      try {
        return await put();
      } catch (error) {
        const limit = this.busy ? patience : fullFor;
        if (!isFull(error) || Date.now() - since > limit) throw redisFault(error, this.shown);
        this.told.note(`Redis at ${this.shown} is full; waiting for room.`);
        await sleep(1_000);
      }
  }

  /** Takes a result out, if it is there; whoever asks first gets it, and nobody gets it twice. */
  private async collect(id: string): Promise<boolean> {
    if (!this.pending.has(id)) return false;
    const outcomes = await this.redis.getBuffer(resultKey(id)).catch(() => null);
    if (outcomes === null) return false;
    this.settle(id, { outcomes });
    return true;
  }

  /** Once a result is safe here, Redis need not have it any more. */
  async forget(id: string): Promise<void> {
    await this.redis.del(resultKey(id)).catch(() => undefined);
  }

  private settle(id: string, answer: Answer): void {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    if (waiting !== undefined) {
      this.answered++;
      this.answeredAt = Date.now();
    }
    waiting?.resolve(answer);
    for (const listener of this.listeners.splice(0)) listener();
  }

  private hear(id: string, data: unknown): void {
    const refusal = refusalShape.safeParse(data).data;
    if (refusal === undefined || !this.pending.has(id)) return;
    const sentence = `worker ${refusal.by}: ${refusal.refused}`;
    this.told.note(sentence);
    this.refusals.push(sentence);
  }

  private async sweep(): Promise<void> {
    if (this.sweeping) return;
    this.sweeping = true;
    try {
      if (this.redis.status === "ready" && !this.failed) await this.lookAround();
      this.mustHear();
    } catch {
      // The connection broke in the middle; the next round says more.
    } finally {
      this.sweeping = false;
    }
  }

  private async lookAround(): Promise<void> {
    if ((await this.redis.get(drainedKey)) !== this.drained)
      return this.fail(
        new Problem("The queue was drained by someone. What is done is kept; the same command goes on from there."),
      );
    await Promise.all(this.someWaitedFor().map(([id, { message }]) => this.lookFor(id, message)));
    const [active, waiting] = await Promise.all([this.queue.getRanges(["active"]), this.queue.getWaitingCount()]);
    this.heardAt = Date.now();
    this.busy = active.length > 0;
    this.mustBePossible();
    this.told.look({ running: await this.byWorker(active), waiting });
  }

  private someWaitedFor(): [string, Pending][] {
    if (this.lookedFor >= this.pending.size) this.lookedFor = 0;
    const some = [...this.pending].slice(this.lookedFor, this.lookedFor + lookedForTogether);
    this.lookedFor += some.length;
    return some;
  }

  private async lookFor(id: string, message: Message): Promise<void> {
    if (await this.collect(id)) return;
    const state = await this.queue.getJobState(id);
    if (state === "failed") this.settle(id, { crash: (await this.queue.getJob(id))?.failedReason ?? "it failed" });
    else if (state === "unknown" && this.pending.has(id) && !(await this.collect(id))) await this.add(id, message);
  }

  private async byWorker(active: readonly string[]): Promise<Map<string, number>> {
    const running = new Map<string, number>();
    for (const name of await Promise.all(active.map((id) => this.redis.hget(this.queue.toKey(id), "pb"))))
      if (name !== null) running.set(name, (running.get(name) ?? 0) + 1);
    return running;
  }

  /** When all who looked at the work refused it, nobody will do it. */
  private mustBePossible(): void {
    const last = this.refusals.at(-1);
    if (last !== undefined && this.refusals.length >= 3 && this.answered === 0 && !this.busy)
      this.fail(new Problem(`No worker can do this. ${last}`));
  }

  private mustHear(): void {
    if (Date.now() - this.heardAt > patience)
      this.fail(
        new Problem(
          `Redis at ${this.shown} has not answered for ${patience / 1_000} seconds. What is done is kept; the same command goes on from there.`,
        ),
      );
  }
}

function deferred<T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: Error): void } {
  let settle: { resolve(value: T): void; reject(error: Error): void } = { resolve() {}, reject() {} };
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}
