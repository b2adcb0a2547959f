import { setTimeout as sleep } from "node:timers/promises";
import { Queue, type Job as QueuedJob, QueueEvents } from "bullmq";
import type { Redis } from "ioredis";
import { Problem } from "../../problem.ts";
import { type Envelope, openResult, type QueueMessage, type Refusal, refusalIn, sealed } from "./message.ts";
import { plain } from "./plain.ts";
import { isForeign, isFull, prefix, queueName, redisFault } from "./redis.ts";
import type { Seal } from "./seal.ts";
import { within } from "./within.ts";

/** The answer to a batch: the bytes of its outcomes, or why no worker could finish it. */
type Answer = { readonly outcomes: Buffer } | { readonly crash: string };

/** How many times a batch is tried, by whichever workers. */
export const attempts = 3;

export const resultKey = (id: string) => `${prefix}:result:${id}`;
export const drainedKey = `${prefix}:drained`;

const sweepEvery = 1_000;
/** How many pending batches one sweep looks for: Redis announces most results anyway. */
const lookedForTogether = 256;
/** A Redis that is unreachable for longer, or full while nobody works, ends the run; the run can be resumed. */
const usualPatience = 120_000;
const fullFor = 5_000;
/** How long a Redis that does not answer may hold up the end. */
const closingFor = 3_000;
/** A batch that one worker refused is offered to the others a moment later, and given up when there are none. */
const firstRest = 250;
const longestRest = 2_000;
const mostRefusals = 20;
/** With nothing answered yet, this many refusals in this time mean that no worker can do the work. */
const enoughRefusals = 3;
const refusedFor = 2_000;
/** More unsigned results than this for one batch mean that somebody else writes into this Redis. */
const mostForgeries = 3;
/** What a dead feeder left in the queue is deleted after a week. */
export const resultLifetime = 7 * 24 * 3600;
const failuresRemembered = 10_000;

interface FeederEvents {
  look(state: FeederState): void;
  note(sentence: string): void;
}

export interface FeederState {
  /** How many batches each worker is working on, by its name. */
  readonly running: ReadonlyMap<string, number>;
  readonly waiting: number;
}

interface Pending {
  readonly message: QueueMessage;
  readonly envelope: Envelope;
  refusals: number;
  forgeries: number;
  resolve(answer: Answer): void;
}

/**
 * Puts batches into the queue and takes their results out of it. Events of Redis are only hints: the feeder
 * looks for results itself, and a sweep every second finds those that no event announced, and puts back what a restarted
 * Redis has lost. Only results that carry the seal of this queue count.
 */
export class Feeder {
  private readonly queue: Queue;
  private readonly events: QueueEvents;
  private readonly listening: Redis;
  private readonly pending = new Map<string, Pending>();
  private readonly looking = new Set<string>();
  private readonly failure = deferred<never>();
  private readonly listeners: (() => void)[] = [];
  private drained: string | null = null;
  private answered = 0;
  private answeredAt = 0;
  private refused = 0;
  private refusedSince = Number.POSITIVE_INFINITY;
  private lastRefusal = "";
  private readonly refusers = new Set<string>();
  /** Whether a worker is active that has refused none of our batches. */
  private hopeful = false;
  private failed = false;
  private busy = false;
  private heardAt = Date.now();
  private fault: unknown;
  private timer: NodeJS.Timeout | undefined;
  private sweeping = false;
  private lookedFor = 0;

