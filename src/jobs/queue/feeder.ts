import type { Redis } from "ioredis";
import { Problem } from "../../problem.ts";
import { BatchQueue, type QueueActivity } from "./batch-queue.ts";
import { type Envelope, openResult, type QueueMessage, refusalIn, sealed } from "./message.ts";
import { plain } from "./plain.ts";
import { redisFault, resumesFromThere, whenThereIsSpace } from "./redis.ts";
import { Refusals } from "./refusals.ts";
import type { Seal } from "./seal.ts";
import { Silence } from "./silence.ts";

/** The answer to a batch: the bytes of its outcomes, or why no worker could finish it. */
type Answer = { readonly outcomes: Buffer } | { readonly crash: string };

const sweepEvery = 1_000;
/** How many pending batches one sweep looks for: Redis announces most results anyway. */
const lookedForTogether = 256;
/** A Redis that is unreachable for longer, or full while nobody works, ends the run; the run can be resumed. */
const usualPatience = 120_000;
const fullFor = 5_000;
/** More unsigned results than this for one batch mean that somebody else writes into this Redis. */
const mostForgeries = 3;

export interface FeederOptions {
  readonly redis: Redis;
  /** The address of Redis as it may be printed. */
  readonly shown: string;
  readonly seal: Seal;
  /** How long Redis may be silent, in milliseconds. */
  readonly patience?: number;
  note(sentence: string): void;
}

interface Pending {
  readonly message: QueueMessage;
  readonly envelope: Envelope;
  forgeries: number;
  resolve(answer: Answer): void;
}

/**
 * Puts batches into the queue and takes their results out of it. Events of Redis are only hints: the feeder
 * looks for results itself, and a sweep every second finds those that no event announced, and puts back what a restarted
 * Redis has lost. Only results that carry the seal of this queue count.
 */
export class Feeder {
  private readonly shown: string;
  private readonly seal: Seal;
  private readonly note: (sentence: string) => void;
  private readonly patience: number;
  private readonly queue: BatchQueue;
  private readonly refusals: Refusals;
  private readonly silence: Silence;
  private readonly pending = new Map<string, Pending>();
  private readonly looking = new Set<string>();
  private readonly failure = deferred<never>();
  private readonly listeners: (() => void)[] = [];
  private hasFailed = false;
  private isBusy = false;
  private isSweeping = false;
  private lookedFor = 0;
  private timer: NodeJS.Timeout | undefined;
  private look: (activity: QueueActivity) => void = () => undefined;

  constructor({ redis, shown, seal, note, patience = usualPatience }: FeederOptions) {
    this.shown = shown;
    this.seal = seal;
    this.note = note;
    this.patience = patience;
    this.queue = new BatchQueue(redis, (id) => void this.lookFor(id).catch((error) => this.recordFault(error)));
    this.refusals = new Refusals(patience);
    this.silence = new Silence(shown, sweepEvery, patience);
    this.failure.promise.catch(() => undefined);
  }

  async start(): Promise<void> {
    await this.queue.start();
    this.timer = setInterval(() => void this.sweep(), sweepEvery);
  }

  /** Calls `look` with what the workers are doing, every second. */
  onActivity(look: (activity: QueueActivity) => void): void {
    this.look = look;
  }

  get outstanding(): number {
    return this.pending.size;
  }

  /** The answer to a batch, from whichever worker; one that is in Redis already is not made again. */
  async do(id: string, message: QueueMessage): Promise<Answer> {
    const answer = deferred<Answer>();
    const waiting = { message, envelope: sealed(this.seal, id, message), forgeries: 0, resolve: answer.resolve };
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
    this.hasFailed = true;
    this.failure.reject(reason);
  }

