import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeTinyBert } from "@plotline/align/testing";
import { needs } from "@plotline/base/testing";
import { contentOf } from "@plotline/corpus/testing";
import { OwnRedis } from "@plotline/runs/testing";
import { expect, vi } from "vitest";
import { plotlineHere as plotline } from "./testing/plotline.ts";
import { alignments, inTheMiddle, partsIn, QueueOfProcesses, repeated, slowAlign } from "./testing/queue.ts";

// Many processes take turns: on a machine that is busy with other things that takes a while.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const { test } = needs("redis");
const queue = new QueueOfProcesses();
const { scratch, redis } = queue;

needs("redis", "onnxruntime").test(
  "align and tasks write the same files as without a queue, and evaluate the same figures",
  async () => {
    const encoder = scratch.path("tiny");
    writeTinyBert(encoder);
    const corpus = scratch.sample("same");
    const worker = await queue.worker(corpus, [encoder]);
    const work = ["--work", "Forty Guineas"];
    const methods = ["--method", "Chronological-TFIDF", "Random-5", "BERT", "--encoder", encoder, ...work];
    const queued = ["--queue", redis.address];
    const there = await plotline("align", corpus, ...methods, ...queued);
    expect(there.code, there.err).toBe(0);
    const made = alignments(corpus);
    expect((await plotline("align", corpus, ...methods)).out).toBe(there.out);
    expect(alignments(corpus)).toEqual(made);
    const scores = (...more: string[]) => plotline("evaluate", corpus, "--json", "--no-save", ...methods, ...more);
    expect((await scores(...queued)).out).toBe((await scores()).out);
    const tasks = ["questions", corpus, ...work, "--alignment", "TFIDF", "gold", "--quiet", "--out"];
    await plotline(...tasks, scratch.path("here"));
    await plotline(...tasks, scratch.path("there"), ...queued);
    expect(contentOf(scratch.path("there"), "latin1")).toEqual(contentOf(scratch.path("here"), "latin1"));
    expect(partsIn(corpus)).toBe(0);
    const { code, err } = await worker.end("SIGTERM");
    expect([code, err]).toEqual([0, expect.stringContaining("stopping")]);
  },
);

test("kill -9 a worker, the feeder and Redis: the result is that of a run without a queue", async () => {
  const [one = "", corpus = ""] = ["one", "killed"].map((name) => repeated(scratch.sample(name), 2));
  await plotline(...slowAlign(one));
  const doomed = await queue.worker(corpus);
  const cut = queue.start(slowAlign(corpus));
  await inTheMiddle(corpus, cut, 1);
  await doomed.end("SIGKILL");
  await cut.end("SIGKILL");
  await queue.worker(corpus);
  const feeder = queue.start(slowAlign(corpus));
  await inTheMiddle(corpus, feeder, 1);
  await redis.kill();
  await sleep(300);
  await redis.start();
  const { code, err } = await feeder.ended();
  expect(code, err).toBe(0);
  expect(alignments(corpus)).toEqual(alignments(one));
  expect(partsIn(corpus)).toBe(0);
});

test("a feeder without the workers' secret gets nothing done, in a sentence", async () => {
  const corpus = scratch.sample("secret");
  await queue.worker(corpus, [], { PLOTLINE_QUEUE_SECRET: "known to the workers alone" });
  const stranger = queue.start(slowAlign(corpus), { PLOTLINE_QUEUE_SECRET: "known to the feeder alone" });
  const { code, err } = await stranger.ended();
  expect([code, err]).toEqual([2, expect.stringMatching(/plotline: No worker can do this\. .* not signed with/)]);
});

test("a worker names its folders, and stops when it is asked to even if its Redis is gone", async () => {
  expect((await plotline("worker", "--queue", redis.address)).err).toContain("with --folder");
  expect((await plotline("worker", "--queue", redis.address, "--folder", join(scratch.folder, "none"))).code).toBe(2);
  const gone = await new OwnRedis([]).start();
  const worker = await queue.worker(scratch.folder, ["--grace", "0", "--queue", gone.address]);
  await gone.remove();
  expect((await worker.end("SIGTERM")).code).toBe(0);
});
