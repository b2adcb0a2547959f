import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { beforeAll, expect, vi } from "vitest";
import { openCorpus } from "../../corpus/open.ts";
import { copySample, sample } from "../../corpus/testing/folder.ts";
import { writeTinyBert } from "../../encoder/testing/tiny-bert.ts";
import { sumOf } from "../../lists.ts";
import { alignChapters, type ChapterRef, chapterRefs } from "../../runs/align.ts";
import { scoreChapters } from "../../runs/evaluate.ts";
import { needs } from "../../testing/needs.ts";
import { type Executor, inline } from "../executor.ts";
import { openQueue } from "./executor.ts";
import { packOutcomes } from "./outcomes.ts";
import type { PerformSetup } from "./perform.ts";
import { prefix, queueName } from "./redis.ts";
import { drainQueue, queueStatus } from "./status.ts";
import { all, QueueOfTests } from "./testing/queue.ts";
import { OwnRedis } from "./testing/redis.ts";

const { describe, test } = needs("redis");
const queues = new QueueOfTests();
const { home, redis, ends } = queues;
let refs: ChapterRef[] = [];

beforeAll(async () => {
  refs = chapterRefs((await openCorpus(sample)).works).slice(0, 6);
});

/** Lets a Redis take nothing more in, or as much as it likes. */
async function full({ port }: OwnRedis, is: boolean): Promise<void> {
  const client = new Redis({ port });
  await client.config("SET", "maxmemory", is ? "1" : "0");
  client.disconnect();
}

const align = (folder: string, more = {}) => alignChapters({ folder, methods: ["TFIDF"], seed: 1, ...more });
const aligned = (executor: Executor, folder = sample) => all(executor.run(align(folder), refs));

describe("a run", () => {
  test("gives the same results as this thread, in order, and leaves nothing in Redis", async () => {
    await queues.worker();
    const opened = await queues.open();
    expect(await aligned(opened.executor)).toEqual(await aligned(inline));
    opened.finish();
    expect(await queueStatus(redis.address)).toMatchObject({ waiting: 0, running: [], failed: [], results: 0 });
  });

  test("resumes where it was cut off: nothing is done again", async () => {
    const done = vi.fn();
    await queues.worker({ done });
    const place = join(home, "again");
    const cut = await queues.open({ home: place });
    for await (const _ of cut.executor.run(align(sample), refs)) break;
    const again = await queues.open({ home: place });
    expect(await aligned(again.executor)).toEqual(await aligned(inline));
    expect(sumOf(done.mock.calls, ([tasks]) => tasks)).toBe(refs.length);
    again.finish();
    expect(readdirSync(place)).toEqual([".id"]);
  });

  test("sets a task aside that fails three times, and continues with the rest", async () => {
    const done = vi.fn();
    await queues.worker({ done });
    const { executor } = await queues.open();
    const given = [[{ summary: 0, story: 99_999, confidence: 1 }]];
    const tasks = refs.map((ref, k) => (k === 1 ? { ...ref, given } : ref));
    const scores = await all(executor.run(scoreChapters({ folder: sample, methods: ["TFIDF"], seed: 1 }), tasks));
    expect(scores.length).toBe(refs.length - 1);
    expect(executor.aside).toEqual([{ task: `"${refs[1]!.work}" 1`, why: expect.stringContaining("99999") }]);
  });

  test("finds the task on which workers die", async () => {
    const doomed = refs[2]!;
    const evil = new Worker(
      queueName,
      async () => {
        throw new Error("the worker died");
      },
      { connection: { port: redis.port, maxRetriesPerRequest: null }, prefix, concurrency: 8 },
    );
    ends.push(() => evil.close());
    const { executor } = await queues.open();
    expect(await all(executor.run(align(sample), [refs[1]!, doomed]))).toEqual([]);
    expect(executor.aside.map(({ task, why }) => `${task}: ${why}`)).toEqual(
      [refs[1]!, doomed].map(({ work, number }) => `"${work}" ${number}: the worker died`),
    );
  });
});

test("a worker that was taken for dead, and is given its batch again, does not do it twice", async () => {
  let [begun, finish] = [0, () => undefined as unknown];
  const finished = new Promise((resolve) => {
    finish = () => resolve(undefined);
  });
  const slow = async () => {
    begun++;
    await finished;
    return { outcomes: packOutcomes([{ result: "done" }]), tasks: 1, problems: [] };
  };
  const perform = (setup: PerformSetup) => ({ module: "", name: "", setup, start: async () => slow });
  const done = vi.fn();
  const worker = await queues.worker({ concurrency: 2, perform, done });
  const { executor } = await queues.open();
  const remote = { kind: "slow", setup: {}, folders: {}, batch: 1, nameOf: () => "x", pack: async () => ({}) };
  const job = {
    ...{ module: "", name: "", setup: {}, start: async () => async () => "" },
    remote: async () => ({ ...remote, unpack: String }),
  };
  const results = all(executor.run(job, [1]));
  results.catch(() => undefined);
  const client = new Redis({ port: redis.port });
  ends.push(() => client.disconnect());
  const active = `${prefix}:${queueName}:active`;
  const taken = async () => (await client.lrange(active, 0, -1))[0] ?? expect.fail("nobody has taken it");
  const id = await vi.waitFor(taken, 20_000);
  const count = async () => Number(await client.hget(`${prefix}:${queueName}:${id}`, "ats"));
  await client.del(`${prefix}:${queueName}:${id}:lock`);
  await vi.waitFor(async () => expect(await count()).toBe(2), { timeout: 60_000, interval: 100 });
  finish();
  expect(await results).toEqual(["done"]);
  await worker.stop();
  expect([begun, done.mock.calls]).toEqual([1, [[1, 0]]]);
}, 120_000);

