import type { Remote, Tasks } from "../executor.ts";
import { taskKey } from "./message.ts";

/** A task on its way: its text, and a key made of everything that determines its result. */
export interface Parcel<Task> {
  readonly task: Task;
  readonly name: string;
  readonly key: string;
  readonly text: string;
}

/** Packs tasks one by one, by content. */
export class Packer<Task, Result> {
  constructor(
    private readonly remote: Remote<Task, Result>,
    /** What else decides the results: the kind of work, its setup, models. */
    private readonly ground: string,
  ) {}

  async parcel(task: Task): Promise<Parcel<Task>> {
    const text = JSON.stringify(await this.remote.pack(task));
    return { task, name: this.remote.nameOf(task), text, key: taskKey(this.ground, text) };
  }

  async isUnchanged({ task, key }: Parcel<Task>): Promise<boolean> {
    return (await this.parcel(task)).key === key;
  }
}

/** The first batches are small, so that even a few tasks are shared among many workers. */
const firstBatch = 16_000;
const share = 1 / 16;

/**
 * Tasks in their order, as many together as fit into `limit` characters. Where a batch ends depends on the tasks alone:
 * what `isDone` already knows goes by itself, and the others are in the batches that they were in before.
 */
export async function* batches<Task, Result>(
  tasks: Tasks<Task>,
  packer: Pick<Packer<Task, Result>, "parcel">,
  limit: number,
  isDone: (parcel: Parcel<Task>) => boolean,
): AsyncGenerator<{ readonly parcels: readonly Parcel<Task>[]; readonly done: boolean }> {
  let parcels: Parcel<Task>[] = [];
  let sent = 0;
  let size = 0;
  for await (const task of tasks) {
    const parcel = await packer.parcel(task);
    const own = parcel.text.length;
    const room = Math.min(limit, Math.max(firstBatch, sent * share));
    if (size > 0 && size + own > room) {
      if (parcels.length > 0) yield { parcels, done: false };
      [parcels, sent, size] = [[], sent + size, 0];
    }
    size += own;
    if (!isDone(parcel)) parcels.push(parcel);
    else {
      if (parcels.length > 0) yield { parcels, done: false };
      parcels = [];
      yield { parcels: [parcel], done: true };
    }
  }
  if (parcels.length > 0) yield { parcels, done: false };
}