  constructor(
    private readonly redis: Redis,
    private readonly shown: string,
    private readonly seal: Seal,
    private readonly on: FeederEvents,
    private readonly patience = usualPatience,
  ) {
    this.listening = redis.duplicate();
    this.listening.on("error", () => undefined);
    this.queue = new Queue(queueName, { connection: redis, prefix });
    this.events = new QueueEvents(queueName, { connection: this.listening, prefix });
    this.failure.promise.catch(() => undefined);
    this.queue.on("error", () => undefined);
    this.events.on("error", () => undefined);
    this.events.on("completed", ({ jobId }) => void this.lookFor(jobId));
    this.events.on("failed", ({ jobId }) => void this.lookFor(jobId));
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
  async do(id: string, message: QueueMessage): Promise<Answer> {
    const answer = deferred<Answer>();
    const envelope = sealed(this.seal, id, message);
    const waiting = { message, envelope, refusals: 0, forgeries: 0, resolve: answer.resolve };
    this.pending.set(id, waiting);
    // Callers that wait for an earlier batch must learn of the fault too.
    this.submit(id, waiting).catch((error: unknown) => this.fail(redisFault(error, this.shown)));
    return this.race(answer.promise);
  }

  /** Settles when something was answered. */
  next(): Promise<void> {
    return new Promise((resolve) => this.listeners.push(resolve));
  }

  fail(reason: unknown): void {
    this.failed = true;
    this.failure.reject(reason);
  }

  /** Waits for something, unless the run cannot continue. */
  race<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.failure.promise]);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await within(closingFor, Promise.allSettled([this.events.close(), this.queue.close()])).catch(() => undefined);
    this.listening.disconnect();
  }

  private async submit(id: string, waiting: Pending): Promise<void> {
    if (await this.collect(id)) return;
    await this.removeLeftover(id, waiting);
    await this.whenThereIsSpace(() => this.add(id, waiting));
  }

  /** A job that failed, is in no list, or waits as a dead feeder left it, with addresses that no longer answer. */
  private async removeLeftover(id: string, { envelope }: Pending): Promise<void> {
    const data = await this.redis.hget(this.queue.toKey(id), "data");
    if (data === null) return;
    const state = await this.queue.getJobState(id);
    // A job that a worker is doing stays: if it fails because it is old, the new one follows.
    if (state === "active") return;
    const waits = state === "waiting" || state === "delayed" || state === "prioritized";
    if (!waits || data !== JSON.stringify(envelope)) await this.queue.remove(id);
  }

  private add(id: string, { message, envelope }: Pending, delay = 0): Promise<QueuedJob> {
    return this.queue.add(message.kind, envelope, {
      jobId: id,
      attempts,
      delay,
      backoff: { type: "exponential", delay: 1_000 },
      removeOnComplete: true,
      removeOnFail: { age: resultLifetime, count: failuresRemembered },
    });
  }

  /** A full Redis may have space again once results were taken out of it. */
  private async whenThereIsSpace<T>(put: () => Promise<T>): Promise<T> {
    for (let since = Date.now(); ; since = Math.max(since, this.answeredAt))
      try {
        return await put();
      } catch (error) {
        const limit = this.busy ? this.patience : fullFor;
        if (!isFull(error) || Date.now() - since > limit) throw error;
        this.on.note(`Redis at ${this.shown} is full; waiting until it has space.`);
        await sleep(1_000);
      }
  }

  /** Takes a result out, if it is there and was made for this batch by someone who knows the secret. */
  private async collect(id: string): Promise<boolean> {
    const waiting = this.pending.get(id);
    if (waiting === undefined) return false;
    const bytes = await this.redis.getBuffer(resultKey(id));
    if (bytes === null) return false;
    const outcomes = openResult(this.seal, id, waiting.message, bytes);
    if (outcomes !== undefined) this.settle(id, { outcomes });
    else await this.removeForgery(id, waiting);
    return outcomes !== undefined;
  }

  private async removeForgery(id: string, waiting: Pending): Promise<void> {
    this.on.note(`a result in Redis at ${this.shown} is not signed with the secret of this queue; it is not used.`);
    await this.forget(id);
    if (++waiting.forgeries <= mostForgeries) return;
    this.fail(
      new Problem(
        `Redis at ${this.shown} repeatedly returns results that are not signed with the secret of this queue: somebody else writes into it. ${rest}`,
      ),
    );
  }

  /** Once a result is safe here, Redis need not have it any more. */
  async forget(id: string): Promise<void> {
    await this.race(this.redis.del(resultKey(id)).catch(() => undefined));
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

  private async sweep(): Promise<void> {
    this.mustHear();
    if (this.sweeping || this.failed) return;
    this.sweeping = true;
    try {
      if (this.redis.status === "ready") await this.lookAround();
    } catch (error) {
      this.suffer(error);
    } finally {
      this.sweeping = false;
    }
  }

  private async lookAround(): Promise<void> {
    if ((await this.redis.get(drainedKey)) !== this.drained)
      return this.fail(new Problem(`The queue was drained by someone. ${rest}`));
    this.fault = undefined;
    await Promise.all(this.someWaitedFor().map((id) => this.lookFor(id)));
    const [active, waiting] = await Promise.all([this.queue.getRanges(["active"]), this.queue.getWaitingCount()]);
    if (this.fault === undefined) this.heardAt = Date.now();
    const running = await this.byWorker(active);
    this.busy = active.length > 0;
    this.hopeful = [...running.keys()].some((name) => !this.refusers.has(name));
    this.mustBePossible();
    this.on.look({ running, waiting });
  }

  private someWaitedFor(): string[] {
    if (this.lookedFor >= this.pending.size) this.lookedFor = 0;
    const some = [...this.pending.keys()].slice(this.lookedFor, this.lookedFor + lookedForTogether);
    this.lookedFor += some.length;
    return some;
  }

  private async lookFor(id: string): Promise<void> {
    const waiting = this.pending.get(id);
    if (waiting === undefined || this.looking.has(id)) return;
    this.looking.add(id);
    try {
      if (await this.collect(id)) return;
      const state = await this.queue.getJobState(id);
      if (state === "failed") await this.hearFailure(id, waiting);
      else if (state === "completed" || state === "unknown") await this.restore(id, waiting);
    } catch (error) {
      this.suffer(error);
    } finally {
      this.looking.delete(id);
    }
  }

  private async restore(id: string, waiting: Pending): Promise<void> {
    if (await this.collect(id)) return;
    await this.removeLeftover(id, waiting);
    if (this.pending.has(id)) await this.add(id, waiting);
  }

  private async hearFailure(id: string, waiting: Pending): Promise<void> {
    const [reason, data] = await this.redis.hmget(this.queue.toKey(id), "failedReason", "data");
    const refusal = refusalIn(reason ?? "");
    if (refusal === undefined) return this.settle(id, { crash: plain(reason ?? "it failed") });
    // A refusal of what a dead feeder had put there says nothing about our batch.
    const isOurs = data === JSON.stringify(waiting.envelope);
    if (isOurs) this.countRefusal(waiting, refusal);
    if (waiting.refusals > mostRefusals && !this.hopeful && !this.answeredLately())
      return this.settle(id, { crash: refusal.sentence });
    await this.queue.remove(id);
    await this.add(id, waiting, isOurs ? Math.min(longestRest, firstRest * 2 ** waiting.refusals) : 0);
  }

  /** A worker that has answered may be idle for the moment, while one that refuses is quicker to take every offer. */
  private answeredLately(): boolean {
    return this.answered > 0 && Date.now() - this.answeredAt < this.patience;
  }

  private countRefusal(waiting: Pending, { worker, sentence }: Refusal): void {
    waiting.refusals++;
    this.refused++;
    this.refusedSince = Math.min(this.refusedSince, Date.now());
    this.refusers.add(worker);
    this.lastRefusal = sentence;
    this.on.note(sentence);
  }

  private async byWorker(active: readonly string[]): Promise<Map<string, number>> {
    const running = new Map<string, number>();
    for (const found of await Promise.all(active.map((id) => this.redis.hget(this.queue.toKey(id), "pb")))) {
      const name = plain(found ?? "");
      if (name !== "") running.set(name, (running.get(name) ?? 0) + 1);
    }
    return running;
  }

  /** When all who looked at the work refused it, nobody will do it. */
  private mustBePossible(): void {
    if (this.refused < enoughRefusals || Date.now() - this.refusedSince < refusedFor) return;
    if (this.answered === 0 && !this.hopeful) this.fail(new Problem(`No worker can do this. ${this.lastRefusal}`));
  }

  /** A connection that broke, or a Redis that is full, is waited for; what no waiting will change ends the run. */
  private suffer(error: unknown): void {
    this.fault = redisFault(error, this.shown);
    if (this.fault instanceof Problem && isForeign(error)) this.fail(this.fault);
  }

  private mustHear(): void {
    if (Date.now() - this.heardAt <= this.patience) return;
    const silent = `Redis at ${this.shown} has not answered for ${this.patience / 1_000} seconds. ${rest}`;
    this.fail(this.fault instanceof Problem ? this.fault : new Problem(silent));
  }
}

const rest = "What is done is saved; the same command resumes from there.";

function deferred<T>(): { promise: Promise<T>; resolve(value: T): void; reject(reason: unknown): void } {
  let settle: { resolve(value: T): void; reject(reason: unknown): void } = { resolve() {}, reject() {} };
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}