  /** Waits for something, unless the run cannot continue. */
  race<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.failure.promise]);
  }

  /** Once a result is safe here, Redis need not have it any more. */
  async forget(id: string): Promise<void> {
    await this.race(this.queue.removeResult(id).catch(() => undefined));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.queue.close();
  }

  private async submit(id: string, waiting: Pending): Promise<void> {
    if (await this.collect(id)) return;
    await this.queue.removeLeftover(id, waiting.envelope);
    // Results that are taken out of a full Redis make space in it.
    const mayWait = (since: number) =>
      Date.now() - Math.max(since, this.refusals.answeredAt ?? 0) <= (this.isBusy ? this.patience : fullFor);
    await whenThereIsSpace(() => this.offer(id, waiting), mayWait, this.note);
  }

  private offer(id: string, { message, envelope }: Pending, delay?: number): Promise<void> {
    return this.queue.add(id, message.kind, envelope, delay);
  }

  /** Takes a result out, if it is there and was made for this batch by someone who knows the secret. */
  private async collect(id: string): Promise<boolean> {
    const waiting = this.pending.get(id);
    if (waiting === undefined) return false;
    const bytes = await this.queue.resultOf(id);
    if (bytes === null) return false;
    const outcomes = openResult(this.seal, id, waiting.message, bytes);
    if (outcomes !== undefined) this.settle(id, { outcomes });
    else await this.removeForgery(id, waiting);
    return outcomes !== undefined;
  }

  private async removeForgery(id: string, waiting: Pending): Promise<void> {
    this.note(`a result in Redis at ${this.shown} is not signed with the secret of this queue; it is not used.`);
    await this.forget(id);
    if (++waiting.forgeries <= mostForgeries) return;
    this.fail(
      new Problem(
        `Redis at ${this.shown} repeatedly returns results that are not signed with the secret of this queue: somebody else writes into it. ${resumesFromThere}`,
      ),
    );
  }

  private settle(id: string, answer: Answer): void {
    const waiting = this.pending.get(id);
    if (waiting === undefined) return;
    this.pending.delete(id);
    this.refusals.recordAnswer(id);
    waiting.resolve(answer);
    for (const listener of this.listeners.splice(0)) listener();
  }

  private async sweep(): Promise<void> {
    this.failIf(this.silence.ask());
    if (this.isSweeping || this.hasFailed) return;
    this.isSweeping = true;
    try {
      if (this.queue.isConnected) await this.poll();
    } catch (error) {
      this.recordFault(error);
    } finally {
      this.isSweeping = false;
    }
  }

  private async poll(): Promise<void> {
    if (await this.queue.wasDrained())
      return this.fail(new Problem(`The queue was drained by someone. ${resumesFromThere}`));
    const activity = await this.queue.activity();
    this.isBusy = activity.running.size > 0;
    this.refusals.recordWorking(activity.running.keys());
    this.failIf(this.refusals.problem);
    this.look(activity);
    await Promise.all(this.nextPending().map((id) => this.lookFor(id)));
    this.silence.recordAnswer();
  }

  private nextPending(): string[] {
    if (this.lookedFor >= this.pending.size) this.lookedFor = 0;
    const next = [...this.pending.keys()].slice(this.lookedFor, this.lookedFor + lookedForTogether);
    this.lookedFor += next.length;
    return next;
  }

  private async lookFor(id: string): Promise<void> {
    const waiting = this.pending.get(id);
    if (waiting === undefined || this.looking.has(id)) return;
    this.looking.add(id);
    try {
      if (await this.collect(id)) return;
      const end = await this.queue.endOf(id);
      if (end === "failed") await this.onFailedBatch(id, waiting);
      else if (end === "gone") await this.restore(id, waiting);
    } finally {
      this.looking.delete(id);
    }
  }

  private async restore(id: string, waiting: Pending): Promise<void> {
    if (await this.collect(id)) return;
    await this.queue.removeLeftover(id, waiting.envelope);
    if (this.pending.has(id)) await this.offer(id, waiting);
  }

  private async onFailedBatch(id: string, waiting: Pending): Promise<void> {
    const { reason, isOurs } = await this.queue.failureOf(id, waiting.envelope);
    const refusal = refusalIn(reason);
    if (refusal === undefined) return this.settle(id, { crash: plain(reason) });
    // A refusal of what a dead feeder had put there says nothing about our batch.
    if (isOurs) {
      this.refusals.recordRefusal(id, refusal);
      this.note(refusal.sentence);
    }
    if (this.refusals.isHopeless(id)) return this.settle(id, { crash: refusal.sentence });
    await this.queue.remove(id);
    await this.offer(id, waiting, isOurs ? this.refusals.delayOf(id) : 0);
  }

  private recordFault(error: unknown): void {
    this.failIf(this.silence.recordFault(error));
  }

  private failIf(problem: Problem | undefined): void {
    if (problem !== undefined) this.fail(problem);
  }
}

function deferred<T>(): { promise: Promise<T>; resolve(value: T): void; reject(reason: unknown): void } {
  let settle: { resolve(value: T): void; reject(reason: unknown): void } = { resolve() {}, reject() {} };
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}
