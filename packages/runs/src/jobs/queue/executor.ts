import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem, withStop } from "@plotline/base";
import { makeFolder } from "@plotline/base/node";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Executor, Job, News, Tasks } from "../executor.ts";
import { allShards, anotherRun, itemsOf, Parts, type Shard, shardText } from "../parts.ts";
import { queueSeal, type Seal, type SecretOptions } from "../seal.ts";
import { itemWords, listed, type Sharded } from "../sharded.ts";
import { redisAddress } from "./address.ts";
import { runIn, runName, writeRun } from "./folders.ts";
import { type Envelope, refusalIn, sealed } from "./message.ts";
import { once, plain } from "./plain.ts";
import {
  connectRedis,
  drainedKey,
  isForeign,
  prefix,
  queueName,
  redisFault,
  redisWarnings,
  resumesFromThere,
} from "./redis.ts";
import { NoAnswer, within } from "./within.ts";

/** How work is given to a queue. */
export interface QueueOptions extends SecretOptions {
  readonly queue: string;
  readonly command: string;
  readonly work: Sharded;
  /** The folder of parts of a run with this signature; the workers see it under the same path. */
  readonly partsFor: (signature: string) => string;
  /** How long a Redis may be silent before the run ends, in milliseconds; two minutes by default. */
  readonly patience?: number;
}

export interface OpenQueue {
  readonly executor: Executor;
  /** All results are written where they belong: the parts are removed. */
  finish(): void;
  close(): Promise<void>;
}

/** Has the shards of a job done by the workers of a queue; the results are those that the shards leave as parts. */
export async function openQueue(options: QueueOptions): Promise<OpenQueue> {
  const note = once(options.note);
  const address = redisAddress(options.queue);
  const seal = queueSeal(address, { ...options, note });
  const redis = await connectRedis(address);
  for (const sentence of redisWarnings(address)) note(sentence);
  const queue = new Queue(queueName, { connection: redis, prefix });
  queue.on("error", () => undefined);
  const made: Parts[] = [];
  async function* run<Setup, Task, Result>(
    job: Job<Setup, Task, Result>,
    tasks: Tasks<Task>,
    watch?: (news: News) => void,
  ): AsyncGenerator<Result> {
    const offered = await offer(options, seal, job.setup, await listed(tasks));
    made.push(offered.parts);
    await new Feeder({ ...options, note }, address.shown, redis, queue, offered).feed(watch);
    await offered.mustBeCurrent();
    yield* offered.parts.joined<Result>(offered.items);
  }
  return {
    executor: { run },
    finish() {
      for (const parts of made) parts.remove(runName);
    },
    async close() {
      await within(closingFor, queue.close()).catch(() => undefined);
      redis.disconnect();
    },
  };
}

/** How long a Redis that does not answer may hold up the end. */
const closingFor = 3_000;

interface Offered {
  readonly parts: Parts;
  readonly items: number;
  readonly shards: readonly Shard[];
  readonly idOf: (shard: Shard) => string;
  readonly envelopeOf: (shard: Shard) => Envelope;
  readonly mustBeCurrent: () => Promise<void>;
}

async function offer(options: QueueOptions, seal: Seal, given: unknown, all: readonly unknown[]): Promise<Offered> {
  const { work, command } = options;
  work.mustBeSendable(given);
  const setup = work.setup(given, (folder) => realpathSync(folder));
  const items = itemWords(all);
  const signature = await work.signature(setup, items);
  makeFolder(options.partsFor(signature));
  const folder = realpathSync(options.partsFor(signature));
  const known = runIn(folder);
  if (known !== undefined && known.signature !== signature)
    throw new Problem(anotherRun(join(folder, runName), known.signature, signature));
  const run = known?.run ?? randomUUID();
  if (known === undefined) writeRun(folder, { run, signature });
  const idOf = ({ index, count }: Shard) => `${run}-${index}-of-${count}`;
  return {
    parts: new Parts(folder, signature, seal),
    items: all.length,
    shards: allShards(shardsFor(all.length)),
    idOf,
    envelopeOf(shard) {
      const tasks = itemsOf(all, shard).map((task) => work.task(task));
      return sealed(seal, idOf(shard), { command, run, setup, items, tasks, shard, parts: folder, signature });
    },
    async mustBeCurrent() {
      if ((await work.signature(setup, items)) !== signature)
        throw new Problem("The corpus was changed while it was worked on; the same command begins again.");
    },
  };
}

/** Enough for many workers, and small enough that little is lost with one of them. */
function shardsFor(items: number): number {
  return Math.min(items, Math.max(64, Math.ceil(items / 16)));
}

/** How many shards are in the queue at a time, at most. */
const mostOffered = 1_000;
/** How often a shard is offered that fails, or on which workers are lost. */
const mostOffers = 3;
/** For how long all may be refused before nobody is expected to do it. */
const longestRefusal = 5_000;
const every = 250;
const longestAnswer = 5_000;
const usualPatience = 120_000;
const failuresKept = { age: 7 * 24 * 3600, count: 10_000 };

