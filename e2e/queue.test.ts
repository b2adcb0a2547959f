import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { writeTinyBert } from "../src/encoder/testing/tiny-bert.ts";
import { OwnRedis } from "../src/jobs/queue/testing/redis.ts";
import { needs } from "../src/testing/needs.ts";
import { portToKeep } from "../src/testing/ports.ts";
import { plotline as inOwnProcess, plotlineHere as plotline, Scratch } from "./testing/plotline.ts";
import { Running } from "./testing/processes.ts";
import { writeSmallCorpus } from "./testing/small-corpus.ts";

// Many processes take turns: on a machine that is busy with other things that takes a while.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

const { describe, test } = needs("redis");
const scratch = new Scratch();
const redis = new OwnRedis();
const running: Running[] = [];

beforeAll(async () => {
  await redis.start();
});

afterEach(async () => {
  for (const each of running.splice(0)) if (each.isRunning) await each.end("SIGKILL");
});

afterAll(async () => {
  await redis.remove();
  scratch.remove();
});

/** Starts a command that the end of its test ends, too. */
function ran(env: NodeJS.ProcessEnv, ...args: string[]): Running {
  const made = new Running(args, env);
  running.push(made);
  return made;
}

function start(...args: string[]): Running {
  return ran({ PLOTLINE_QUEUE: redis.address }, ...args);
}

async function startWorker(...args: string[]): Promise<Running> {
  return start("worker", "--cache", scratch.path("cache"), ...args).says("takes work");
}

function filesUnder(folder: string): Record<string, string> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const isWhole = (name: string) => /\w\.\w+$/.test(name) && !name.endsWith(".partial");
  const files = names.filter(isWhole).sort();
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

describe("the same files as without a queue", () => {
  const [here, there] = [scratch.sample("here/sample"), scratch.sample("there/sample")];

  test("align and tasks to the byte, evaluate to the digit, a model from the feeder", async () => {
    const encoder = scratch.path("tiny");
    writeTinyBert(encoder);
    const worker = await startWorker();
    const work = ["--work", "Forty Guineas"];
    const methods = [
      "--method",
      "Chronological-TFIDF",
      "Posterior-BM25",
      "Random-5",
      "BERT",
      "--encoder",
      encoder,
      ...work,
    ];
    const queue = ["--queue", redis.address];
    expect((await plotline("align", here, ...methods)).code).toBe(0);
    expect((await plotline("align", there, ...methods, ...queue)).code).toBe(0);
    expect(filesUnder(join(there, "alignments"))).toEqual(filesUnder(join(here, "alignments")));

    const scores = (...more: string[]) => plotline("evaluate", here, "--json", "--no-save", ...methods, ...more);
    expect((await scores(...queue)).out).toBe((await scores()).out);

    const tasks = [...work, "--alignment", "TFIDF", "gold", "--quiet", "--out"];
    await plotline("tasks", here, ...tasks, scratch.path("here/tasks"));
    await plotline("tasks", there, ...tasks, scratch.path("there/tasks"), ...queue);
    expect(filesUnder(scratch.path("there/tasks"))).toEqual(filesUnder(scratch.path("here/tasks")));

    const encode = ["encode", there, "--encoder", encoder, ...work];
    expect((await plotline(...encode, ...queue)).out).toMatch(/\d{3} different paragraphs/);
    expect((await plotline(...encode)).out).toContain(" 0 of them encoded now");
    expect((await plotline("align", there, "--method", "BERT", "--encoder", encoder, ...work)).code).toBe(0);
    expect(filesUnder(join(there, "alignments"))).toEqual(filesUnder(join(here, "alignments")));
    const { code, err } = await worker.end("SIGTERM");
    expect([code, err]).toEqual([0, expect.stringContaining("stopping")]);
  });
});

describe("trainings are whole on one worker", () => {
  const corpus = scratch.path("trainings");
  beforeAll(() => writeSmallCorpus(corpus));
  const small = ["--hidden", "8", "--embedding", "8"];

  test("a reader and a learned alignment come back as if they had been made here", async () => {
    await startWorker("--concurrency", "1", "--threads", "1");
    const train = ["train", "cloze", corpus, "--alignment", "TFIDF", "--epochs", "1", ...small, "--out"];
    const learn = ["learn", corpus, "--rounds", "1", ...small, "--out"];
    const write = ["train", "completion", corpus, "--alignment", "TFIDF", "--epochs", "1", "--tied", ...small, "--out"];
    for (const [words, name, file] of [
      [train, "reader", "best.safetensors"],
      [write, "decoder", "best.safetensors"],
      [learn, "learned", "last.safetensors"],
    ] as const) {
      const [here, there] = [scratch.path(`${name}-here`), scratch.path(`${name}-there`)];
      expect((await plotline(...words, here, "--threads", "1")).err).not.toContain("plotline:");
      const trained = await plotline(...words, there, "--queue", redis.address);
      expect(trained.code, trained.err).toBe(0);
      expect(readFileSync(join(there, file)).equals(readFileSync(join(here, file)))).toBe(true);
      const again = await plotline(...words, there, "--queue", redis.address);
      expect([again.code, again.err]).toEqual([2, expect.stringContaining("exists already")]);
    }
  });

  test("a table has the same numbers", async () => {
    await startWorker("--concurrency", "1", "--threads", "1");
    const words = ["--quick", "--method", "TFIDF", "--task", "completion", "--json", "--quiet"];
    const other = scratch.path("trainings-too");
    cpSync(corpus, other, { recursive: true });
    const tables = [
      inOwnProcess("table", corpus, ...words, "--threads", "1"),
      inOwnProcess("table", other, ...words, "--queue", redis.address),
    ];
    const [here, there] = tables.map(({ out }) => out.replaceAll(/"seconds": [\d.]+/g, ""));
    expect(there).toBe(here);
    expect(here).toContain("accuracy");
  });
});

