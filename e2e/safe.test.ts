import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@plotline/base/testing";
import { kill } from "@plotline/runs/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { plotline, Scratch, startPlotline, stopWhile } from "./testing/plotline.ts";
import { ServedSample } from "./testing/serving.ts";

const tale = "The Telling at Winterlow";

describe("three servers on one corpus", () => {
  const first = new ServedSample();
  const servers = [first, new ServedSample(first.folder, true), new ServedSample(first.folder, true)];

  beforeAll(async () => {
    await Promise.all(servers.map((server) => server.start()));
  });

  afterAll(async () => {
    for (const server of servers.slice(1)) await server.kill();
    await first.end();
  });

  test("settling at the same moment on two: one is accepted, the other learns why it is not", async () => {
    for (let revision = 0; revision < 10; revision++) {
      const { gold } = await (await first.fetch(`/api/works/${encodeURIComponent(tale)}/0`)).json();
      const body = { by: "Cora", undecided: "keep", seen: gold, sheets: {}, revision };
      const asked = servers.slice(1).map((server) => server.send(`/api/gold/${encodeURIComponent(tale)}/0`, body));
      expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test("every edit and every round that was acknowledged is on disk, though two of them were killed", async () => {
    const killed = [1, 2];
    const edits = await Promise.all(servers.map((server, k) => edit(server, k, 30, killed.includes(k))));
    const rounds = await Promise.all(
      servers.flatMap((server, k) => Array.from({ length: 12 }, (_, n) => play(server, `${k}-${n}`))),
    );
    expect(rounds).toEqual(rounds.map(() => 200));
    const sheet = JSON.parse(readFileSync(join(first.folder, "annotators", "Ada", tale, "0.json"), "utf8"));
    const there = new Set(sheet.steps.map((step: unknown) => JSON.stringify(step)));
    for (const change of edits.flat()) expect(there).toContain(JSON.stringify(change));
    expect(sheet.revision).toBeGreaterThanOrEqual(90);
    expect(sheet.revision).toBeLessThanOrEqual(90 + killed.length);
    const person = JSON.parse(readFileSync(join(first.folder, "people", "Ada.json"), "utf8"));
    expect(new Set(person.quiz.map(({ id }: { id: string }) => id)).size).toBe(36);
    expect(readdirSync(first.folder).filter((name) => name.startsWith(".changing"))).toEqual([]);
  });
});

test("beyond this machine nobody is served without a team", () => {
  const scratch = new Scratch();
  onTestFinished(() => scratch.remove());
  const { code, out, err } = plotline("serve", scratch.sample(), "--host", "0.0.0.0", "--port", "0");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/has no team yet: invite its owner first, with/);
});

test.skipIf(process.platform !== "linux")("threads that were started for clients who left end", async () => {
  const served = new ServedSample();
  onTestFinished(() => served.end());
  await served.start();
  await served.fetch("/api/library");
  const threads = () => readdirSync(`/proc/${served.pid}/task`).length;
  const before = threads();
  const leaving = new AbortController();
  const asked = Array.from({ length: 8 }, (_, k) =>
    served.fetch(`/api/quiz?task=both&count=5&seed=${k}`, { signal: leaving.signal }).catch(() => undefined),
  );
  await expect.poll(threads, { interval: 5, timeout: 30_000 }).toBeGreaterThan(before);
  leaving.abort();
  await Promise.all(asked);
  await expect.poll(threads, { timeout: 30_000 }).toBeLessThanOrEqual(before);
  expect((await served.fetch("/api/library")).status).toBe(200);
});

needs("onnxruntime").test("a killed training resumes to the same bits", async () => {
  const scratch = new Scratch();
  onTestFinished(() => scratch.remove());
  const words = ["--quick", "--only", "cloze-tfidf", "--quiet"];
  const [whole, killed] = [scratch.trainable("whole"), scratch.trainable("killed")];
  const run = (corpus: string) => join(corpus, "runs", "paper-1-quick-cloze-tfidf-3e-3-seed-1");
  expect(plotline("paper", "train", whole, ...words)).toMatchObject({ code: 0 });
  const started = startPlotline("paper", "train", killed, ...words);
  await stopWhile(started, () => existsSync(join(run(killed), "last.safetensors")));
  await kill(started);
  const { code, err } = plotline("paper", "train", killed, ...words);
  expect(code, err).toBe(0);
  for (const name of ["last.safetensors", "best.safetensors", "reader.json"]) {
    const [one, other] = [whole, killed].map((corpus) => readFileSync(join(run(corpus), name)));
    expect(one?.equals(other as Buffer), name).toBe(true);
  }
});

/**
 * Saves this many steps on the current revision, trying again where someone else was faster; returns what was acknowledged.
 * A server that is killed dies in the middle of a save, and is started again.
 */
async function edit(server: ServedSample, k: number, count: number, isKilled: boolean): Promise<unknown[]> {
  const acknowledged: unknown[] = [];
  let revision = 0;
  let wasKilled = !isKilled;
  while (acknowledged.length < count) {
    const change = {
      act: "link",
      cells: [{ summary: acknowledged.length % 24, story: 18 * k + (acknowledged.length % 18) }],
    };
    const sent = server.send(`/api/sheets/Ada/${encodeURIComponent(tale)}/0`, { revision, change });
    if (!wasKilled && acknowledged.length === count / 2) {
      wasKilled = true;
      const [answered] = await Promise.allSettled([sent, server.kill()]);
      if (answered.status === "fulfilled" && answered.value.ok) acknowledged.push(change);
      await server.start();
      continue;
    }
    const response = await sent;
    const answer = await response.json();
    const saved = response.ok ? answer : answer.current;
    if (saved === undefined) throw new Error(`${response.status}: ${answer.problem}`);
    if (response.ok) acknowledged.push(change);
    revision = saved.revision;
  }
  return acknowledged;
}

async function play(server: ServedSample, id: string): Promise<number> {
  const places = { work: tale, chapter: 0, options: 5, answer: 1, given: 1 };
  const answer = { question: "q", task: "cloze", ...places, seenPassage: false, rules: {} };
  const round = { id, at: "2026-01-01T00:00:00.000Z", seed: 1, answers: [answer] };
  return (await server.send("/api/people/Ada/quiz", round)).status;
}
