import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sumOf } from "@plotline/base";
import { needs } from "@plotline/base/testing";
import { openCorpus } from "@plotline/corpus/node";
import { copySample } from "@plotline/corpus/testing";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { beforeAll, expect, vi } from "vitest";
import { alignChapters, type ChapterRef, chapterRefs } from "../../align.ts";
import { scoreChapters } from "../../evaluate.ts";
import { inline } from "../executor.ts";
import { throughQueue } from "./feeder.ts";
import { prefix, queueName } from "./redis.ts";
import { drainQueue, queueStatus } from "./status.ts";
import { all, QueueOfTests } from "./testing/queue.ts";
import { OwnRedis } from "./testing/redis.ts";

const { describe, test } = needs("redis");
const queues = new QueueOfTests();
const { home, redis, ends } = queues;
const corpus = join(home, "corpus");
let refs: ChapterRef[] = [];

beforeAll(async () => {
  copySample(corpus);
  refs = chapterRefs((await openCorpus(corpus)).works).slice(0, 6);
});

const align = (folder = corpus, more = {}) => alignChapters({ folder, methods: ["TFIDF"], seed: 1, ...more });
const alignedHere = () => all(inline.run(align(), refs));
/** The same by way of the queue. */
const aligned = (parts = freshParts(), more: Parameters<typeof queues.results>[3] = {}) =>
  queues.results(parts, align(), refs, more);
const freshParts = () => join(corpus, ".cache", "parts", queues.path("run").slice(home.length + 1));

/** Waits until somebody has put work into a queue. */
async function offered(address = redis.address): Promise<void> {
  await vi.waitFor(async () => expect((await queueStatus(address)).waiting).toBeGreaterThan(0), 20_000);
}

describe("a run", () => {
  test("gives the same results as this thread, in order, and leaves nothing behind", async () => {
    await queues.worker([corpus]);
    const parts = freshParts();
    const watch = vi.fn();
    expect(await aligned(parts, { watch })).toEqual(await alignedHere());
    expect(watch).toHaveBeenLastCalledWith({ done: refs.length, detail: "6 of 6 shards" });
    expect(existsSync(parts)).toBe(false);
    expect(await queueStatus(redis.address)).toMatchObject({ waiting: 0, running: [], failed: [] });
  });

  test("of evaluate, with links that were made elsewhere", async () => {
    await queues.worker([corpus]);
    const job = scoreChapters({ folder: corpus, methods: ["TFIDF"], seed: 1 });
    const tasks = refs.map((ref) => ({ ...ref, given: [[{ summary: 0, story: 1, confidence: 0.5 }]] }));
    expect(await queues.results(freshParts(), job, tasks, { command: "evaluate" })).toStrictEqual(
      await all(inline.run(job, tasks)),
    );
  });

  test("does only what is missing when it is started again, whoever made the rest", async () => {
    const done = vi.fn();
    await queues.worker([corpus], { done });
    const parts = freshParts();
    await aligned(parts, { keepsParts: true });
    const [kept, lost] = [join(parts, "1-of-6.part"), join(parts, "3-of-6.part")];
    const before = readFileSync(kept);
    rmSync(lost);
    expect(await aligned(parts, { keepsParts: true })).toEqual(await alignedHere());
    expect(readFileSync(kept).equals(before)).toBe(true);
    expect(sumOf(done.mock.calls, ([items]) => items)).toBe(refs.length + 1);
  });

  test("offers again what Redis forgot", async () => {
    const results = aligned();
    await offered();
    const client = new Redis({ port: redis.port });
    await client.flushall();
    client.disconnect();
    await queues.worker([corpus]);
    expect(await results).toEqual(await alignedHere());
  });

  test("is done by those who can, next to one that was given another folder", async () => {
    const elsewhere = queues.path("elsewhere");
    mkdirSync(elsewhere);
    await queues.worker([elsewhere]);
    await queues.worker([corpus]);
    expect(await aligned()).toEqual(await alignedHere());
  });

  test("names what fails again and again, and saves the rest", async () => {
    await queues.worker([corpus]);
    const parts = freshParts();
    const given = [[{ summary: 0, story: 99_999, confidence: 1 }]];
    const tasks = refs.map((ref, k) => (k === 1 ? { ...ref, given } : ref));
    const job = scoreChapters({ folder: corpus, methods: ["TFIDF"], seed: 1 });
    await expect(queues.results(parts, job, tasks, { command: "evaluate" })).rejects.toThrow(
      /^1 of 6 shards failed: The alignment: .*99999.* The rest is saved; the same command tries again what failed\.$/,
    );
    expect(readdirSync(parts).filter((name) => name.endsWith(".part"))).toHaveLength(5);
  });

  test("ends where workers die on a shard", async () => {
    const dying = new Worker(queueName, () => Promise.reject(new Error("the worker died")), {
      connection: { port: redis.port, maxRetriesPerRequest: null },
      prefix,
      concurrency: 8,
    });
    ends.push(() => dying.close());
    await expect(aligned()).rejects.toThrow("6 of 6 shards failed: the worker died");
  });
});