describe("gets one clear sentence:", () => {
  test("a corpus that changed since the run began", async () => {
    await queues.worker();
    const folder = copySample(queues.path("corpus"));
    const { executor } = await queues.open();
    const results = executor.run(align(folder), refs)[Symbol.asyncIterator]();
    await results.next();
    const { work, number } = refs.at(-1)!;
    writeFileSync(join(folder, "summaries", work, `${number}.txt.utf8`), "Another summary.\n");
    const rest = async () => {
      while (!(await results.next()).done);
    };
    await expect(rest()).rejects.toThrow(`"${work}" ${number} changed since this run began`);
  });

  test("and one that changed before it was taken up again", async () => {
    await queues.worker();
    const folder = copySample(queues.path("corpus"));
    const place = join(home, "changed");
    const before = await queues.open({ home: place });
    await aligned(before.executor, folder);
    const { work, number } = refs[3]!;
    writeFileSync(join(folder, "summaries", work, `${number}.txt.utf8`), "Another summary.\n");
    const note = vi.fn();
    const after = await queues.open({ home: place, note });
    expect(await aligned(after.executor, folder)).toEqual(await aligned(inline, folder));
    expect(note).toHaveBeenCalledWith(expect.stringContaining(`"${work}" ${number} has changed since this run began`));
  });

  test("two feeders on one run", async () => {
    const place = join(home, "one");
    const [first, second] = [await queues.open({ home: place }), await queues.open({ home: place })];
    const begun = first.executor.run(align(sample), refs)[Symbol.asyncIterator]();
    const waiting = begun.next();
    waiting.catch(() => undefined);
    await vi.waitFor(async () => expect((await queueStatus(redis.address)).feeders).toBe(1), 60_000);
    await expect(aligned(second.executor)).rejects.toThrow(/^Another plotline \(process \d+ on .*\) feeds this run/);
    await queues.worker();
    expect((await waiting).done).toBe(false);
    await begun.return?.();
  });

  test("a worker without the model", async () => {
    const encoder = join(home, "tiny");
    writeTinyBert(encoder);
    const note = vi.fn();
    await queues.worker({ note, share: join(home, "nothing") });
    const { executor } = await queues.open({ share: home });
    const job = align(sample, { methods: ["BERT"], encoder });
    await expect(all(executor.run(job, refs))).rejects.toThrow(
      /^No worker can do this\. worker .*This worker does not have "tiny" \(\w+\): .*nothing: it does not exist/,
    );
    await queues.worker({ share: home });
    expect(await all(executor.run(job, refs))).toEqual(await all(inline.run(job, refs)));
    expect(note).toHaveBeenCalledWith(expect.stringContaining("--serve"));
  });

  test("a worker of another version, which fails such work once and continues with the rest", async () => {
    const note = vi.fn();
    const done = vi.fn();
    await queues.worker({ name: "an old one", note, done });
    const raw = new Queue(queueName, { connection: { port: redis.port }, prefix });
    ends.push(() => raw.close());
    for (let k = 0; k < 200; k++) await raw.add("align", { version: "1/0.0.1" }, { jobId: `from-elsewhere-${k}` });
    const { executor } = await queues.open();
    expect(await aligned(executor)).toEqual(await aligned(inline));
    const sentence = "This work is of plotline 0.0.1 (messages 1)";
    expect(note).toHaveBeenCalledWith(expect.stringContaining(sentence));
    const failed = await raw.getJobs(["failed"]);
    expect(failed.length).toBe(200);
    for (const { failedReason, attemptsMade } of failed)
      expect([failedReason, attemptsMade]).toEqual([expect.stringContaining(`refused by an old one: ${sentence}`), 1]);
    expect(done).toHaveBeenCalled();
  });

  test("work that no worker knows", async () => {
    const note = vi.fn();
    await queues.worker({ note });
    const { executor } = await queues.open();
    const job = {
      ...align(sample),
      remote: async () => ({
        kind: "rm",
        setup: {},
        folders: {},
        batch: 1,
        nameOf: () => "x",
        pack: async () => ({}),
        unpack: () => ({}),
      }),
    };
    const bare = { module: "", name: "", setup: {}, start: async () => async () => ({}) };
    await expect(all(executor.run(bare, [1]))).rejects.toThrow("cannot be done by other machines");
    await expect(all(executor.run({ ...job, start: bare.start }, [1, 2, 3]))).rejects.toThrow(
      'This worker knows no work called "rm".',
    );
  }, 30_000);

  test("a queue that was drained", async () => {
    const { executor } = await queues.open();
    const results = aligned(executor);
    results.catch(() => undefined);
    await vi.waitFor(async () => expect((await queueStatus(redis.address)).waiting).toBeGreaterThan(0), 60_000);
    expect((await drainQueue(redis.address)).batches).toBeGreaterThan(0);
    await expect(results).rejects.toThrow("The queue was drained");
    expect(await queueStatus(redis.address)).toMatchObject({ waiting: 0, workers: [] });
  });

  test("a full Redis, or one that keeps nothing", async () => {
    const small = await new OwnRedis([]).start();
    ends.push(() => small.remove());
    const note = vi.fn();
    const { executor } = await queues.open({ queue: small.address, note });
    await full(small, true);
    await expect(aligned(executor)).rejects.toThrow(/^Redis at redis:\/\/127.0.0.1:\d+ is full: /);
    expect(note).toHaveBeenCalledWith(expect.stringContaining("keeps nothing on disk"));
  }, 30_000);

  test("a Redis that is full while earlier batches wait in it", async () => {
    const small = await new OwnRedis([]).start();
    ends.push(() => small.remove());
    const { executor } = await queues.open({ queue: small.address });
    async function* fillingUp() {
      yield refs[0]!;
      yield refs[1]!;
      await vi.waitFor(async () => expect((await queueStatus(small.address)).waiting).toBeGreaterThan(0), 20_000);
      await full(small, true);
      yield* refs.slice(2);
    }
    await expect(all(executor.run(align(sample), fillingUp()))).rejects.toThrow(/ is full: give it more memory/);
  }, 60_000);

  test("a Redis that falls silent", async () => {
    const silent = await new OwnRedis([]).start();
    ends.push(() => silent.remove());
    const { executor } = await queues.open({ queue: silent.address, patience: 2_000 });
    const results = aligned(executor);
    results.catch(() => undefined);
    await vi.waitFor(async () => expect((await queueStatus(silent.address)).waiting).toBeGreaterThan(0), 20_000);
    silent.pause();
    await Promise.all([
      expect(results).rejects.toThrow(/^Redis at redis:.* has not answered for 2 seconds\. What is done is saved/),
      expect(queueStatus(silent.address)).rejects.toThrow("No Redis answers at"),
    ]);
    silent.resume();
  }, 60_000);

  test("a Redis that is full for a while", async () => {
    const note = vi.fn(async (sentence: string) => {
      if (!sentence.includes("is full; waiting until it has space")) return;
      await full(redis, false);
      await queues.worker();
    });
    const { executor } = await queues.open({ note });
    async function* fillingUp() {
      yield refs[0]!;
      await full(redis, true);
      yield* refs.slice(1);
    }
    expect(await all(executor.run(align(sample), fillingUp()))).toEqual(await aligned(inline));
    expect(note).toHaveBeenCalledWith(expect.stringContaining("is full; waiting until it has space"));
  }, 30_000);

  test("no Redis, a wrong password, a user without rights, no such database; and no password gets into a job", async () => {
    const bob = ["--user", "bob", "on", ">sesame", "~*", "+@all", "-info"];
    const guarded = await new OwnRedis(["--requirepass", "sesame", ...bob]).start();
    ends.push(() => guarded.remove());
    const address = (user: string, rest = "") => `redis://${user}127.0.0.1:${guarded.port}${rest}`;
    const refusal = (at: string) => openQueue({ queue: at, home, about: [], note: () => undefined });
    await expect(refusal("redis://127.0.0.1:1")).rejects.toThrow(/^No Redis answers at redis:\/\/127.0.0.1:1 /);
    await expect(refusal(address(""))).rejects.toThrow("requires a password");
    const wrong = await refusal(address("me:guess@")).catch((error: Error) => error.message);
    expect(wrong).toBe(`Redis at ${address("")} does not accept this user and password.`);
    await expect(refusal(address("bob:sesame@"))).rejects.toThrow("does not let this user do what a queue needs");
    await expect(refusal(address(":sesame@", "/99"))).rejects.toThrow("has no database of this number");
    const { executor } = await queues.open({ queue: address(":sesame@") });
    const waiting = executor.run(align(sample), refs)[Symbol.asyncIterator]();
    waiting.next().catch(() => undefined);
    const client = new Redis({ port: guarded.port, password: "sesame" });
    ends.push(async () => client.disconnect());
    const jobs = await vi.waitFor(async () => {
      const found = (await client.keys("*:work:*-*")).filter((key) => !key.endsWith(":lock"));
      expect(found.length).toBeGreaterThan(0);
      return Promise.all(found.map((key) => client.hgetall(key)));
    }, 20_000);
    expect(JSON.stringify(jobs)).not.toContain("sesame");
    await expect(refusal("http://127.0.0.1")).rejects.toThrow("not the address of a Redis");
  });
});
