import { renameSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder, syncFolders, unfinished, writeNewFiles } from "@plotline/base/node";
import type { Writer } from "../store.ts";
import { type Append, appendAll, appendedWithChange, appenderTo } from "./append.ts";
import { fileInside } from "./inside.ts";
import type { CorpusLock, Hold } from "./lock.ts";
import { lockOf } from "./transaction.ts";

/**
 * Reads one file (`about`) and then writes it, while nobody else changes the corpus; on return it is on disk. Saves of
 * different files that wait at the same time share the lock and are synced together, so that many people saving at once
 * wait for about as long as one.
 */
export function saveInFolder<T>(folder: string, about: string, act: (writer: Writer) => Promise<T>): Promise<T> {
  const lock = lockOf(folder);
  const queue = queues.get(lock) ?? new SaveQueue(lock);
  queues.set(lock, queue);
  return new Promise<T>((resolve, reject) => {
    queue.add({
      about,
      fail: reject,
      append: appendedWithChange(),
      prepare: async (writer) => {
        const result = await act(writer);
        return () => resolve(result);
      },
    });
  });
}

interface Save {
  readonly about: string;
  /** Reads, and queues what to write; the function it returns reports to the caller that the save is done. */
  prepare(writer: Writer): Promise<() => void>;
  /** Appends what belongs to the change, if there is one. */
  append(writer: Writer, folder: string): void;
  fail(error: unknown): void;
}

const queues = new WeakMap<CorpusLock, SaveQueue>();
/** How many saves share a sync, and how long, in milliseconds, the lock is held before other processes get a chance. */
const mostTogether = 64;
const longestHold = 200;

class SaveQueue {
  private waiting: Save[] = [];
  private isBusy = false;

  constructor(private readonly lock: CorpusLock) {}

  add(save: Save): void {
    this.waiting.push(save);
    if (!this.isBusy) void this.work();
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0)
      try {
        const notifyLast = await this.lock.held((hold) => this.saveWaiting(hold));
        notifyLast();
      } catch (error) {
        for (const save of this.waiting.splice(0)) save.fail(error);
      }
    this.isBusy = false;
  }

  /** The last callers are notified when the lock is free again. */
  private async saveWaiting(hold: Hold): Promise<() => void> {
    const until = performance.now() + longestHold;
    for (;;) {
      const notify = await saveBatch(this.lock.root, this.nextBatch(), hold);
      if (this.waiting.length === 0 || performance.now() > until) return notify;
      notify();
    }
  }

  /** A save must read what the one before it wrote: of each file only the first is taken. */
  private nextBatch(): Save[] {
    const batch = new Map<string, Save>();
    for (const save of this.waiting) {
      if (batch.size === mostTogether) break;
      if (!batch.has(save.about)) batch.set(save.about, save);
    }
    const taken = new Set(batch.values());
    this.waiting = this.waiting.filter((save) => !taken.has(save));
    return [...taken];
  }
}

interface Edits {
  readonly writes: Map<string, string>;
  readonly appends: Append[];
}

/** Returns the functions that notify the callers whose saves are on disk. */
async function saveBatch(root: string, batch: readonly Save[], hold: Hold): Promise<() => void> {
  const found = await Promise.all(batch.map((save) => prepared(root, save)));
  const ready = found.filter((each) => each !== undefined);
  try {
    await putOnDisk(
      ready.map(({ edits }) => edits),
      hold,
    );
  } catch (error) {
    return () => {
      for (const { save } of ready) save.fail(error);
    };
  }
  return () => {
    for (const { notify } of ready) notify();
  };
}

async function prepared(root: string, save: Save) {
  const edits: Edits = { writes: new Map(), appends: [] };
  const write: Writer["write"] = (path, content) => edits.writes.set(fileInside(root, path), content);
  const writer: Writer = { write, ...appenderTo(root, edits.appends) };
  try {
    const notify = await save.prepare(writer);
    if (edits.writes.size > 0) save.append(writer, root);
    return { save, edits, notify };
  } catch (error) {
    save.fail(error);
    return undefined;
  }
}

/**
 * New files under temporary names, and what is appended, synced; then the files renamed; then their folders synced. What
 * is appended comes first, so that a trail names every change that is there, whatever cuts this off.
 */
async function putOnDisk(edits: readonly Edits[], hold: Hold): Promise<void> {
  const writes = new Map(edits.flatMap((each) => [...each.writes]));
  const appends = edits.flatMap((each) => each.appends);
  if (writes.size + appends.length === 0) return;
  for (const path of writes.keys()) makeFolder(dirname(path));
  for (const path of writes.keys()) unfinished.sweepOnce(dirname(path));
  const temporary = new Map([...writes.keys()].map((path) => [path, unfinished.name(path)]));
  await unfinished.during([...temporary.values()], async () => {
    hold.mustBeHeld();
    await Promise.all([
      appendAll(appends),
      writeNewFiles(new Map([...writes].map(([path, content]) => [temporary.get(path)!, content]))),
    ]);
    hold.mustBeHeld();
    for (const [path, name] of temporary) renameSync(name, path);
    await syncFolders(new Set([...writes.keys()].map((path) => dirname(path))));
  });
}
