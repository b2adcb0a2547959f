import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { type Job, Queue } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { openCorpus } from "../../corpus/open.ts";
import { folderOfFile, sample } from "../../corpus/testing/folder.ts";
import { writeTinyBert } from "../../encoder/testing/tiny-bert.ts";
import { alignChapters, chapterRefs } from "../../runs/align.ts";
import { kinds } from "../../runs/kinds.ts";
import { clozeDefaults, completionDefaults } from "../../tasks/options.ts";
import { needs } from "../../testing/needs.ts";
import { inline } from "../executor.ts";
import { resultKey } from "./batch-queue.ts";
import { openResult, packTasks, type QueueMessage, sealed, sealedResult } from "./message.ts";
import { Offer } from "./offer.ts";
import { packOutcomes } from "./outcomes.ts";
import { prefix, queueName } from "./redis.ts";
import { Seal, sealFor } from "./seal.ts";
import { drainQueue, queueStatus } from "./status.ts";
import { all, QueueOfTests } from "./testing/queue.ts";
import type { WorkerOptions } from "./worker.ts";

/*
 * The attacker of these tests can write whatever they like into the Redis of a queue. They know how plotline works, but
 * not the secret; where they know that too, a worker still does nothing but what plotline can do.
 */

const { describe, test } = needs("redis");
const folder = folderOfFile();
const secret = join(folder, "secret");
const seal = new Seal("correct horse battery staple");
const stranger = new Seal("a secret that the attacker made up");
const queues = new QueueOfTests({ secretFile: secret });
const { home, redis, ends } = queues;
let count = 0;
let client: Redis;
let queue: Queue;

/** A module that leaves a trace if anybody loads it. */
const trace = join(home, "trace");
const evil = join(home, "evil.mjs");

beforeAll(() => {
  writeFileSync(secret, "correct horse battery staple\n", { mode: 0o600 });
  writeFileSync(
    evil,
    `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(trace)}, ""); export default { name: "evil", prepare: () => async () => [] };`,
  );
  client = new Redis({ port: redis.port });
  queue = new Queue(queueName, { connection: client, prefix });
});

afterEach(() => {
  expect(existsSync(trace), "the attacker's module was loaded").toBe(false);
});

afterAll(async () => {
  await queue?.close();
  client?.disconnect();
});

async function worker(more: Partial<WorkerOptions> = {}) {
  const [note, done] = [vi.fn(), vi.fn()];
  await queues.worker({ note, done, ...more });
  return { note, done };
}

const aligning = alignChapters({ folder: sample, methods: ["TFIDF"], seed: 1 });
const someRefs = async (number: number) => chapterRefs((await openCorpus(sample)).works).slice(0, number);

/** What every kind of work is asked to do, with a method that is a path to the attacker's module. */
const rules = {
  seed: 1,
  cloze: clozeDefaults,
  completion: completionDefaults,
  corpusHash: "",
  includeRestricted: true,
};
const chapter = { work: "w", number: 0, summary: ["A man walks."], story: ["A man walked.", "He fell."] };
const work = {
  ...{ title: "w", folder: "w", split: "train", story: {}, summary: {} },
  ...{ chapters: [0], summarised: [0], annotated: [] },
};
const model = { embedding: 4, hidden: 4, longestParagraph: 20, longestBullet: 20 };
const train = {
  ...{ learningRate: 0.1, margin: 1, candidates: "story", chapters: 1, questions: 1, tokens: 100 },
  ...{ epochs: 1, patience: 1, heldBack: 0.1, clip: 1 },
};
const training = { task: "cloze", alignment: evil, seed: 1, fold: "f", corpus: "a", train: [], asked: [] };
const asked: Readonly<Record<string, { readonly setup: unknown; readonly task: unknown }>> = {
  align: { setup: { methods: [evil], seed: 1 }, task: chapter },
  score: { setup: { methods: [evil], seed: 1 }, task: { ...chapter, gold: [] } },
  tasks: {
    setup: { ...rules, alignments: [evil], stored: [] },
    task: { work, chapters: [chapter], stored: {} },
  },
  encode: { setup: {}, task: { texts: ["A man walks."] } },
  run: { setup: {}, task: { what: "train", task: "cloze", alignment: evil, model, train: { ...train, seed: 1 } } },
  reader: {
    setup: { name: "quick", model, train, folds: 2 },
    task: training,
  },
};

