import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { Problem } from "../../problem.ts";
import type { Executor, Job, News, SetAside, Tasks, Travel } from "../executor.ts";
import { type RedisAddress, redisAddress } from "./address.ts";
import { batches, Packer, type Parcel } from "./batches.ts";
import { Feeder, type FeederState } from "./feeder.ts";
import { Journal } from "./journal.ts";
import { Lease } from "./lease.ts";
import { contentKey, type Message, messageVersion, type Outcome, packTasks, unpackOutcomes } from "./message.ts";
import { Offer, type OfferOptions } from "./offer.ts";
import { connectRedis, redisWarnings } from "./redis.ts";

export interface QueueOptions extends OfferOptions {
  /** The address of the Redis. */
  readonly queue: string;
  /** Where results stay until the run has ended: a folder of the corpus. */
  readonly home: string;
  /** What this run is about, apart from the job: the same words, the same run. */
  readonly about: readonly string[];
  /** Something the user should know. */
  note(sentence: string): void;
}

export interface OpenQueue {
  readonly executor: Executor;
  /** What was made is where it belongs: nothing need be kept to go on. */
  finish(): void;
  close(): Promise<void>;
}

/** Batches that are in the queue at least, so that no worker waits for the next. */
const leastWindow = 32;
const mostWindow = 4096;
/** Results that are here but cannot be given yet, for each batch that may be in the queue. */
const heldPerWindow = 4;

/** Connects to a Redis and gives an executor whose tasks are done by `plotline worker`s, wherever they are. */
export async function openQueue(options: QueueOptions): Promise<OpenQueue> {
  const address = redisAddress(options.queue);
  const redis = await connectRedis(address);
  for (const sentence of await redisWarnings(redis, address.shown)) options.note(sentence);
  const executor = new QueueExecutor(options, address, redis);
  return {
    executor,
    finish: () => executor.finish(),
    async close() {
      await executor.close();
      redis.disconnect();
    },
  };
}

class QueueExecutor implements Executor {
  readonly aside: SetAside[] = [];
  private readonly offer: Offer;
  private readonly journals: Journal[] = [];

  constructor(
    private readonly options: QueueOptions,
    private readonly address: RedisAddress,
    private readonly redis: Redis,
  ) {
    this.offer = new Offer(options);
  }

  async *run<Setup, Task, Result>(
    job: Job<Setup, Task, Result>,
    tasks: Tasks<Task>,
    watch?: (news: News) => void,
  ): AsyncGenerator<Result> {
    if (job.travel === undefined)
      throw new Problem("This work cannot be done by other machines: leave --queue out, and it is done here.");
    const travel = await job.travel();
    const round = await this.begin(travel, watch);
    try {
      yield* round.results(tasks);
    } finally {
      await round.end();
    }
  }

  finish(): void {
    if (this.aside.length === 0) for (const journal of this.journals) journal.remove();
  }

  async close(): Promise<void> {
    await this.offer.close();
  }

  private async begin<Task, Result>(travel: Travel<Task, Result>, watch?: (news: News) => void) {
    const folders: Message["folders"] = {};
    for (const [name, folder] of Object.entries(travel.folders)) folders[name] = await this.offer.add(folder);
    const hashes = Object.entries(folders).map(([name, { hash }]) => [name, hash]);
    const ground = contentKey(messageVersion, travel.kind, travel.setup, hashes);
    const run = contentKey(ground, homeId(this.options.home), this.options.about).slice(0, 16);
    const frame = { version: messageVersion, kind: travel.kind, setup: travel.setup, folders, at: this.offer.at };
    const packer = new Packer(travel, ground);
    const round = new Round(travel, packer, frame, run, this.aside, this.options.note, watch);
    const journal = await round.begin(this.redis, this.address.shown, this.options.home);
    this.journals.push(journal);
    return round;
  }
}

/** One job's tasks on their way through the queue. */
class Round<Task, Result> {
  private feeder!: Feeder;
  private journal!: Journal;
  private lease!: Lease;
  private window = leastWindow;
  private done = 0;
  private told = new Set<string>();

  constructor(
    private readonly travel: Travel<Task, Result>,
    private readonly packer: Packer<Task, Result>,
    private readonly frame: Omit<Message, "tasks">,
    private readonly run: string,
    private readonly aside: SetAside[],
    private readonly note: (sentence: string) => void,
    private readonly watch: (news: News) => void = () => undefined,
  ) {}

