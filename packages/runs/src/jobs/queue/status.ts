import { randomUUID } from "node:crypto";
import { inGroups } from "@plotline/base";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { type RedisAddress, redisAddress } from "./address.ts";
import { plain } from "./plain.ts";
import { connectRedis, drainedKey, prefix, queueName, redisFault, redisWarnings } from "./redis.ts";
import { within } from "./within.ts";

/** What is in a queue. */
export type QueueStatus = Awaited<ReturnType<typeof queueStatus>>;

/** Looks at a queue. */
export async function queueStatus(text: string) {
  return withQueue(text, async (queue, redis, address) => {
    const [waiting, active, failed] = await Promise.all([
      queue.getWaitingCount(),
      queue.getRanges(["active"], 0, -1),
      queue.getFailed(0, 99),
    ]);
    const workers = await queue.getWorkers().catch(() => undefined);
    return {
      redis: address.shown,
      waiting,
      running: await runningOf(active, queue, redis),
      failed: failed.map(({ name, failedReason }) => ({ shard: plain(name), why: plain(failedReason ?? "") })),
      /** null where we may not ask who is connected. */
      workers: workers?.map((worker) => plain(worker["name"] ?? "")).sort() ?? null,
      warnings: redisWarnings(address),
    };
  });
}

async function runningOf(active: readonly string[], queue: Queue, redis: Redis) {
  const fields = await Promise.all(active.map((id) => redis.hmget(queue.toKey(id), "pb", "name", "processedOn")));
  return fields.map(([worker, shard, since]) => ({
    worker: plain(worker ?? "a worker"),
    shard: plain(shard ?? ""),
    seconds: Math.max(0, Math.round((Date.now() - Number(since ?? Date.now())) / 1_000)),
  }));
}

/** Removes everything of the queue, whoever put it there; feeders end, and what is running leaves its part. */
export async function drainQueue(text: string) {
  return withQueue(text, async (_, redis, { shown }) => {
    await redis.set(drainedKey, randomUUID());
    const keys = new Set<string>();
    for await (const found of redis.scanStream({ match: `${prefix}:${queueName}:*`, count: 1_000 }))
      for (const key of found) keys.add(key);
    for (const some of inGroups([...keys], 500)) await redis.unlink(...some);
    return { redis: shown, shards: [...keys].filter((key) => /-\d+-of-\d+$/.test(key)).length };
  });
}

/** How long a Redis may take to be looked at or emptied. */
const patience = 60_000;

async function withQueue<T>(
  text: string,
  act: (queue: Queue, redis: Redis, address: RedisAddress) => Promise<T>,
): Promise<T> {
  const address = redisAddress(text);
  const redis = await connectRedis(address);
  const queue = new Queue(queueName, { connection: redis, prefix });
  queue.on("error", () => undefined);
  try {
    return await within(patience, act(queue, redis, address));
  } catch (error) {
    throw redisFault(error, address.shown);
  } finally {
    await within(1_000, queue.close()).catch(() => undefined);
    redis.disconnect();
  }
}
