import type { Tasks, Travel } from "../executor.ts";
import { contentKey } from "./message.ts";

/** A task on its way: what is sent of it, and the name of everything that decides its result. */
export interface Parcel<Task> {
  readonly task: Task;
  readonly name: string;
  readonly key: string;
  readonly packed: unknown;
}

/** Packs tasks one by one, by content. */
export class Packer<Task, Result> {
  constructor(
    private readonly travel: Travel<Task, Result>,
    /** What else decides the results: the kind of work, its setup, models. */
    private readonly ground: string,
  ) {}

  async parcel(task: Task): Promise<Parcel<Task> & { readonly size: number }> {
    const packed = await this.travel.pack(task);
    const text = JSON.stringify(packed);
    return { task, name: this.travel.nameOf(task), packed, key: contentKey(this.ground, text), size: text.length };
  }

  async isUnchanged({ task, key }: Parcel<Task>): Promise<boolean> {
    return (await this.parcel(task)).key === key;
  }
}

/**
 * Tasks in their order, as many together as fit into `limit` characters. What `isDone` knows already goes by itself, so
 * that the same tasks make the same batches again.
 */
export async function* batches<Task, Result>(
  tasks: Tasks<Task>,
  packer: Packer<Task, Result>,
  limit: number,
  isDone: (parcel: Parcel<Task>) => boolean,
): AsyncGenerator<{ readonly parcels: readonly Parcel<Task>[]; readonly done: boolean }> {
  let parcels: Parcel<Task>[] = [];
  let size = 0;
  for await (const task of tasks) {
    const { size: own, ...parcel } = await packer.parcel(task);
    const done = isDone(parcel);
    if (parcels.length > 0 && (done || size + own > limit)) {
      yield { parcels, done: false };
      parcels = [];
      size = 0;
    }
    if (done) yield { parcels: [parcel], done };
    else {
      parcels.push(parcel);
      size += own;
    }
  }
  if (parcels.length > 0) yield { parcels, done: false };
}
