import { realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem, withStop } from "@plotline/base";
import { digestOf, makeFolder } from "@plotline/base/node";
import type { Queue } from "bullmq";
import { type ShardedCommand, shardedCommands } from "../../sharded.ts";
import type { Executor, Job, News, Tasks } from "../executor.ts";
import { allShards, anotherRun, itemsOf, Parts, type Shard, shardText } from "../parts.ts";
import { queueSeal, type Seal } from "../seal.ts";
import { itemWords, listed } from "../sharded.ts";
import { type Envelope, refusalIn, runIn, runName, sealed, writeRun } from "./message.ts";
import { NoAnswer, plain, redisAddress, redisFault, redisWarnings, saidOnce, within, withQueue } from "./redis.ts";

/** How work is given to a queue. */
export interface QueueOptions {
  readonly queue: string;
  readonly command: ShardedCommand;
  /** The folder of parts of a run with this signature; the workers see it under the same path. */
  readonly partsFor: (signature: string) => string;
  /** How long a Redis may be silent before the run ends, in milliseconds; two minutes by default. */
  readonly patience?: number;
  note(sentence: string): void;
}

/**
 * Has the shards of jobs done by the workers of a queue; the results are those that the shards leave as parts, which are
 * removed when everything is written where it belongs.
 */
export async function throughQueue<T>(given: QueueOptions, act: (executor: Executor) => Promise<T>): Promise<T> {
  const options = { ...given, note: saidOnce(given.note) };
  const address = redisAddress(options.queue);
  const seal = queueSeal(address, options.note);
  return withQueue(address, async (queue) => {
    for (const sentence of redisWarnings(address)) options.note(sentence);
    const made: Parts[] = [];
    async function* run<Setup, Task, Result>(
      job: Job<Setup, Task, Result>,
      tasks: Tasks<Task>,
      watch?: (news: News) => void,
    ): AsyncGenerator<Result> {
      const offered = await offer(options, seal, job.setup, await listed(tasks));
      made.push(offered.parts);
      await new Feeder(options, address.shown, queue, offered).feed(watch);
      await offered.mustBeCurrent();
      yield* offered.parts.joined<Result>(offered.items);
    }
    const result = await act({ run });
    for (const parts of made) parts.remove(runName);
    return result;
  });
}

interface Offered {
  readonly parts: Parts;
  readonly items: number;
  readonly shards: readonly Shard[];
  readonly idOf: (shard: Shard) => string;
  readonly envelopeOf: (shard: Shard) => Envelope;
  readonly mustBeCurrent: () => Promise<void>;
}

async function offer(options: QueueOptions, seal: Seal, given: unknown, all: readonly unknown[]): Promise<Offered> {
  const { command } = options;
  const work = shardedCommands[command];
  work.mustBeSendable(given);
  const setup = work.setup(given, (folder) => realpathSync(folder));
  const items = itemWords(all);
  const signature = await work.signature(setup, items);
  makeFolder(options.partsFor(signature));
  const folder = realpathSync(options.partsFor(signature));
  const known = runIn(folder) ?? signature;
  if (known !== signature) throw new Problem(anotherRun(join(folder, runName), known, signature));
  writeRun(folder, signature);
  const run = digestOf([signature, folder], 16);
  const idOf = ({ index, count }: Shard) => `${run}-${index}-of-${count}`;
  return {
    parts: new Parts(folder, signature, seal),
    items: all.length,
    shards: allShards(shardsFor(all.length)),
    idOf,
    envelopeOf(shard) {
      const tasks = itemsOf(all, shard).map((task) => work.task(task));
      return sealed(seal, idOf(shard), { command, setup, items, tasks, shard, parts: folder, signature });
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
/** For how long all may be refused before nobody is expected to do it. */
const longestRefusal = 5_000;
const every = 250;
const longestAnswer = 5_000;
const usualPatience = 120_000;
const oneWeek = 7 * 24 * 3600;
/** A shard that fails is tried three times. */
const jobOptions = {
  attempts: 3,
  backoff: every,
  removeOnComplete: true,
  removeOnFail: { age: oneWeek, count: 10_000 },
};

/** Offers shards until each has left its part. Events are not waited for: what is in the folder and the queue counts. */
class Feeder {
  private readonly patience: number;
  private left: readonly Shard[];
  private readonly failed = new Map<string, string>();
  /** Shards that were refused since the last part came. */
  private readonly refused = new Set<string>();
  private refusedSince = 0;
  private isFirst = true;

  constructor(
    private readonly options: Pick<QueueOptions, "patience" | "note">,
    private readonly shown: string,
    private readonly queue: Queue,
    private readonly offered: Offered,
  ) {
    this.left = offered.shards;
    this.patience = options.patience ?? usualPatience;
  }

  async feed(watch?: (news: News) => void): Promise<void> {
    const answerWithin = Math.min(longestAnswer, this.patience);
    let silent = 0;
    for (this.look(watch); this.left.length > 0; this.look(watch)) {
      try {
        await within(answerWithin, this.round());
        silent = 0;
      } catch (error) {
        // Counted in questions and not by the clock: a laptop that slept has asked nothing in the meantime.
        silent += every + (error instanceof NoAnswer ? answerWithin : 0);
        if (error instanceof Problem) throw error;
        if (silent >= this.patience)
          throw new Problem(
            `${redisFault(error, this.shown)} What is done is saved; the same command resumes from there.`,
          );
      }
      await sleep(every);
    }
    const [first] = this.failed.values();
    if (first === undefined) return;
    const reason = first.startsWith("job stalled more than")
      ? "the workers that had it were lost again and again"
      : first;
    throw new Problem(
      `${this.failed.size} of ${this.offered.shards.length} shards failed: ${withStop(plain(reason))} The rest is saved; the same command tries again what failed.`,
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
  private async round(): Promise<void> {
    await this.takeFailures();
    this.isFirst = false;
    const there = new Set(await this.queue.getRanges(["waiting", "active", "delayed", "prioritized"], 0, -1));
    const { idOf, envelopeOf, parts } = this.offered;
    const isLost = (shard: Shard) => !there.has(idOf(shard)) && !this.failed.has(idOf(shard));
    // Looked at once more, since a shard may have left the queue with its part.
    const lost = parts.missing(this.left.slice(0, mostOffered).filter(isLost));
    await this.queue.addBulk(
      lost.map((shard) => ({
        name: shardText(shard),
        data: envelopeOf(shard),
        opts: { ...jobOptions, jobId: idOf(shard) },
      })),
    );
  }

  /** What an earlier feeder left says nothing about the workers of today, and what is refused is offered to others. */
  private async takeFailures(): Promise<void> {
    const own = new Set(this.left.map((shard) => this.offered.idOf(shard)));
    for (const id of await this.queue.getRanges(["failed"], 0, -1)) {
      const job = own.has(id) ? await this.queue.getJob(id) : undefined;
      if (job === undefined) continue;
      const reason = job.failedReason ?? "no reason was left";
      const refused = refusalIn(reason);
      if (this.isFirst || refused !== undefined) await job.remove();
      else this.failed.set(id, reason);
      if (!this.isFirst && refused !== undefined) this.takeRefusal(id, plain(refused));
    }
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
