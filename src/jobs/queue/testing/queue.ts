import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll } from "vitest";
import { folderOfFile } from "../../../corpus/testing/folder.ts";
import { performBatches } from "../../../runs/kinds.ts";
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
    beforeAll(async () => {
      await this.redis.start();
    });
    afterEach(async () => {
      for (const end of this.ends.splice(0).reverse()) await end();
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

  async worker(more: Partial<WorkerOptions> = {}): Promise<RunningWorker> {
    const made = await startWorker({
      name: `worker-${this.made++}`,
      queue: this.redis.address,
      perform: performBatches,
      concurrency: 1,
      threads: { batch: 1, training: 1 },
      provider: "cpu",
      cache: this.path("cache"),
      grace: 0,
      note: () => undefined,
      done: () => undefined,
      ...this.shared,
      ...more,
    });
    this.ends.push(() => made.stop());
    return made;
  }

  async open(more: Partial<QueueOptions> = {}): Promise<OpenQueue> {
    const usual = { queue: this.redis.address, home: this.path("home"), about: [], note: () => undefined };
    const opened = await openQueue({ ...usual, ...this.shared, ...more });
    this.ends.push(() => opened.close());
    return opened;
  }
}

export async function all<T>(results: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const result of results) found.push(result);
  return found;
}
