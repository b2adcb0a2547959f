import { inGroups } from "@plotline/base";
import { plain, prefix, queueName, redisAddress, redisWarnings, within, withQueue } from "./redis.ts";

/** What is in a queue. */
export type QueueStatus = Awaited<ReturnType<typeof queueStatus>>;

/** How long a Redis may take to be looked at. */
const patience = 60_000;

/** Looks at a queue. */
export async function queueStatus(text: string) {
  const address = redisAddress(text);
  return withQueue(address, async (queue) => {
    const lists = [queue.getWaitingCount(), queue.getActive(), queue.getFailed(0, 99)] as const;
    const [waiting, ...found] = await within(patience, Promise.all(lists));
    // A shard may leave a list while its message is read.
    const [active, failed] = found.map((jobs) => jobs.filter((job) => job !== undefined)) as typeof found;
    const workers = await queue.getWorkers().catch(() => undefined);
    return {
      redis: address.shown,
      waiting,
      running: active.map(({ name, processedBy = "a worker", processedOn = Date.now() }) => ({
        worker: plain(processedBy),
        shard: plain(name),
        seconds: Math.max(0, Math.round((Date.now() - processedOn) / 1_000)),
      })),
      failed: failed.map(({ name, failedReason }) => ({ shard: plain(name), why: plain(failedReason ?? "") })),
      /** null where we may not ask who is connected. */
      workers: workers?.map((worker) => plain(worker["name"] ?? "")).sort() ?? null,
      warnings: redisWarnings(address),
    };
  });
}

/** Removes everything of the queue, whoever put it there; a command that still feeds it offers its shards again. */
export async function drainQueue(text: string) {
  const address = redisAddress(text);
  return withQueue(address, async (_, redis) => {
    const keys = new Set<string>();
    for await (const found of redis.scanStream({ match: `${prefix}:${queueName}:*`, count: 1_000 }))
      for (const key of found) keys.add(key);
    for (const some of inGroups([...keys], 500)) await redis.unlink(...some);
    return { redis: address.shown, shards: [...keys].filter((key) => /-\d+-of-\d+$/.test(key)).length };
  });
}