function message(kind: string, more: Partial<QueueMessage> = {}): QueueMessage {
  const { setup, task } = (Object.hasOwn(asked, kind) && asked[kind]) || { setup: {}, task: {} };
  return { kind, run: "run", setup, folders: {}, at: [], tasks: packTasks([JSON.stringify(task)]), ...more };
}

/** Puts a job into the queue, as anybody can who reaches Redis, and waits until a worker has looked at it. */
async function put(id: string, data: unknown): Promise<Job> {
  await queue.add("job", data, { jobId: id, attempts: 1 });
  return vi.waitFor(
    async () => {
      expect(["failed", "completed"]).toContain(await queue.getJobState(id));
      return (await queue.getJob(id))!;
    },
    { timeout: 60_000, interval: 20 },
  );
}

describe("a forged message", () => {
  test("of any kind of work is refused once, and the worker does nothing", async () => {
    expect(Object.keys(asked).sort()).toEqual(Object.keys(kinds).sort());
    const { note, done } = await worker();
    for (const kind of Object.keys(kinds)) {
      const real = sealed(seal, `${kind}-real`, message(kind));
      const forgeries: Record<string, unknown> = {
        "signed by a stranger": sealed(stranger, `${kind}-0`, message(kind)),
        "signed without a secret": sealed(new Seal(), `${kind}-1`, message(kind)),
        "signed for another batch": real,
        changed: { ...real, body: real.body.replace('"run"', '"other"') },
        "not signed": { ...real, seal: "" },
        "of the last version": { version: "2/0.1.0", ...message(kind) },
      };
      for (const [k, data] of Object.values(forgeries).entries()) {
        const { failedReason, attemptsMade } = await put(`${kind}-${k}`, data);
        expect([failedReason, attemptsMade], Object.keys(forgeries)[k]).toEqual([
          expect.stringMatching(/^refused by \S+: This (message is not|work is of plotline)/),
          1,
        ]);
      }
    }
    expect(done).not.toHaveBeenCalled();
    expect(note).toHaveBeenCalledWith(expect.stringContaining("not signed with this worker's secret"));
    expect(await client.keys(`${prefix}:result:*`)).toEqual([]);
  }, 60_000);

  test("that is no message at all is refused, and no escape sequence reaches the terminal", async () => {
    const { note } = await worker();
    const odd = ["x", 3, null, [], {}, { version: "\u001b]0;owned\u0007/1" }, { version: "3/\u001b[2J" }];
    for (const [k, data] of odd.entries()) {
      const job = await put(`odd-${k}`, data);
      expect(job.failedReason).toMatch(/^refused by /);
    }
    expect(note.mock.calls.flat().join("")).not.toContain("\u001b");
  });

  test("leads a worker without a secret to no other machine, and there is none beyond this machine", async () => {
    const { note } = await worker({ secretFile: undefined });
    const folders = { encoder: { name: "m", hash: "0".repeat(64), size: 10 } };
    const at = ["http://192.0.2.1:80"];
    const { failedReason } = await put("far", sealed(new Seal(), "far", message("encode", { folders, at })));
    expect(failedReason).toContain("files are fetched from this machine only");
    expect(note).toHaveBeenCalledWith(expect.stringMatching(/^there is no secret for the queue/));
    const silent = { note: () => undefined };
    const address = (host: string) => ({ host, shown: `redis://${host}` });
    for (const host of ["10.0.0.5", "redis.example.org", "::2", "127.0.0.1.example.org", "0.0.0.0"])
      expect(() => sealFor(address(host), silent, {}), host).toThrow("need a secret that they share");
    for (const host of ["localhost", "127.0.0.1", "127.8.9.1", "::1"])
      expect(sealFor(address(host), silent, {}).isSecret, host).toBe(false);
    const env = { PLOTLINE_QUEUE_SECRET: "sixteen letters or more" };
    expect(sealFor(address("10.0.0.5"), silent, env).isSecret).toBe(true);
    expect(() => sealFor(address("10.0.0.5"), silent, { PLOTLINE_QUEUE_SECRET: "short" })).toThrow("at least 16");
  });
});