  async begin(redis: Redis, shown: string, home: string): Promise<Journal> {
    this.feeder = new Feeder(redis, shown, { look: (state) => this.look(state), note: this.note });
    try {
      this.lease = await Lease.take(redis, this.run, (problem) => this.feeder.fail(problem));
      this.journal = new Journal(home, this.run);
      await this.feeder.start();
      return this.journal;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  async *results(tasks: Tasks<Task>): AsyncGenerator<Result> {
    const slots: Slot<Task>[] = [];
    const isDone = (parcel: Parcel<Task>) => this.isDone(parcel);
    for await (const { parcels, done } of batches(tasks, this.packer, this.travel.batch, isDone)) {
      slots.push(new Slot(parcels, done ? this.known(parcels) : this.outcomes(parcels)));
      while (slots[0] !== undefined && (slots[0].settled || this.isFull(slots.length))) {
        if (!slots[0].settled) await this.feeder.race(Promise.race([slots[0].outcomes, this.feeder.next()]));
        if (slots[0].settled) yield* this.deliver(slots.shift()!);
      }
    }
    for (const slot of slots) yield* this.deliver(slot);
  }

  async end(): Promise<void> {
    await this.lease?.end();
    await this.feeder.close();
  }

  private isFull(slots: number): boolean {
    return this.feeder.outstanding >= this.window || slots >= this.window * heldPerWindow;
  }

  private isDone({ name, key }: Parcel<Task>): boolean {
    if (this.journal.isChanged(name, key) && !this.told.has("changed")) {
      this.told.add("changed");
      this.note(`${name} is not what it was when this run began: it is done again, and so is all that changed.`);
    }
    return this.journal.has(key);
  }

  private async known(parcels: readonly Parcel<Task>[]): Promise<Outcome[]> {
    this.done += parcels.length;
    return parcels.map(({ key }) => ({ result: this.journal.result(key) }));
  }

  /** A batch on which workers died is tried again task by task: the one that kills them is found, the others are done. */
  private async outcomes(parcels: readonly Parcel<Task>[]): Promise<Outcome[]> {
    const id = `${this.run}-${contentKey(parcels.map(({ key }) => key))}`;
    const tasks = packTasks(parcels.map(({ packed }) => packed));
    const answer = await this.feeder.do(id, { ...this.frame, tasks });
    if ("outcomes" in answer) {
      const outcomes = unpackOutcomes(answer.outcomes, parcels.length);
      this.keep(id, parcels, outcomes);
      await this.feeder.forget(id);
      return outcomes;
    }
    if (parcels.length > 1) return (await Promise.all(parcels.map((parcel) => this.outcomes([parcel])))).flat();
    this.done++;
    return [{ problem: answer.crash }];
  }

  private keep(id: string, parcels: readonly Parcel<Task>[], outcomes: readonly Outcome[]): void {
    const entries = parcels.flatMap(({ key, name }, k) => {
      const outcome = outcomes[k];
      return outcome !== undefined && "result" in outcome ? [{ key, name, result: outcome.result }] : [];
    });
    this.journal.add(id, entries);
    this.done += parcels.length;
  }

  private async *deliver({ parcels, outcomes }: Slot<Task>): AsyncGenerator<Result> {
    for (const [k, outcome] of (await this.feeder.race(outcomes)).entries()) {
      const parcel = parcels[k]!;
      if ("problem" in outcome) this.aside.push({ task: parcel.name, why: outcome.problem });
      else {
        await this.mustBeUnchanged(parcel);
        yield this.travel.unpack(outcome.result, parcel.task);
      }
    }
  }

  /** What was made of one text must not be written beside another. */
  private async mustBeUnchanged(parcel: Parcel<Task>): Promise<void> {
    if (await this.packer.isUnchanged(parcel)) return;
    throw new Problem(
      `${parcel.name} changed since this run began, so nothing was written for it. The same command again does what changed and keeps the rest.`,
    );
  }

  private look({ running, waiting }: FeederState): void {
    const busy = [...running.values()].reduce((sum, count) => sum + count, 0);
    if (waiting < busy) this.window = Math.min(mostWindow, Math.max(this.window, 4 * busy));
    const where = [...running].sort().map(([name, count]) => `${name} ${count}`);
    const places = where.length === 0 ? "no worker is at it" : `at work: ${where.join(", ")}`;
    const failed = this.aside.length === 0 ? "" : `, ${this.aside.length} failed`;
    this.watch({ done: this.done, detail: `${places}${failed}` });
  }
}

/** A batch whose outcomes may be there already or come later. */
class Slot<Task> {
  settled = false;

  constructor(
    readonly parcels: readonly Parcel<Task>[],
    readonly outcomes: Promise<Outcome[]>,
  ) {
    const settle = () => {
      this.settled = true;
    };
    outcomes.then(settle, settle);
  }
}

/** A name for this folder, the same however it is reached: two feeders that write into it are at one run. */
function homeId(home: string): string {
  const file = join(home, ".id");
  try {
    return readFileSync(file, "utf8");
  } catch {
    mkdirSync(home, { recursive: true });
    writeFileSync(file, randomUUID());
    return readFileSync(file, "utf8");
  }
}
