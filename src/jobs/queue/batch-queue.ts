import { Queue, QueueEvents } from "bullmq";
import type { Redis } from "ioredis";
import type { Envelope } from "./message.ts";
import { plain } from "./plain.ts";
import { prefix, queueName } from "./redis.ts";
import { within } from "./within.ts";

/** How many times a batch is tried, by whichever workers. */
export const attempts = 3;
/** What a dead feeder left in the queue is deleted after a week. */
export const resultLifetime = 7 * 24 * 3600;
const failuresRemembered = 10_000;
/** How long a Redis that does not answer may hold up the end. */
const closingFor = 3_000;

export const resultKey = (id: string) => `${prefix}:result:${id}`;
export const drainedKey = `${prefix}:drained`;

export interface QueueActivity {
  /** How many batches each worker is working on, by its name. */
  readonly running: ReadonlyMap<string, number>;
  readonly waiting: number;
}

/** The queue as it is in Redis: batches by their ids, and the results that workers put next to it. */
export class BatchQueue {
  private readonly queue: Queue;
  private readonly events: QueueEvents;
  private readonly listening: Redis;
  private drainedBefore: string | null = null;

  /** `onEnd` hears of most batches that completed or failed, but an event may be lost. */
  constructor(
    private readonly redis: Redis,
    onEnd: (id: string) => void,
  ) {
    this.listening = redis.duplicate();
    this.queue = new Queue(queueName, { connection: redis, prefix });
    this.events = new QueueEvents(queueName, { connection: this.listening, prefix });
    this.listening.on("error", () => undefined);
    this.queue.on("error", () => undefined);
    this.events.on("error", () => undefined);
    this.events.on("completed", ({ jobId }) => onEnd(jobId));
    this.events.on("failed", ({ jobId }) => onEnd(jobId));
  }

  async start(): Promise<void> {
    this.drainedBefore = await this.redis.get(drainedKey);
    await this.events.waitUntilReady();
  }

  get isConnected(): boolean {
    return this.redis.status === "ready";
  }

  async add(id: string, kind: string, envelope: Envelope, delay = 0): Promise<void> {
    await this.queue.add(kind, envelope, {
      jobId: id,
      attempts,
      delay,
      backoff: { type: "exponential", delay: 1_000 },
      removeOnComplete: true,
      removeOnFail: { age: resultLifetime, count: failuresRemembered },
    });
  }

  async remove(id: string): Promise<void> {
    await this.queue.remove(id);
  }

  /** Removes a job that failed, is in no list, or waits as a dead feeder left it, with addresses that no longer answer. */
  async removeLeftover(id: string, envelope: Envelope): Promise<void> {
    const data = await this.redis.hget(this.queue.toKey(id), "data");
    if (data === null) return;
    const state = await this.queue.getJobState(id);
    // A job that a worker is doing stays: if it fails because it is old, the new one follows.
    if (state === "active") return;
    const waits = state === "waiting" || state === "delayed" || state === "prioritized";
    if (!waits || data !== JSON.stringify(envelope)) await this.remove(id);
  }

  /** Whether a batch has failed, or is no longer in the queue; undefined while it waits or is worked on. */
  async endOf(id: string): Promise<"failed" | "gone" | undefined> {
    const state = await this.queue.getJobState(id);
    if (state === "failed") return "failed";
    return state === "completed" || state === "unknown" ? "gone" : undefined;
  }

  /** Why a batch failed, and whether what failed is the batch in this envelope. */
  async failureOf(id: string, envelope: Envelope): Promise<{ readonly reason: string; readonly isOurs: boolean }> {
    const [reason, data] = await this.redis.hmget(this.queue.toKey(id), "failedReason", "data");
    return { reason: reason ?? "it failed", isOurs: data === JSON.stringify(envelope) };
  }

  /** The bytes of a result, whoever put them there. */
  resultOf(id: string): Promise<Buffer | null> {
    return this.redis.getBuffer(resultKey(id));
  }

  async removeResult(id: string): Promise<void> {
    await this.redis.del(resultKey(id));
  }

  async wasDrained(): Promise<boolean> {
    return (await this.redis.get(drainedKey)) !== this.drainedBefore;
  }

  async activity(): Promise<QueueActivity> {
    const [active, waiting] = await Promise.all([this.queue.getRanges(["active"]), this.queue.getWaitingCount()]);
    const workers = await Promise.all(active.map((id) => this.redis.hget(this.queue.toKey(id), "pb")));
    const running = new Map<string, number>();
    for (const name of workers.map((worker) => plain(worker ?? "")))
      if (name !== "") running.set(name, (running.get(name) ?? 0) + 1);
    return { running, waiting };
  }

  async close(): Promise<void> {
    await within(closingFor, Promise.allSettled([this.events.close(), this.queue.close()])).catch(() => undefined);
    this.listening.disconnect();
  }
}
