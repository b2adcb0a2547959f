import { Queue, UnrecoverableError, Worker } from "bullmq";
import { Redis } from "ioredis";
import { afterEach, expect, vi } from "vitest";
import { needs } from "../../testing/needs.ts";
import { resultKey } from "./batch-queue.ts";
import { Feeder } from "./feeder.ts";
import { openMessage, type QueueMessage, refusal, sealedResult } from "./message.ts";
import { prefix, queueName } from "./redis.ts";
import { Seal } from "./seal.ts";
import { OwnRedis } from "./testing/redis.ts";

const { test } = needs("redis");
const seal = new Seal();
const message: QueueMessage = { kind: "test", run: "run", setup: {}, folders: {}, at: [], tasks: "" };
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** More than a feeder takes from workers when nobody has answered anything. */
const manyRefusals = 30;

test("a batch that one worker refuses again and again waits for the worker that has answered others", async () => {
  const { redis, connection } = await startRedis();
  const feeder = new Feeder({ redis: connection, shown: redis.address, seal, note: () => undefined });
  ends.push(() => feeder.close());
  await feeder.start();

  const able = startWorker(connection, async (id) => {
    const opened = openMessage(seal, id, await dataOf(connection, id));
    if ("refused" in opened) throw new Error(opened.refused);
    await connection.set(resultKey(id), sealedResult(seal, id, opened, Buffer.from(id)));
  });
  expect(await feeder.do("first", message)).toEqual({ outcomes: Buffer.from("first") });
  await able.pause();

  let refusals = 0;
  const refused = new Promise<void>((resolve) => {
    const refusing = startWorker(connection, async () => {
      if (++refusals >= manyRefusals) resolve();
      throw new UnrecoverableError(refusal("refusing", "This worker cannot do it."));
    });
    refusing.on("failed", () => void promoteAll(connection));
  });
  const second = feeder.do("second", message);
  await Promise.race([refused, second]);
  expect(refusals).toBeGreaterThanOrEqual(manyRefusals);
  able.resume();
  expect(await second).toEqual({ outcomes: Buffer.from("second") });
}, 60_000);

test("a feeder whose machine slept resumes: Redis did not answer because nobody asked it", async () => {
  const { redis, connection } = await startRedis();
  const feeder = new Feeder({ redis: connection, shown: redis.address, seal, note: () => undefined });
  ends.push(() => feeder.close());
  await feeder.start();
  const answer = feeder.do("only", message);
  const awake = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => awake() + 3_600_000);
  ends.push(() => vi.restoreAllMocks());
  await feeder.race(new Promise((resolve) => setTimeout(resolve, 2_500)));
  startWorker(connection, async (id) => {
    await connection.set(resultKey(id), sealedResult(seal, id, message, Buffer.from(id)));
  });
  expect(await answer).toEqual({ outcomes: Buffer.from("only") });
}, 60_000);

async function startRedis(): Promise<{ redis: OwnRedis; connection: Redis }> {
  const redis = await new OwnRedis([]).start();
  ends.push(() => redis.remove());
  const connection = new Redis({ port: redis.port, maxRetriesPerRequest: null });
  ends.push(() => connection.disconnect());
  return { redis, connection };
}

function startWorker(connection: Redis, work: (id: string) => Promise<void>): Worker {
  const worker = new Worker(queueName, ({ id = "" }) => work(id), { connection, prefix, drainDelay: 1 });
  ends.push(() => worker.close(true));
  return worker;
}

async function dataOf(connection: Redis, id: string): Promise<unknown> {
  return JSON.parse((await connection.hget(`${prefix}:${queueName}:${id}`, "data")) ?? "");
}

/** What rests before it is offered again is offered at once, so that many refusals take no time. */
async function promoteAll(connection: Redis): Promise<void> {
  const queue = new Queue(queueName, { connection, prefix });
  for (let waits = 0; waits < 50; waits++) {
    const delayed = await queue.getDelayed();
    for (const job of delayed) await job.promote().catch(() => undefined);
    if (delayed.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await queue.close();
}