describe("a message that is signed", () => {
  /** A corpus that holds the attacker's module too, under every name that might be looked at. */
  async function poisoned() {
    const folder = join(home, `poisoned-${count++}`);
    for (const place of ["stories/w", "summaries/w", "alignments"]) mkdirSync(join(folder, place), { recursive: true });
    for (const k of [0, 1, 2]) {
      writeFileSync(join(folder, "stories/w", `${k}.txt.utf8`), "Ada walked.\n\nBen fell down.\n");
      writeFileSync(join(folder, "summaries/w", `${k}.txt.utf8`), "Ada walks.\n\nBen falls.\n");
    }
    for (const name of ["evil.mjs", "alignments/evil.mjs"])
      writeFileSync(join(folder, name), `import "node:fs"; ${"globalThis.owned = true;"}`);
    const offer = new Offer({}, seal);
    ends.push(() => offer.close());
    return { folders: { corpus: await offer.add({ path: folder }) }, at: offer.at };
  }

  test("and names a module, in any kind of work, is refused", async () => {
    await worker();
    const { folders, at } = await poisoned();
    const paths = [
      evil,
      "evil.mjs",
      "./evil.mjs",
      "../../evil.mjs",
      `file://${evil}`,
      "node:fs",
      "data:text/javascript,0",
    ];
    for (const path of paths)
      for (const kind of ["align", "score", "tasks", "run", "reader"]) {
        const { setup, task } = JSON.parse(
          JSON.stringify(asked[kind]).replaceAll(JSON.stringify(evil), JSON.stringify(path)),
        );
        const id = `${kind}-${count++}`;
        const made = { ...message(kind, { folders, at }), setup, tasks: packTasks([JSON.stringify(task)]) };
        const { failedReason } = await put(id, sealed(seal, id, made));
        expect(failedReason ?? "", `${kind} ${path}`).toMatch(/There is no method ".*"; there are /);
      }
    expect("owned" in globalThis).toBe(false);
  }, 120_000);

  test("but comes without its folder does not get the one that the worker was started in", async () => {
    await worker();
    for (const [kind, what] of [
      ["encode", "encoder"],
      ["run", "corpus"],
      ["reader", "corpus"],
    ] as const) {
      const { failedReason } = await put(kind, sealed(seal, kind, message(kind)));
      expect(failedReason).toMatch(new RegExp(`This work came without its ${what}\\.$`));
    }
    for (const kind of ["learn", "__proto__", "constructor", "../align/external"])
      expect((await put(kind, sealed(seal, kind, message(kind)))).failedReason).toContain("knows no work called");
  });

  test("gets nothing but the files that were signed, and no more of them than were", async () => {
    await worker();
    const encoder = join(home, "tiny");
    writeTinyBert(encoder);
    const offer = new Offer({}, seal);
    ends.push(() => offer.close());
    const bundle = await offer.add({ path: encoder });
    const asked: string[] = [];
    const liar = createServer(({ url }, response) => {
      asked.push(url ?? "");
      if (url === `/${bundle.hash}`) response.writeHead(302, { location: offer.at[0] }).end();
      else response.end("x".repeat(1_000_000));
    }).listen(0, "127.0.0.1");
    ends.push(() => liar.close());
    await vi.waitFor(() => expect(liar.address()).not.toBeNull());
    const at = [`http://127.0.0.1:${(liar.address() as { port: number }).port}`];
    const { failedReason } = await put(
      "liar",
      sealed(seal, "liar", message("encode", { folders: { encoder: bundle }, at })),
    );
    expect(failedReason).toContain('This worker does not have "tiny"');
    expect(asked).toEqual([`/${bundle.hash}`]);
    const honest = sealed(seal, "honest", message("encode", { folders: { encoder: bundle }, at: offer.at }));
    expect((await put("honest", honest)).failedReason).toBeUndefined();
    const result = await client.getBuffer(resultKey("honest"));
    expect(openResult(seal, "honest", { kind: "encode", run: "run" }, result!)).toBeDefined();
  });
});

