import { randomUUID } from "node:crypto";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { inGroups, sumOf } from "../../lists.ts";
import { type RedisAddress, redisAddress } from "./address.ts";
import { drainedKey } from "./batch-queue.ts";
import { readHolder } from "./lease.ts";
import { plain } from "./plain.ts";
import { connectRedis, isForeign, prefix, queueName, redisFault, redisWarnings } from "./redis.ts";
import { within } from "./within.ts";

export type QueueStatus = Awaited<ReturnType<typeof queueStatus>>;

export async function queueStatus(text: string) {
  return withQueue(text, async (queue, redis, address) => {
    const [waiting, retrying, active, failed] = await Promise.all([
      queue.getWaitingCount(),
      queue.getDelayedCount(),
      queue.getRanges(["active"]),
      queue.getFailed(0, 99),
    ]);
    const workers = await queue.getWorkers().catch(() => undefined);
    const [, memory = "unknown"] = /used_memory_human:(\S+)/.exec(await redis.info("memory")) ?? [];
    return {
      redis: address.shown,
      waiting,
      retrying,
      running: await runningOf(active, queue, redis),
      failed: failed.map(({ name, failedReason }) => ({ kind: plain(name), why: plain(failedReason ?? "") })),
      /** null where we may not ask who is connected. */
      workers: workers?.map((worker) => plain(worker["name"] ?? "")).sort() ?? null,
      /** Results that no feeder has fetched yet. */
      results: (await keysLike(redis, `${prefix}:result:*`)).length,
      feeders: (await keysLike(redis, `${prefix}:feeder:*`)).length,
      memory,
      warnings: await redisWarnings(redis, address),
    };
  });
}

/** Removes what waits, what failed and what nobody fetched; feeders are notified, and what is running ends by itself. */
export async function drainQueue(text: string) {
  return withQueue(text, async (queue, redis, { shown }) => {
    const isForeignQueue = await hasForeignLists(redis);
    const results = await keysLike(redis, `${prefix}:result:*`);
    const batches = isForeignQueue ? await removeAll(redis) : await emptied(queue, redis);
    await remove(redis, results);
    await removeForeignLeases(redis);
    return { redis: shown, batches, results: results.length };
  });
}

async function emptied(queue: Queue, redis: Redis): Promise<number> {
  try {
    return await emptiedInOrder(queue, redis);
  } catch (error) {
    if (!isForeign(error)) throw error;
    return removeAll(redis);
  }
}

async function emptiedInOrder(queue: Queue, redis: Redis): Promise<number> {
  const counts = await queue.getJobCounts("waiting", "delayed", "failed", "prioritized");
  await redis.set(drainedKey, randomUUID());
  await queue.drain(true);
  for (let more = 1; more > 0; ) more = (await queue.clean(0, 1_000, "failed")).length;
  return sumOf(Object.values(counts), (count) => count);
}

/** The keys that BullMQ stores a queue under, with their types. */
const lists: Readonly<Record<string, string>> = {
  ...{ wait: "list", active: "list", paused: "list" },
  ...{ delayed: "zset", failed: "zset", completed: "zset", prioritized: "zset", "waiting-children": "zset" },
  ...{ marker: "zset", meta: "hash", stalled: "set", events: "stream", id: "string", pc: "string" },
};

async function hasForeignLists(redis: Redis): Promise<boolean> {
  for (const [name, kind] of Object.entries(lists)) {
    const found = await redis.type(`${prefix}:${queueName}:${name}`);
    if (found !== "none" && found !== kind) return true;
  }
  return false;
}

/** Where plotline did not write the lists or jobs, all that helps is to remove them. */
async function removeAll(redis: Redis): Promise<number> {
  const keys = await keysLike(redis, `${prefix}:${queueName}:*`);
  await remove(redis, keys);
  await redis.set(drainedKey, randomUUID());
  return keys.filter((key) => /-[0-9a-f]{32}$/.test(key)).length;
}

async function removeForeignLeases(redis: Redis): Promise<void> {
  for (const key of await keysLike(redis, `${prefix}:feeder:*`)) {
    const text = await redis.get(key).catch(() => "");
    const expires = (await redis.pttl(key)) >= 0;
    if (text !== null && (!expires || readHolder(text) === undefined)) await redis.del(key);
  }
}

async function remove(redis: Redis, keys: readonly string[]): Promise<void> {
  for (const some of inGroups(keys, 500)) await redis.unlink(...some);
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

async function runningOf(active: readonly string[], queue: Queue, redis: Redis) {
  const fields = await Promise.all(active.map((id) => redis.hmget(queue.toKey(id), "pb", "name", "processedOn")));
  return fields.map(([worker, kind, since]) => ({
    worker: plain(worker ?? "a worker"),
    kind: plain(kind ?? ""),
    seconds: Math.max(0, Math.round((Date.now() - Number(since ?? Date.now())) / 1_000)),
  }));
}

async function keysLike(redis: Redis, pattern: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const found of redis.scanStream({ match: pattern, count: 1_000 })) keys.push(...found);
  return [...new Set(keys)];
}
