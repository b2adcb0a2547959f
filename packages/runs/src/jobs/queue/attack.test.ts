import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@plotline/base/testing";
import { openCorpus } from "@plotline/corpus/node";
import { contentOf, copySample } from "@plotline/corpus/testing";
import { type Job, Queue } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, expect, test as testWithoutRedis, vi } from "vitest";
import { alignChapters, type ChapterRef, chapterRefs } from "../../align.ts";
import { type ShardedCommand, shardedCommands } from "../../sharded.ts";
import { inline } from "../executor.ts";
import { Parts } from "../parts.ts";
import { queueSeal, Seal, secretVariable } from "../seal.ts";
import { itemWords } from "../sharded.ts";
import { type QueueMessage, sealed, writeRun } from "./message.ts";
import { prefix, queueName } from "./redis.ts";
import { drainQueue, queueStatus } from "./status.ts";
import { all, QueueOfTests } from "./testing/queue.ts";
import type { WorkerOptions } from "./worker.ts";

/*
 * The attacker of these tests can write whatever they like into the Redis of a queue. They know how plotline works, but
 * not the secret; where they know that too, a worker still does nothing but shards of plotline's own commands, in the
 * folders that it was given.
 */

const { describe, test } = needs("redis");
const secret = "correct horse battery staple";
const seal = new Seal(secret);
const stranger = new Seal("a secret that the attacker made up");
const queues = new QueueOfTests();
const { home, redis, ends } = queues;
const [corpus, parts, outside] = [join(home, "corpus"), join(home, "corpus", "parts"), join(home, "outside")];
/** A module that leaves a trace if anybody loads it. */
const [trace, evil] = [join(home, "trace"), join(corpus, "evil.mjs")];
let [client, queue]: [Redis | undefined, Queue | undefined] = [undefined, undefined];
let refs: ChapterRef[] = [];
let count = 0;

beforeAll(async () => {
  process.env[secretVariable] = secret;
  copySample(corpus);
  copySample(outside);
  writeFileSync(
    evil,
    `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(trace)}, ""); export default { name: "evil", prepare: () => async () => [] };`,
  );
  refs = chapterRefs((await openCorpus(corpus)).works).slice(0, 2);
  client = new Redis({ port: redis.port });
  queue = new Queue(queueName, { connection: client, prefix });
});

afterEach(() => {
  expect(existsSync(trace), "the attacker's module was loaded").toBe(false);
  rmSync(parts, { recursive: true, force: true });
});

afterAll(async () => {
  await queue?.close();
  client?.disconnect();
  delete process.env[secretVariable];
});

async function worker(more: Partial<WorkerOptions> = {}) {
  const [note, done] = [vi.fn(), vi.fn()];
  await queues.worker([corpus], { note, done, ...more });
  return { note, done };
}

const setups: Readonly<Record<ShardedCommand, object>> = {
  align: { folder: corpus, methods: ["TFIDF"], seed: 1 },
  evaluate: { folder: corpus, methods: ["TFIDF"], seed: 1 },
  questions: {
    ...{ folder: corpus, set: "paper-1", alignments: ["TFIDF"], seed: 1, corpusHash: "" },
    ...{ measured: "train", includeRestricted: true },
  },
};

/** A message as a feeder would write it, whose folder of parts is there. */
async function message(command: ShardedCommand = "align", changed: Partial<QueueMessage> = {}): Promise<QueueMessage> {
  const setup = setups[command];
  const tasks = command === "questions" ? ["Forty Guineas"] : refs;
  const items = itemWords(tasks);
  const signature = await shardedCommands[command].signature(setup, items);
  mkdirSync(parts, { recursive: true });
  writeRun(parts, signature);
  return { command, setup, items, tasks, shard: { index: 1, count: 1 }, parts, signature, ...changed };
}

