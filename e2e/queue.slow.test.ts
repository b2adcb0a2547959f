import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { random } from "@plotline/base";
import { needs, portToKeep } from "@plotline/base/testing";
import { OwnRedis } from "@plotline/runs/testing";
import { expect, vi } from "vitest";
import { plotlineHere as plotline } from "./testing/plotline.ts";
import type { Running } from "./testing/processes.ts";
import { alignments, inTheMiddle, partsIn, QueueOfProcesses, repeated, slowAlign } from "./testing/queue.ts";

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 1_200_000 });

const { describe, test } = needs("redis");
const queue = new QueueOfProcesses();
const { scratch, redis } = queue;

describe("thirty kills", () => {
  const kills = { worker: 0, feeder: 0, Redis: 0 };
  const count = () => kills.worker + kills.feeder + kills.Redis;
  const draw = random("kills", 1);

  /** Kills something, and starts it again as a batch system or a user would. */
  async function killOne(corpus: string, workers: Running[], feeder: Running): Promise<Running> {
    const chosen = draw();
    if (chosen < 0.6) {
      kills.worker++;
      await workers.shift()!.end("SIGKILL");
      workers.push(await queue.worker(corpus));
      return feeder;
    }
    if (chosen < 0.8) {
      kills.feeder++;
      await feeder.end("SIGKILL");
      return queue.start(slowAlign(corpus));
    }
    kills.Redis++;
    await redis.kill();
    await sleep(200);
    await redis.start();
    return feeder;
  }

  test("of workers, feeders and Redis: every run ends, and its files are those of one run to the byte", async () => {
    const one = repeated(scratch.sample("one"), 5);
    await plotline(...slowAlign(one));
    for (let run = 0; count() < 30; run++) {
      const corpus = repeated(scratch.sample(`run-${run}`), 5);
      const workers = [await queue.worker(corpus), await queue.worker(corpus)];
      let feeder = queue.start(slowAlign(corpus));
      while (count() < 30 && feeder.isRunning) {
        await Promise.race([sleep(500 + 1_500 * draw()), feeder.ended()]);
        if (feeder.isRunning) feeder = await killOne(corpus, workers, feeder);
      }
      const { code, err } = await feeder.ended();
      expect(code, err).toBe(0);
      expect(err).not.toMatch(/\n\s+at /);
      expect(alignments(corpus)).toEqual(alignments(one));
      expect(partsIn(corpus)).toBe(0);
      for (const worker of workers) expect((await worker.end("SIGTERM")).code).toBe(0);
    }
    console.log(`${kills.worker} workers, ${kills.feeder} feeders, ${kills.Redis} times Redis`);
  });
});

test("SIGTERM: what a worker has no time to finish is done by another", async () => {
  const [one, corpus] = [scratch.sample("not-left"), scratch.sample("left")];
  await plotline(...slowAlign(one));
  const leaving = await queue.worker(corpus, ["--grace", "0"]);
  const feeder = queue.start(slowAlign(corpus));
  await inTheMiddle(corpus, feeder, 1);
  expect((await leaving.end("SIGTERM")).code).toBe(0);
  await queue.worker(corpus);
  expect((await feeder.ended()).code).toBe(0);
  expect(alignments(corpus)).toEqual(alignments(one));
});

test("a shard that needs more memory than its worker has fails alone, and a worker with more does it", async () => {
  const [one, corpus] = ["roomy", "tight"].map((name) => scratch.sample(name)) as [string, string];
  for (const folder of [one, corpus])
    for (const [section, text] of [
      ["stories", Array.from({ length: 1_000_000 }, (_, k) => `w${k}`).join(" ")],
      ["summaries", "A point."],
    ] as const) {
      mkdirSync(join(folder, section, "Long"));
      writeFileSync(join(folder, section, "Long", "0.txt.utf8"), text);
    }
  const words = ["--method", "TFIDF"];
  await plotline("align", one, ...words);
  const tight = await queue.worker(corpus, [], { NODE_OPTIONS: "--max-old-space-size=64" });
  const failed = await queue.start(["align", corpus, ...words]).ended();
  expect(failed.err).toMatch(/1 of \d+ shards failed: .*memory.* The rest is saved/);
  expect([failed.code, tight.isRunning, partsIn(corpus) > 0]).toEqual([2, true, true]);
  expect((await tight.end("SIGTERM")).code).toBe(0);
  await queue.worker(corpus);
  expect((await queue.start(["align", corpus, ...words]).ended()).code).toBe(0);
  expect(alignments(corpus)).toEqual(alignments(one));
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
    const address = { PLOTLINE_QUEUE: `rediss://127.0.0.1:${port}`, PLOTLINE_REDIS_USER: "ada" };
    const trusting = { ...address, NODE_EXTRA_CA_CERTS: certificate, PLOTLINE_REDIS_PASSWORD: secret };
    const status = (env: NodeJS.ProcessEnv) => queue.start(["worker", "queue", "status"], env).ended();
    try {
      const stranger = await status({ ...trusting, NODE_EXTRA_CA_CERTS: "" });
      expect([stranger.code, stranger.err]).toEqual([2, expect.stringContaining("NODE_EXTRA_CA_CERTS")]);
      const guess = await status({ ...trusting, PLOTLINE_REDIS_PASSWORD: "guess" });
      expect([guess.code, guess.err]).toEqual([2, expect.stringContaining("does not accept this user and password")]);
      const [one, corpus] = [scratch.sample("tls-one"), scratch.sample("tls")];
      const worker = await queue.worker(corpus, [], trusting);
      const words = ["--method", "TFIDF", "--work", "Forty Guineas"];
      await plotline("align", one, ...words);
      const aligned = await queue.start(["align", corpus, ...words], trusting).ended();
      expect([aligned.code, aligned.err]).toEqual([0, expect.not.stringContaining("plotline:")]);
      expect(alignments(corpus)).toEqual(alignments(one));
      const seen = await status(trusting);
      expect(seen.out).toContain(`rediss://127.0.0.1:${port}: 0 waiting`);
      for (const { out, err } of [stranger, guess, aligned, seen, await worker.end("SIGTERM")])
        expect(out + err).not.toContain(secret);
    } finally {
      await guarded.remove();
    }
  });
});