describe("a forged result", () => {
  test("is not used, whatever it is; the batch is done", async () => {
    const refs = await someRefs(3);
    const note = vi.fn();
    const { executor } = await queues.open({ note });
    const results = all(executor.run(aligning, refs));
    results.catch(() => undefined);
    const ids = await vi.waitFor(async () => {
      const found = (await queue.getJobs(["waiting"])).map(({ id }) => id ?? "");
      expect(found.length).toBeGreaterThan(0);
      return found;
    }, 20_000);
    const lie = packOutcomes([{ result: { bullets: 1, alignments: [] } }]);
    const run = ids[0]!.split("-")[0]!;
    const of = { kind: "align", run };
    const forgeries = [
      Buffer.from("garbage"),
      lie,
      sealedResult(stranger, ids[0]!, of, lie),
      sealedResult(seal, "another-batch", of, lie),
      sealedResult(seal, ids[0]!, { ...of, run: "another run" }, lie),
      sealedResult(seal, ids[0]!, { ...of, kind: "score" }, lie),
    ];
    for (const [k, forgery] of forgeries.slice(0, 3).entries()) {
      await client.set(resultKey(ids[0]!), forgery);
      await vi.waitFor(async () => expect(await client.exists(resultKey(ids[0]!)), `forgery ${k}`).toBe(0), 20_000);
    }
    for (const forgery of forgeries) expect(openResult(seal, ids[0]!, of, forgery)).toBeUndefined();
    await client.xadd(`${prefix}:${queueName}:events`, "*", "event", "failed", "jobId", ids[0]!, "failedReason", "no");
    await client.xadd(`${prefix}:${queueName}:events`, "*", "event", "completed", "jobId", ids[0]!, "returnvalue", "1");
    await worker();
    expect(await results).toEqual(await all(inline.run(aligning, refs)));
    expect(executor.aside).toEqual([]);
    expect(note).toHaveBeenCalledWith(expect.stringContaining("is not signed with the secret of this queue"));
  }, 60_000);

  test("that comes again and again ends in a sentence", async () => {
    const { executor } = await queues.open();
    const results = all(executor.run(aligning, await someRefs(1)));
    results.catch(() => undefined);
    const timer = setInterval(async () => {
      for (const { id } of await queue.getJobs(["waiting"])) await client.set(resultKey(id ?? ""), "lies");
    }, 100);
    ends.push(() => clearInterval(timer));
    await expect(results).rejects.toThrow(/^Redis at redis:.* repeatedly returns results that are not signed/);
  }, 60_000);
});

describe("garbage in Redis ends in a sentence:", () => {
  const run = async () => {
    const { executor } = await queues.open({ home: join(home, "garbage") });
    return all(executor.run(aligning, await someRefs(2)));
  };

  /** What holds the place of the feeder that runs now. */
  async function leaseKey(): Promise<string> {
    return vi.waitFor(async () => {
      const [key] = await client.keys(`${prefix}:feeder:*`);
      expect(key).toBeDefined();
      return key!;
    }, 20_000);
  }

  test("where a run's feeder is named", async () => {
    const place = join(home, "lease");
    const refs = await someRefs(2);
    const first = await queues.open({ home: place });
    const begun = all(first.executor.run(aligning, refs));
    begun.catch(() => undefined);
    const key = await leaseKey();
    await client.set(key, "garbage");
    await expect(begun).rejects.toThrow("but plotline did not write it");
    const again = await queues.open({ home: place });
    for (const garbage of ["garbage", "{}", "null", '{"token":1}']) {
      await client.set(key, garbage);
      await expect(all(again.executor.run(aligning, refs)), garbage).rejects.toThrow("but plotline did not write it");
    }
    await client.del(key);
    await client.sadd(key, "garbage");
    await expect(all(again.executor.run(aligning, refs))).rejects.toThrow("that plotline did not put there");
    const own = { token: "t", host: "elsewhere\u001b[2J", pid: 1, since: new Date().toISOString() };
    await client.set(key, JSON.stringify(own));
    await expect(all(again.executor.run(aligning, refs))).rejects.toThrow(
      /^Another plotline \(process 1 on elsewhere \[2J,/,
    );
    await drainQueue(redis.address);
    await worker();
    expect((await all(again.executor.run(aligning, refs))).length).toBe(2);
  }, 60_000);

  test("where the queue keeps its lists, and draining helps", async () => {
    for (const name of ["wait", "active", "meta", "delayed", "failed"]) {
      await client.set(`${prefix}:${queueName}:${name}`, "garbage");
      await expect(run(), name).rejects.toThrow("that plotline did not put there");
      await drainQueue(redis.address);
      expect(await queueStatus(redis.address)).toMatchObject({ waiting: 0, failed: [] });
    }
    await worker();
    expect((await run()).length).toBe(2);
  }, 120_000);

  test("where a job should be, next to which the others are done", async () => {
    await worker();
    for (const k of [0, 1, 2]) {
      await client.hset(`${prefix}:${queueName}:bad-${k}`, { name: "x", data: "{garbage", opts: "{}", timestamp: "1" });
      await client.lpush(`${prefix}:${queueName}:wait`, `bad-${k}`);
    }
    expect((await run()).length).toBe(2);
  }, 120_000);
});
