import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { redisAddress } from "./address.ts";
import { drainedKey } from "./feeder.ts";
import { connectRedis, prefix, queueName, redisFault, redisWarnings } from "./redis.ts";

export interface QueueStatus {
  readonly redis: string;
  readonly waiting: number;
  readonly running: readonly { readonly worker: string; readonly kind: string; readonly seconds: number }[];
  readonly retrying: number;
  readonly failed: readonly { readonly kind: string; readonly why: string }[];
  /** Nothing where we may not ask who is connected. */
  readonly workers: readonly string[] | null;
  /** Results that no feeder has fetched yet. */
  readonly results: number;
  readonly feeders: number;
  readonly memory: string;
  readonly warnings: readonly string[];
}

export async function queueStatus(text: string): Promise<QueueStatus> {
  return withQueue(text, async (queue, redis, shown) => {
    const [waiting, retrying, active, failed] = await Promise.all([
      queue.getWaitingCount(),
      queue.getDelayedCount(),
      queue.getRanges(["active"]),
      queue.getFailed(0, 99),
    ]);
    const workers = await queue.getWorkers().catch(() => undefined);
    const [, memory = "unknown"] = /used_memory_human:(\S+)/.exec(await redis.info("memory")) ?? [];
    return {
      redis: shown,
      waiting,
      retrying,
      running: await runningOf(active, queue, redis),
      failed: failed.map(({ name, failedReason }) => ({ kind: name, why: failedReason ?? "" })),
      workers: workers?.map((worker) => worker["name"] ?? "").sort() ?? null,
      results: (await keysLike(redis, `${prefix}:result:*`)).length,
      feeders: (await keysLike(redis, `${prefix}:feeder:*`)).length,
      memory,
      warnings: await redisWarnings(redis, shown),
    };
  });
}

/** Removes what waits, what failed and what nobody fetched; feeders are told, and what is running ends by itself. */
export async function drainQueue(text: string): Promise<{ redis: string; batches: number; results: number }> {
  return withQueue(text, async (queue, redis, shown) => {
    const counts = await queue.getJobCounts("waiting", "delayed", "failed", "prioritized");
    await redis.incr(drainedKey);
    await queue.drain(true);
    for (let more = 1; more > 0; ) more = (await queue.clean(0, 1_000, "failed")).length;
    const results = await keysLike(redis, `${prefix}:result:*`);
    for (let k = 0; k < results.length; k += 500) await redis.del(...results.slice(k, k + 500));
    const batches = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { redis: shown, batches, results: results.length };
  });
}

async function withQueue<T>(text: string, act: (queue: Queue, redis: Redis, shown: string) => Promise<T>): Promise<T> {
  const address = redisAddress(text);
  const redis = await connectRedis(address);
  const queue = new Queue(queueName, { connection: redis, prefix });
  queue.on("error", () => undefined);
  try {
    return await act(queue, redis, address.shown);
  } catch (error) {
    throw redisFault(error, address.shown);
  } finally {
    await queue.close().catch(() => undefined);
    redis.disconnect();
  }
}

async function runningOf(active: readonly string[], queue: Queue, redis: Redis): Promise<QueueStatus["running"]> {
  const fields = await Promise.all(active.map((id) => redis.hmget(queue.toKey(id), "pb", "name", "processedOn")));
  return fields.map(([worker, kind, since]) => ({
    worker: worker ?? "a worker",
    kind: kind ?? "",
    seconds: Math.max(0, Math.round((Date.now() - Number(since ?? Date.now())) / 1_000)),
  }));
}

async function keysLike(redis: Redis, pattern: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const found of redis.scanStream({ match: pattern, count: 1_000 })) keys.push(...found);
  return [...new Set(keys)];
}
