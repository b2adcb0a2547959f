import { join } from "node:path";
import { folderOfFile } from "@plotline/corpus/testing";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll } from "vitest";
import { missing } from "../../../../../../scripts/components.mjs";
import { performShards, shardedCommands } from "../../../sharded.ts";
import { type OpenQueue, openQueue, type QueueOptions } from "../executor.ts";
import { type RunningWorker, startWorker, type WorkerOptions } from "../worker.ts";
import { OwnRedis } from "./redis.ts";

/** A Redis for the tests of a file, and workers and feeders that end with their test; Redis is empty after each. */
export class QueueOfTests {
  readonly home = folderOfFile();
  readonly redis = new OwnRedis();
  /** What a test has to end, the last first. */
  readonly ends: (() => unknown)[] = [];
  private made = 0;

  constructor(private readonly shared: { readonly secretFile?: string } = {}) {
    // Without a Redis only the tests run that need none.
    const isThere = missing("redis") === undefined;
    beforeAll(async () => {
      if (isThere) await this.redis.start();
    });
    afterEach(async () => {
      for (const end of this.ends.splice(0).reverse()) await end();
      if (!isThere) return;
      const client = new Redis({ port: this.redis.port });
      await client.flushall();
      client.disconnect();
    });
    afterAll(() => this.redis.remove());
  }

  /** A name that no other thing in the folder has. */
  path(name: string): string {
    return join(this.home, `${name}-${this.made++}`);
  }

  async worker(folders: readonly string[], more: Partial<WorkerOptions> = {}): Promise<RunningWorker> {
    const made = await startWorker({
      name: `worker-${this.made++}`,
      queue: this.redis.address,
      folders,
      commands: shardedCommands,
      perform: performShards,
      concurrency: 1,
      machine: { threads: 1 },
      grace: 1_000,
      lostAfter: 2_000,
      note: () => undefined,
      done: () => undefined,
      ...this.shared,
      ...more,
    });
    this.ends.push(() => made.stop());
    return made;
  }

  /** A feeder of `align`, unless it is one of another command. */
  async open(parts: string, more: Partial<QueueOptions> = {}): Promise<OpenQueue> {
    const opened = await openQueue({
      queue: this.redis.address,
      command: "align",
      work: shardedCommands.align,
      partsFor: () => parts,
      note: () => undefined,
      ...this.shared,
      ...more,
    });
    this.ends.push(() => opened.close());
    return opened;
  }
}

export async function all<T>(results: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const result of results) found.push(result);
  return found;
}