describe("gets one clear sentence:", () => {
  test("a corpus that changed while it was worked on", async () => {
    const folder = copySample(join(corpus, "inner"));
    ends.push(() => rmSync(folder, { recursive: true }));
    const results = queues.results(freshParts(), align(folder), refs, { patience: 1_000 });
    results.catch(() => undefined);
    await offered();
    const { work, number } = refs.at(-1)!;
    writeFileSync(join(folder, "summaries", work, `${number}.txt.utf8`), "Another summary.\n");
    await queues.worker([corpus]);
    await expect(results).rejects.toThrow(/^No worker can do this\. What the feeder sees is not here: corpus:/);
  });

  test("a folder of parts that has those of another run", async () => {
    const parts = freshParts();
    await queues.worker([corpus]);
    await aligned(parts, { keepsParts: true });
    await expect(queues.results(parts, align(corpus, { seed: 2 }), refs)).rejects.toThrow(
      /run\.json belongs to another run \(seed:1 there, seed:2 here\)/,
    );
  });

  test("a method of the user's own, which stays on this machine", async () => {
    const own = align(corpus, { methods: ["./mine.mjs"] });
    await expect(queues.results(freshParts(), own, refs)).rejects.toThrow("./mine.mjs is a method of your own");
  });

  test("work of another version, next to which the rest is done", async () => {
    const note = vi.fn();
    await queues.worker([corpus], { name: "an old one", note });
    const raw = new Queue(queueName, { connection: { port: redis.port }, prefix });
    ends.push(() => raw.close());
    for (let k = 0; k < 20; k++) await raw.add("align", { version: "1/0.0.1" }, { jobId: `from-elsewhere-${k}` });
    expect(await aligned()).toEqual(await alignedHere());
    const sentence = "This work is of plotline 0.0.1 (messages 1)";
    expect(note).toHaveBeenCalledWith(expect.stringContaining(sentence));
    for (const { failedReason, attemptsMade } of await raw.getJobs(["failed"]))
      expect([failedReason, attemptsMade]).toEqual([expect.stringContaining(`refused by an old one: ${sentence}`), 1]);
  });

  test("nothing where a queue is drained: what is not done is offered again", async () => {
    const results = aligned();
    await offered();
    expect((await drainQueue(redis.address)).shards).toBe(6);
    await queues.worker([corpus]);
    expect(await results).toEqual(await alignedHere());
  });

  test("a queue that somebody damaged", async () => {
    const client = new Redis({ port: redis.port });
    ends.push(() => client.disconnect());
    for (const list of ["active", "wait"]) await client.lpush(`${prefix}:${queueName}:${list}`, "nothing behind it");
    await client.zadd(`${prefix}:${queueName}:failed`, 1, "nor behind this");
    expect(await queueStatus(redis.address)).toMatchObject({ running: [], failed: [] });
    await client.hset(`${prefix}:${queueName}:broken`, "data", "{no", "opts", "{}");
    await client.zadd(`${prefix}:${queueName}:failed`, 1, "broken");
    await expect(queueStatus(redis.address)).rejects.toThrow(/^Redis at redis:.* JSON .*drain/);
    await drainQueue(redis.address);
    expect(await queueStatus(redis.address)).toMatchObject({ running: [], failed: [] });
  });

  test("a full Redis, and one that falls silent", async () => {
    const small = await new OwnRedis([]).start();
    ends.push(() => small.remove());
    const run = (patience: number) => aligned(freshParts(), { queue: small.address, patience });
    const client = new Redis({ port: small.port });
    await client.config("SET", "maxmemory", "1");
    await expect(run(500)).rejects.toThrow(/^Redis at redis:\/\/127.0.0.1:\d+: OOM .*drain/);
    await client.config("SET", "maxmemory", "0");
    client.disconnect();
    const results = run(2_000);
    results.catch(() => undefined);
    await offered(small.address);
    small.pause();
    await expect(results).rejects.toThrow(/^Redis at redis:.*: it does not answer\. What is done is saved/);
    small.resume();
  });

  test("no Redis, a wrong password, a user without rights, no such database; and no password gets into a job", async () => {
    const bob = ["--user", "bob", "on", ">sesame", "~*", "+@all", "-info"];
    const guarded = await new OwnRedis(["--requirepass", "sesame", ...bob]).start();
    ends.push(() => guarded.remove());
    const address = (user: string, rest = "") => `redis://${user}127.0.0.1:${guarded.port}${rest}`;
    const align = { command: "align", partsFor: freshParts, note: () => undefined } as const;
    const refusal = (queue: string) => throughQueue({ queue, ...align }, async () => undefined);
    await expect(refusal("redis://127.0.0.1:1")).rejects.toThrow(/^No Redis answers at redis:\/\/127.0.0.1:1 /);
    for (const guess of ["", "me:guess@"])
      await expect(refusal(address(guess))).rejects.toThrow(
        `Redis at ${address("")} does not accept this user and password`,
      );
    await expect(refusal(address("bob:sesame@"))).rejects.toThrow("refuses: NOPERM");
    await expect(refusal(address(":sesame@", "/99"))).rejects.toThrow("DB index is out of range");
    aligned(freshParts(), { queue: address(":sesame@") }).catch(() => undefined);
    await offered(address(":sesame@"));
    const raw = new Queue(queueName, { connection: { port: guarded.port, password: "sesame" }, prefix });
    ends.push(() => raw.close());
    const jobs = await raw.getJobs(["waiting"]);
    expect(JSON.stringify(jobs.map(({ data }) => data))).not.toContain("sesame");
    await drainQueue(address(":sesame@"));
    await expect(refusal("http://127.0.0.1")).rejects.toThrow("not the address of a Redis");
  });
});

test("a worker that stops finishes what it has, and takes nothing new", async () => {
  const worker = await queues.worker([corpus]);
  await worker.stop();
  const results = aligned();
  await offered();
  expect((await queueStatus(redis.address)).workers).toEqual([]);
  await queues.worker([corpus]);
  expect(await results).toHaveLength(refs.length);
});
