import { sumOf } from "../../lists.ts";
import { Problem } from "../../problem.ts";
import type { News, Remote, SetAside, Tasks } from "../executor.ts";
import type { QueueActivity } from "./batch-queue.ts";
import { batches, type Packer, type Parcel } from "./batches.ts";
import { Feeder, type FeederOptions } from "./feeder.ts";
import { Journal } from "./journal.ts";
import { Lease } from "./lease.ts";
import { contentKey, packTasks, type QueueMessage } from "./message.ts";
import { type TaskOutcome, unpackOutcomes } from "./outcomes.ts";
import { redisFault } from "./redis.ts";
import { within } from "./within.ts";

/** The fewest batches in the queue, so that no worker waits for the next. */
const leastWindow = 32;
const mostWindow = 4096;
/** Results that have arrived but cannot be delivered yet, for each batch that may be in the queue. */
const heldPerWindow = 4;

/** A Redis that does not let a run begin for this long ends it. */
const beginningFor = 45_000;

/** Workers that are named while they work; `plotline queue status` names all. */
const namedWorkers = 4;

interface RoundEvents {
  /** Where tasks go that failed again and again. */
  readonly aside: SetAside[];
  note(sentence: string): void;
  watch?(news: News): void;
}

/** What is the same for all batches of a round. */
type Frame = Omit<QueueMessage, "tasks">;

/** One job's tasks on their way through the queue. */
export class Round<Task, Result> {
  private window = leastWindow;
  private done = 0;
  private sawChange = false;

  private constructor(
    private readonly remote: Remote<Task, Result>,
    private readonly packer: Packer<Task, Result>,
    private readonly frame: Frame,
    private readonly feeder: Feeder,
    private readonly lease: Lease,
    readonly journal: Journal,
    private readonly on: RoundEvents,
  ) {
    feeder.onActivity((activity) => this.look(activity));
  }

  /** Takes the right to feed this run, and begins to listen for its results. */
  static async begin<Task, Result>(
    remote: Remote<Task, Result>,
    packer: Packer<Task, Result>,
    frame: Frame,
    { home, ...queue }: FeederOptions & { readonly home: string },
    on: RoundEvents,
  ): Promise<Round<Task, Result>> {
    const feeder = new Feeder(queue);
    let lease: Lease | undefined;
    try {
      lease = await within(
        beginningFor,
        Lease.take(queue.redis, frame.run, (problem) => feeder.fail(problem)),
      );
      await within(beginningFor, feeder.start());
      return new Round(remote, packer, frame, feeder, lease, new Journal(home, frame.run), on);
    } catch (error) {
      await lease?.end();
      await feeder.close();
      throw redisFault(error, queue.shown);
    }
  }

  async *results(tasks: Tasks<Task>): AsyncGenerator<Result> {
    const slots: Slot<Task>[] = [];
    const isDone = (parcel: Parcel<Task>) => this.isDone(parcel);
    for await (const { parcels, done } of batches(tasks, this.packer, this.remote.batch, isDone)) {
      slots.push(new Slot(parcels, done ? this.known(parcels) : this.outcomes(parcels)));
      while (slots[0] !== undefined && (slots[0].settled || this.isFull(slots.length))) {
        if (!slots[0].settled) await this.feeder.race(Promise.race([slots[0].outcomes, this.feeder.next()]));
        if (slots[0].settled) yield* this.deliver(slots.shift()!);
      }
    }
    for (const slot of slots) yield* this.deliver(slot);
  }

  async end(): Promise<void> {
    await this.lease.end();
    await this.feeder.close();
  }

  private isFull(slots: number): boolean {
    return this.feeder.outstanding >= this.window || slots >= this.window * heldPerWindow;
  }

  private isDone({ name, key }: Parcel<Task>): boolean {
    if (!this.sawChange && this.journal.isChanged(name, key)) {
      this.sawChange = true;
      this.on.note(
        `${name} has changed since this run began: it is done again, and so is everything else that changed.`,
      );
    }
    return this.journal.has(key);
  }

  private async known(parcels: readonly Parcel<Task>[]): Promise<TaskOutcome[]> {
    this.done += parcels.length;
    return parcels.map(({ key }) => ({ result: this.journal.result(key) }));
  }

  /** A batch on which workers died is tried again task by task: the one that kills them is found, the others are done. */
  private async outcomes(parcels: readonly Parcel<Task>[]): Promise<TaskOutcome[]> {
    const id = `${this.frame.run}-${contentKey(parcels.map(({ key }) => key))}`;
    const tasks = packTasks(parcels.map(({ text }) => text));
    const answer = await this.feeder.do(id, { ...this.frame, tasks });
    if ("outcomes" in answer) {
      const outcomes = unpackOutcomes(answer.outcomes, parcels.length);
      this.keep(id, parcels, outcomes, answer.outcomes);
      await this.feeder.forget(id);
      return outcomes;
    }
    if (parcels.length > 1) return (await Promise.all(parcels.map((parcel) => this.outcomes([parcel])))).flat();
    this.done++;
    return [{ problem: answer.crash }];
  }

  private keep(id: string, parcels: readonly Parcel<Task>[], outcomes: readonly TaskOutcome[], bytes: Buffer): void {
    const entries = parcels.map(({ key, name }, k) => ("result" in outcomes[k]! ? { key, name } : null));
    if (this.remote.large !== true) this.journal.add(id, entries, bytes);
    this.done += parcels.length;
  }

  private async *deliver({ parcels, outcomes }: Slot<Task>): AsyncGenerator<Result> {
    for (const [k, outcome] of (await this.feeder.race(outcomes)).entries()) {
      const parcel = parcels[k]!;
      if ("problem" in outcome) this.on.aside.push({ task: parcel.name, why: outcome.problem });
      else {
        await this.mustBeUnchanged(parcel);
        yield this.remote.unpack(outcome.result, parcel.task);
      }
    }
  }

  /** What was computed from one text must not be written for another. */
  private async mustBeUnchanged(parcel: Parcel<Task>): Promise<void> {
    if (await this.packer.isUnchanged(parcel)) return;
    throw new Problem(
      `${parcel.name} changed since this run began, so nothing was written for it. The same command redoes what changed, and reuses the rest.`,
    );
  }

  private look({ running, waiting }: QueueActivity): void {
    const busy = sumOf(running.values(), (count) => count);
    if (waiting < busy) this.window = Math.min(mostWindow, Math.max(this.window, 4 * busy));
    const where = [...running].sort().map(([name, count]) => `${name} ${count}`);
    const more = where.length > namedWorkers ? ` and ${where.length - namedWorkers} more` : "";
    const places =
      where.length === 0 ? "no worker is working on it" : `at work: ${where.slice(0, namedWorkers).join(", ")}${more}`;
    const failed = this.on.aside.length === 0 ? "" : `${this.on.aside.length} failed, `;
    this.on.watch?.({ done: this.done, detail: `${failed}${places}` });
  }
}

/** A batch whose outcomes may have arrived already or come later. */
class Slot<Task> {
  settled = false;

  constructor(
    readonly parcels: readonly Parcel<Task>[],
    readonly outcomes: Promise<TaskOutcome[]>,
  ) {
    const settle = () => {
      this.settled = true;
    };
    outcomes.then(settle, settle);
  }
}
