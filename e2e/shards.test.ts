import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { contentOf } from "@plotline/corpus/testing";
import { afterAll, expect, test } from "vitest";
import { plotlineHere, root, Scratch } from "./testing/plotline.ts";
import { Running } from "./testing/processes.ts";
import { writeSmallCorpus } from "./testing/small-corpus.ts";

const scratch = new Scratch();
afterAll(() => scratch.remove());

const page = readFileSync(join(root, "docs", "scale.md"), "utf8");

/** Runs a script in a new folder in which `plotline` is a command. */
function sh(folder: string, command: string, script: string, env: NodeJS.ProcessEnv = {}): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "plotline"), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  const path = `${folder}:${process.env["PATH"]}`;
  const ran = spawnSync("sh", ["-ec", script], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...env, PATH: path },
  });
  expect(ran.status, ran.stderr).toBe(0);
  return ran.stdout;
}

const made = (corpus: string) => contentOf(join(corpus, "alignments"), "latin1");

test("the shell loop of docs/scale.md writes what one run writes", async () => {
  const [, loop = ""] = /```sh\n(for i in [\s\S]*?)```/.exec(page) ?? [];
  expect(loop).toContain("worker merge");
  const [one, corpus] = [scratch.path("one"), scratch.path("loop/my-corpus")];
  for (const folder of [one, corpus]) writeSmallCorpus(folder);
  expect((await plotlineHere("align", one)).code).toBe(0);
  const said = sh(
    scratch.path("loop"),
    `"${process.execPath}" "${join(root, "packages", "plotline", "bin", "plotline.mjs")}"`,
    loop,
  );
  expect(said).toContain("Part 4 of 4 is done");
  expect(made(corpus)).toEqual(made(one));
});

test.each([
  ["Slurm", /--wrap '(plotline .*)'/, (shard: number) => ({ SLURM_ARRAY_TASK_ID: `${shard}` })],
  ["Kubernetes", /sh, -c, '(plotline .*)'/, (shard: number) => ({ JOB_COMPLETION_INDEX: `${shard - 1}` })],
])("the line for %s makes the same shards of the numbers that it gives", (name, line, numbersOf) => {
  const [, script = ""] = line.exec(page) ?? [];
  for (const shard of [1, 2, 3, 4])
    expect(sh(scratch.path(name), "echo", script, numbersOf(shard))).toBe(`align my-corpus --shard ${shard}/4\n`);
});

test("a shard that is killed leaves nothing half-written, and is done when it is started again", async () => {
  const corpus = scratch.sample("killed/my-corpus");
  const one = scratch.sample("not-killed/my-corpus");
  const words = ["--method", "BLEU4", "plotline", "--work", "Forty Guineas"];
  expect((await plotlineHere("align", one, ...words)).code).toBe(0);
  const parts = scratch.path("killed/parts");
  const shard = (k: number) => ["align", corpus, ...words, "--parts", parts, "--shard", `${k}/2`];
  const killed = new Running(shard(1));
  await sleep(700);
  await killed.end("SIGKILL");
  const whole = existsSync(parts) ? readdirSync(parts).filter((name) => name.endsWith(".part")) : [];
  expect(whole.length).toBeLessThanOrEqual(1);
  expect(existsSync(join(corpus, "alignments"))).toBe(false);
  for (const k of [2, 1]) expect((await plotlineHere(...shard(k))).code).toBe(0);
  expect((await plotlineHere("worker", "merge", "align", corpus, ...words, "--parts", parts)).code).toBe(0);
  expect(made(corpus)).toEqual(made(one));
});