/** Offers shards until each has left its part. Events are not waited for: what is in the folder and the queue counts. */
class Feeder {
  private readonly patience: number;
  private left: readonly Shard[];
  private readonly offers = new Map<string, number>();
  private readonly failed = new Map<string, string>();
  /** Shards that were refused since the last part came. */
  private readonly refused = new Set<string>();
  private refusedSince = 0;
  private drained: string | null = null;

  constructor(
    private readonly options: Pick<QueueOptions, "patience" | "note">,
    private readonly shown: string,
    private readonly redis: Redis,
    private readonly queue: Queue,
    private readonly offered: Offered,
  ) {
    this.left = offered.shards;
    this.patience = options.patience ?? usualPatience;
  }

  async feed(watch?: (news: News) => void): Promise<void> {
    const answerWithin = Math.min(longestAnswer, this.patience);
    let [silent, isFirst] = [0, true];
    for (;;) {
      this.look(watch);
      if (this.left.length === 0) break;
      try {
        await within(answerWithin, this.round(isFirst));
        [silent, isFirst] = [0, false];
      } catch (error) {
        const fault = redisFault(error, this.shown);
        if (error instanceof Problem || isForeign(error)) throw fault;
        // Counted in questions and not by the clock: a laptop that slept has asked nothing in the meantime.
        silent += every + (error instanceof NoAnswer ? answerWithin : 0);
        if (silent >= this.patience) throw fault instanceof Problem ? fault : redisFault(new NoAnswer(), this.shown);
      }
      await sleep(every);
    }
    const [first] = this.failed.values();
    if (first !== undefined)
      throw new Problem(
        `${this.failed.size} of ${this.offered.shards.length} shards failed: ${reasonText(first)} The rest is saved; the same command tries again what failed.`,
      );
  }

  /** Shards whose parts are there, or that have been given up, are done with. */
  private look(watch?: (news: News) => void): void {
    const { parts, shards, idOf, items } = this.offered;
    const before = this.left.length;
    this.left = parts.missing(this.left.filter((shard) => !this.failed.has(idOf(shard))));
    if (this.left.length < before) this.refused.clear();
    const done = shards.length - this.left.length;
    watch?.({ done: Math.floor((items * done) / shards.length), detail: `${done} of ${shards.length} shards` });
  }

  /** Offers what is neither done nor in the queue, for whatever reason. */
  private async round(isFirst: boolean): Promise<void> {
    const mark = await this.redis.get(drainedKey);
    if (isFirst) this.drained = mark;
    if (mark !== this.drained) throw new Problem(`The queue at ${this.shown} was drained. ${resumesFromThere}`);
    await this.takeFailures(isFirst);
    const there = new Set(await this.queue.getRanges(["waiting", "active", "delayed", "prioritized"], 0, -1));
    const { idOf, envelopeOf, parts } = this.offered;
    const isLost = (shard: Shard) => !there.has(idOf(shard)) && !this.failed.has(idOf(shard));
    // Looked at once more, since a shard may have left the queue with its part.
    const lost = parts.missing(this.left.slice(0, mostOffered).filter(isLost));
    const options = { attempts: 1, removeOnComplete: true, removeOnFail: failuresKept };
    await this.queue.addBulk(
      lost.map((shard) => ({
        name: shardText(shard),
        data: envelopeOf(shard),
        opts: { ...options, jobId: idOf(shard) },
      })),
    );
  }

  private async takeFailures(isFirst: boolean): Promise<void> {
    const own = new Set(this.left.map((shard) => this.offered.idOf(shard)));
    for (const id of await this.queue.getRanges(["failed"], 0, -1)) {
      const job = own.has(id) ? await this.queue.getJob(id) : undefined;
      await job?.remove();
      // What an earlier feeder left says nothing about the workers of today.
      if (job !== undefined && !isFirst) this.takeFailure(id, job.failedReason);
    }
  }

  private takeFailure(id: string, reason: string): void {
    const refused = refusalIn(reason);
    if (refused !== undefined) this.takeRefusal(id, plain(refused));
    else this.offers.set(id, (this.offers.get(id) ?? 0) + 1);
    if (this.offers.get(id) === mostOffers) this.failed.set(id, reason);
  }

  /** While somebody works on one of the shards, that one is not refused, and the others are offered again. */
  private takeRefusal(id: string, sentence: string): void {
    this.options.note(`a worker cannot do this: ${sentence}`);
    if (this.refused.size === 0) this.refusedSince = Date.now();
    this.refused.add(id);
    const isLong = Date.now() - this.refusedSince > Math.min(longestRefusal, this.patience);
    if (isLong && this.left.every((shard) => this.refused.has(this.offered.idOf(shard))))
      throw new Problem(`No worker can do this. ${sentence}`);
  }
}

/** Why a shard failed, in a sentence. */
function reasonText(reason: string): string {
  const isLost = reason.startsWith("job stalled more than");
  return isLost ? "the workers that had it were lost again and again." : withStop(plain(reason));
}