/** Puts a job into the queue, as anybody can who reaches Redis, and waits until a worker has looked at it. */
async function put(data: unknown, id = `job-${count++}`): Promise<Job> {
  await queue!.add("job", data, { jobId: id, attempts: 1 });
  return vi.waitFor(
    async () => {
      expect(["failed", "completed"]).toContain(await queue!.getJobState(id));
      return (await queue!.getJob(id))!;
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** The same, signed by somebody who knows the secret. */
function putSigned(made: QueueMessage, id = `job-${count++}`): Promise<Job> {
  return put(sealed(seal, id, made), id);
}

const partsMade = (folder = parts) => readdirSync(folder).filter((name) => name.endsWith(".part"));

describe("a forged message", () => {
  test("for any command is refused once, and the worker does nothing", async () => {
    const { note, done } = await worker();
    for (const command of Object.keys(shardedCommands) as ShardedCommand[]) {
      const asked = await message(command);
      const real = sealed(seal, "real", asked);
      const forgeries: Record<string, (id: string) => unknown> = {
        "signed by a stranger": (id) => sealed(stranger, id, asked),
        "signed without a secret": (id) => sealed(new Seal(), id, asked),
        "signed for another shard": () => real,
        changed: (id) => ({ ...sealed(seal, id, asked), body: real.body.replace("Forty", "Fifty") }),
        "not signed": () => ({ ...real, seal: "" }),
        "of the last version": () => ({ version: "5/0.1.0", ...asked }),
      };
      for (const [name, forged] of Object.entries(forgeries)) {
        const id = `${command}-${count++}`;
        const { failedReason, attemptsMade } = await put(forged(id), id);
        expect([failedReason, attemptsMade], name).toEqual([
          expect.stringMatching(/^refused by \S+: This (message is not|work is of plotline)/),
          1,
        ]);
      }
    }
    expect(done).not.toHaveBeenCalled();
    expect(partsMade()).toEqual([]);
    expect(note).toHaveBeenCalledWith(expect.stringContaining("not signed with this worker's secret"));
  });

  test("that is no message at all is refused, and no escape sequence reaches the terminal", async () => {
    const { note } = await worker();
    const odd = ["x", 3, null, [], {}, { version: "\u001b]0;owned\u0007/1" }, { version: "3/\u001b[2J" }];
    for (const data of odd) expect((await put(data)).failedReason).toMatch(/^refused by /);
    expect(note.mock.calls.flat().join("")).not.toContain("\u001b");
  });
});

describe("a message that is signed", () => {
  test("is done once: replayed it does nothing, and after its run has ended it is refused", async () => {
    const { done } = await worker();
    const asked = await message();
    const envelope = sealed(seal, "replayed", asked);
    expect((await put(envelope, "replayed")).failedReason).toBeUndefined();
    expect(partsMade()).toEqual(["1-of-1.part"]);
    const written = statSync(join(parts, "1-of-1.part")).mtimeMs;
    await queue!.remove("replayed");
    expect((await put(envelope, "replayed")).failedReason).toBeUndefined();
    expect(statSync(join(parts, "1-of-1.part")).mtimeMs).toBe(written);
    expect(done).toHaveBeenLastCalledWith(0);
    expect((await put(envelope, "under another id")).failedReason).toContain("not signed with this worker's secret");
    for (const ended of [
      () => writeRun(parts, "of another run"),
      () => rmSync(join(parts, "run.json")),
      () => rmSync(parts, { recursive: true }),
    ]) {
      ended();
      await queue!.remove("replayed");
      const { failedReason } = await put(envelope, "replayed");
      expect(failedReason).toMatch(/is not the folder of this run, or the run has ended|was not given the folder/);
    }
    expect(existsSync(parts)).toBe(false);
  });

  test("gets no folder that the worker was not given, by whatever path", async () => {
    await worker();
    const before = contentOf(outside);
    symlinkSync(outside, join(corpus, "link"));
    ends.push(() => rmSync(join(corpus, "link")));
    cpSync(corpus, `${corpus}-next-door`, { recursive: true });
    const paths = [
      outside,
      join(corpus, "link"),
      `${corpus}/../outside`,
      `${corpus}/link/../../outside`,
      `${corpus}-next-door`,
      "../outside",
      "outside",
      ".",
      "",
      "/",
      home,
      "/etc",
      `file://${corpus}`,
      `${corpus}\0`,
      join(corpus, "nothing"),
    ];
    for (const path of paths) {
      const asked = await message();
      for (const changed of [
        { ...asked, setup: { ...setups.align, folder: path } },
        { ...asked, setup: { ...setups.align, encoder: path } },
        { ...asked, parts: path },
      ]) {
        const { failedReason } = await putSigned(changed);
        expect(failedReason ?? "", path).toMatch(/This worker was not given the folder|cannot be understood/);
      }
    }
    expect(partsMade()).toEqual([]);
    expect(contentOf(outside)).toEqual(before);
  });

  test("writes only where a feeder has begun its run, not anywhere else in the folder", async () => {
    await worker();
    for (const place of [corpus, join(corpus, "stories", "Forty Guineas")]) {
      const { failedReason } = await putSigned(await message("align", { parts: place }));
      expect(failedReason).toContain("is not the folder of this run");
      expect(partsMade(place)).toEqual([]);
    }
  });

  test("and names a module, for any command, is refused", async () => {
    await worker();
    for (const path of [evil, "evil.mjs", "./evil.mjs", "../corpus/evil.mjs", `file://${evil}`, "evil.json", "e.ts"])
      for (const command of Object.keys(shardedCommands) as ShardedCommand[]) {
        const setup = JSON.parse(JSON.stringify(setups[command]).replace('"TFIDF"', JSON.stringify(path)));
        const { failedReason } = await putSigned(await message(command, { setup }));
        expect(failedReason, `${command} ${path}`).toContain("is a method of your own");
      }
    for (const name of ["node:fs", "data:text/javascript,0", "../alignments", "__proto__"]) {
      const setup = { ...setups.align, methods: [name] };
      expect((await putSigned(await message("align", { setup }))).failedReason, name).toMatch(/not here|no method/);
    }
    expect(partsMade()).toEqual([]);
  });

  test("but asks for an unknown command, or with settings or items that are none, is refused", async () => {
    await worker();
    for (const command of ["rm", "import", "__proto__", "constructor", "../align", ""])
      expect((await putSigned({ ...(await message()), command })).failedReason).toContain("does not know the work");
    const setup = (changed: object) => ({ setup: { ...setups.align, ...changed } });
    for (const changed of [
      { setup: null },
      setup({ methods: "TFIDF" }),
      setup({ seed: "1" }),
      setup({ density: "nope" }),
      { tasks: [{ work: 1, number: 0 }] },
      { tasks: ["Forty Guineas"] },
      { tasks: [{ ...refs[0], given: [[{ summary: -1, story: 0, confidence: 1 }]] }] },
      { shard: { index: 0, count: 1 } },
    ])
      expect((await putSigned(await message("align", changed))).failedReason).toMatch(
        /not as this plotline knows them|cannot be understood/,
      );
    expect(partsMade()).toEqual([]);
  });

  test("for a corpus, an item or a setting that is not the feeder's does not become a part of its run", async () => {
    await worker();
    const asked = await message();
    for (const setup of [
      { ...setups.align, seed: 2 },
      { ...setups.align, methods: ["BLEU4"] },
    ])
      expect((await putSigned({ ...asked, setup })).failedReason).toContain("What the feeder sees is not here");
    const tasks = [{ work: "Nowhere", number: 3 }];
    expect((await putSigned({ ...asked, tasks })).failedReason).toContain("Nowhere");
    expect(partsMade()).toEqual([]);
  });
});

test("a forged, swapped or damaged part is not used: the shard is done again", async () => {
  const job = alignChapters({ folder: corpus, methods: ["TFIDF"], seed: 1 });
  const results = queues.results(parts, job, refs);
  await vi.waitFor(async () => expect((await queueStatus(redis.address)).waiting).toBe(2), 20_000);
  const signature = await shardedCommands.align.signature(job.setup, itemWords(refs));
  const lie = [{ work: refs[0]!.work, number: refs[0]!.number, points: 1, alignments: [] }];
  new Parts(parts, signature, stranger).write({ index: 1, count: 2 }, lie);
  new Parts(parts, signature, seal).write({ index: 2, count: 3 }, lie);
  cpSync(join(parts, "2-of-3.part"), join(parts, "2-of-2.part"));
  await worker();
  expect(await results).toEqual(await all(inline.run(job, refs)));
});

describe("garbage in Redis ends in a sentence:", () => {
  const align = alignChapters({ folder: corpus, methods: ["TFIDF"], seed: 1 });
  const runAlign = () => queues.results(parts, align, refs, { patience: 1_000 });

  test("where the queue keeps its lists, and draining helps", async () => {
    for (const name of ["wait", "active", "meta", "delayed", "failed"]) {
      await client!.set(`${prefix}:${queueName}:${name}`, "garbage");
      await expect(runAlign(), name).rejects.toThrow(/WRONGTYPE.*drain" empties the queue/);
      await drainQueue(redis.address);
      expect(await queueStatus(redis.address)).toMatchObject({ waiting: 0, failed: [] });
    }
    await worker();
    expect(await runAlign()).toHaveLength(2);
  });

  test("where a job should be, next to which the others are done", async () => {
    await worker();
    for (const k of [0, 1, 2]) {
      await client!.hset(`${prefix}:${queueName}:bad-${k}`, {
        ...{ name: "x", data: "{garbage", opts: "{}", timestamp: "1" },
      });
      await client!.lpush(`${prefix}:${queueName}:wait`, `bad-${k}`);
    }
    expect(await runAlign()).toHaveLength(2);
  });
});

testWithoutRedis("without a secret only a Redis of this machine is used, with a warning", () => {
  const note = vi.fn();
  const address = (host: string) => ({ host, shown: `redis://${host}` });
  for (const host of ["10.0.0.5", "redis.example.org", "::2", "127.0.0.1.example.org", "0.0.0.0"])
    expect(() => queueSeal(address(host), note, {}), host).toThrow("need a secret that they share");
  expect(note).not.toHaveBeenCalled();
  for (const host of ["localhost", "127.0.0.1", "127.8.9.1", "::1"])
    expect(queueSeal(address(host), note, {}).secret, host).toBe(undefined);
  expect(note).toHaveBeenCalledWith(expect.stringMatching(/^there is no secret for the queue/));
  const env = { PLOTLINE_QUEUE_SECRET: "sixteen letters or more" };
  expect(queueSeal(address("10.0.0.5"), note, env).secret).toBe("sixteen letters or more");
  expect(() => queueSeal(address("10.0.0.5"), note, { PLOTLINE_QUEUE_SECRET: "short" })).toThrow("at least 16");
});