describe("rediss://", () => {
  const [key, certificate] = [scratch.path("key.pem"), scratch.path("certificate.pem")];
  const secret = "open-sesame";
  const { test } = needs("openssl");

  /** The arguments of a Redis that takes encrypted connections of one user only. */
  function tlsSettings(port: number): string[] {
    execFileSync(
      "openssl",
      [
        ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=plotline"],
        ...["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
      ],
      { stdio: "ignore" },
    );
    const tls = ["--tls-port", `${port}`, "--tls-cert-file", certificate, "--tls-key-file", key];
    const user = ["--user", "ada", "on", `>${secret}`, "~{plotline}:*", "&*", "+@all", "-@dangerous", "+info"];
    return [...tls, "--tls-auth-clients", "no", "--appendonly", "yes", "--user", "default", "off", ...user];
  }

  test("a private certificate, a user and a password from the environment, which is never printed", async (at) => {
    const port = await portToKeep();
    const guarded = new OwnRedis(tlsSettings(port));
    const started = await guarded.start().catch(() => undefined);
    if (started === undefined) return at.skip("this redis-server was built without TLS");
    const queue = { PLOTLINE_QUEUE: `rediss://127.0.0.1:${port}`, PLOTLINE_REDIS_USER: "ada" };
    const trusting = { ...queue, NODE_EXTRA_CA_CERTS: certificate, PLOTLINE_REDIS_PASSWORD: secret };
    try {
      const stranger = await ran({ ...trusting, NODE_EXTRA_CA_CERTS: "" }, "queue", "status").ended();
      expect([stranger.code, stranger.err]).toEqual([2, expect.stringContaining("NODE_EXTRA_CA_CERTS")]);
      const guess = await ran({ ...trusting, PLOTLINE_REDIS_PASSWORD: "guess" }, "queue", "status").ended();
      expect([guess.code, guess.err]).toEqual([2, expect.stringContaining("does not accept this user and password")]);

      const worker = await ran(trusting, "worker", "--cache", scratch.path("cache")).says("takes work");
      const [here, there] = [scratch.sample("tls-here"), scratch.sample("tls-there")];
      const words = ["--method", "TFIDF", "--work", "Forty Guineas"];
      await plotline("align", here, ...words);
      const aligned = await ran(trusting, "align", there, ...words).ended();
      expect([aligned.code, aligned.err]).toEqual([0, expect.not.stringContaining("plotline:")]);
      expect(filesUnder(join(there, "alignments"))).toEqual(filesUnder(join(here, "alignments")));
      const status = await ran(trusting, "queue", "status").ended();
      expect(status.out).toContain(`rediss://127.0.0.1:${port}: 0 waiting`);
      for (const { out, err } of [stranger, guess, aligned, status, await worker.end("SIGTERM")])
        expect(out + err).not.toContain(secret);
    } finally {
      await guarded.remove();
    }
  });
});

describe("a feeder that was killed while only it had the model", () => {
  const withSecret = (secret: string, ...args: string[]) =>
    ran({ PLOTLINE_QUEUE: redis.address, PLOTLINE_QUEUE_SECRET: secret }, ...args);
  const shared = (...args: string[]) => withSecret("known to feeder and workers", ...args);
  const encoder = scratch.path("killed-model");
  const words = ["--method", "BERT", "--encoder", encoder, "--work", "Forty Guineas"];

  async function until(holds: (status: { waiting: number; failed: unknown[] }) => boolean): Promise<void> {
    const status = async () => (await plotline("queue", "status", "--json", "--queue", redis.address)).out;
    while (!holds(JSON.parse(await status()))) await sleep(100);
  }

  test("is started again and serves it at another port, whatever its old messages say", async () => {
    writeTinyBert(encoder);
    const [here, there] = [scratch.sample("killed-here"), scratch.sample("killed-there")];
    await plotline("align", here, ...words);
    const killed = shared("align", there, ...words);
    await until(({ waiting }) => waiting > 0);
    await killed.end("SIGKILL");
    const worker = await shared("worker", "--cache", scratch.path("killed-cache")).says("takes work");
    await until(({ waiting, failed }) => waiting === 0 && failed.length > 0);
    const again = await shared("align", there, ...words).ended();
    expect([again.code, again.err]).toEqual([0, expect.not.stringContaining("plotline:")]);
    expect(filesUnder(join(there, "alignments"))).toEqual(filesUnder(join(here, "alignments")));
    expect((await worker.end("SIGTERM")).err).toContain("does not answer (ECONNREFUSED)");
  });

  test("and one without the secret gets nothing done, in a sentence", async () => {
    await shared("worker", "--cache", scratch.path("killed-cache")).says("takes work");
    const stranger = withSecret("known to the feeder alone", "align", scratch.sample("no-secret"), "--method", "TFIDF");
    const { code, err } = await stranger.ended();
    expect([code, err]).toEqual([2, expect.stringMatching(/plotline: No worker can do this\. .* not signed with/)]);
  });
});

test("a worker whose Redis is gone still stops when asked to", async () => {
  const gone = await new OwnRedis([]).start();
  const words = ["worker", "--grace", "0", "--cache", scratch.path("cache"), "--queue", gone.address];
  const worker = await ran({}, ...words).says("takes work");
  await gone.remove();
  expect((await worker.end("SIGTERM")).code).toBe(0);
});

/** Enough work that something can happen in the middle of it. */
const slow = ["--method", "BLEU4", "plotline"];

describe("whatever dies in the middle, the result is that of a run without a queue", () => {
  const quiet = scratch.sample("quiet");
  let [corpora, links] = [0, ""];

  beforeAll(async () => {
    twice(quiet);
    links = linksIn((await plotline("align", quiet, ...slow)).out);
  });

  function linksIn(out: string): string {
    return (out.match(/\d+ links in \d+ chapters/g) ?? []).join("; ");
  }

  /** Under other titles the same chapters are other work. */
  function twice(corpus: string): void {
    for (const section of ["stories", "summaries"])
      for (const title of readdirSync(join(corpus, section)))
        cpSync(join(corpus, section, title), join(corpus, section, `${title} again`), { recursive: true });
  }

  function corpus(): string {
    const made = scratch.sample(`chaos-${corpora++}`);
    twice(made);
    return made;
  }

  /** Waits until some of the run is done, and not all of it. */
  async function inTheMiddle(folder: string, feeder: Running): Promise<void> {
    while (Object.keys(filesUnder(join(folder, ".cache", "queue"))).length < 3) {
      if (!feeder.isRunning) throw new Error(`it ended before anything could happen: ${feeder.err}`);
      await sleep(20);
    }
  }

  async function expectWhole(folder: string, feeder: Running): Promise<void> {
    const { code, out, err } = await feeder.ended();
    expect([code, linksIn(out)], err).toEqual([0, links]);
    expect(err).not.toMatch(/\n\s+at /);
    expect(filesUnder(join(folder, "alignments"))).toEqual(filesUnder(join(quiet, "alignments")));
    expect(filesUnder(join(folder, ".cache", "queue"))).toEqual({});
  }

  test("kill -9 a worker", async () => {
    const folder = corpus();
    const [doomed] = [await startWorker("--concurrency", "2"), await startWorker("--concurrency", "1")];
    const feeder = start("align", folder, ...slow);
    await inTheMiddle(folder, feeder);
    await doomed.end("SIGKILL");
    await expectWhole(folder, feeder);
  });

  test("kill -9 Redis and start it again", async () => {
    const folder = corpus();
    const worker = await startWorker();
    const feeder = start("align", folder, ...slow);
    await inTheMiddle(folder, feeder);
    await redis.kill();
    await sleep(500);
    await redis.start();
    await expectWhole(folder, feeder);
    expect(worker.isRunning).toBe(true);
  });

  test("cut the feeder off and start it again: only what is missing is done", async () => {
    const folder = corpus();
    const worker = await startWorker();
    const cut = start("align", folder, ...slow);
    await inTheMiddle(folder, cut);
    await cut.end("SIGKILL");
    await expectWhole(folder, start("align", folder, ...slow));
    const [, done] = /(\d+) done\.\s*$/.exec((await worker.end("SIGTERM")).err) ?? [];
    // A worker that the machine starved for half a minute is taken for dead, and one of its batches done again.
    expect(Number(done)).toBeGreaterThanOrEqual(34);
    expect(Number(done)).toBeLessThan(2 * 34);
  });

  test("SIGTERM: a worker that has no time to finish hands its work back", async () => {
    const folder = corpus();
    const leaving = await startWorker("--grace", "0");
    const feeder = start("align", folder, ...slow);
    await inTheMiddle(folder, feeder);
    expect((await leaving.end("SIGTERM")).code).toBe(0);
    await startWorker();
    await expectWhole(folder, feeder);
  });
});
