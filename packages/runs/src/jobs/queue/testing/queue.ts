import { join } from "node:path";
import { folderOfFile } from "@plotline/corpus/testing";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll } from "vitest";
import { missing } from "../../../../../../scripts/components.mjs";
import type { Executor, Job } from "../../executor.ts";
import { type QueueOptions, throughQueue } from "../feeder.ts";
import { startWorker, type WorkerOptions } from "../worker.ts";
import { OwnRedis } from "./redis.ts";

/** A Redis for the tests of a file, and workers and feeders that end with their test; Redis is empty after each. */
export class QueueOfTests {
  readonly home = folderOfFile();
  readonly redis = new OwnRedis();
  /** What a test has to end, the last first. */
  readonly ends: (() => unknown)[] = [];
  private made = 0;

  constructor() {
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

  async worker(folders: readonly string[], more: Partial<WorkerOptions> = {}): ReturnType<typeof startWorker> {
    const made = await startWorker({
      name: `worker-${this.made++}`,
      queue: this.redis.address,
      folders,
      concurrency: 1,
      threads: 1,
      grace: 1_000,
      lostAfter: 2_000,
      note: () => undefined,
      done: () => undefined,
      ...more,
    });
    this.ends.push(() => made.stop());
    return made;
  }

  /** The results of a job, of `align` unless another command is named, by way of the queue. */
  async results<Setup, Task, Result>(
    parts: string,
    job: Job<Setup, Task, Result>,
    tasks: readonly Task[],
    { watch, keepsParts, ...more }: Partial<QueueOptions> & RunOptions = {},
  ): Promise<Result[]> {
    const usual = {
      queue: this.redis.address,
      command: "align",
      partsFor: () => parts,
      note: () => undefined,
    } as const;
    const end = new Error("the parts stay");
    let found: Result[] = [];
    await throughQueue({ ...usual, ...more }, async (executor) => {
      found = await all(executor.run(job, tasks, watch));
      if (keepsParts) throw end;
    }).catch((error: unknown) => {
      if (error !== end) throw error;
    });
    return found;
  }
}

interface RunOptions {
  readonly watch?: Parameters<Executor["run"]>[2];
  readonly keepsParts?: boolean;
}

export async function all<T>(results: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const result of results) found.push(result);
  return found;
}
