// What shards and a queue cost and bring, on one machine: one run against shards side by side and against workers.
//   npm run bench -- scale [CORPUS] [--encoder DIR] [--works 3]      after `npm run build`; needs redis-server
// It starts a Redis of its own on a free loopback port. CORPUS is the open corpus, of which an encoder (by default the shipped
// one) reads --works works and Chronological-TFIDF all. Every process has one thread. Wall-clock seconds from the first
// start to the last end, and CPU seconds of all processes; ends where the files are not those of one run, byte for byte.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Problem, sumOf } from "@plotline/base";
import { find, missing } from "../scripts/components.mjs";
import { freePort, open, plotline, program, root } from "./kit/kit.ts";

const cores = availableParallelism();
const place = join(tmpdir(), `plotline-scale-${process.pid}`);
const corpus = join(place, "corpus");
const meter = join(place, "meter.mjs");

program(import.meta.url, { encoder: "shipped", works: 3 }, async ({ positionals: [source = open], values }) => {
  process.on("exit", () => rmSync(place, { recursive: true, force: true }));
  for (const section of ["stories", "summaries"])
    cpSync(join(source, section), join(corpus, section), { recursive: true });
  writeFileSync(meter, meterCode);
  const queue = await startedRedis();
  const few = readdirSync(join(corpus, "summaries")).sort().slice(0, values.works);
  console.log(`${cores} cores, which carry Redis and the feeder too\n`);
  await table(`plotline with an encoder, ${few.length} works`, queue, ["--encoder", values.encoder, "--work", ...few]);
  await table("Chronological-TFIDF, all works", queue, ["--method", "Chronological-TFIDF"]);
  process.exit(0);
});

/** Loaded before a process's own code: it writes down the CPU time of all its threads. */
const meterCode = `import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
const file = process.env.PLOTLINE_METER;
if (isMainThread && file) process.on("exit", () => writeFileSync(file, JSON.stringify(process.cpuUsage())));\n`;

async function table(title: string, queue: string, settings: readonly string[]): Promise<void> {
  const words = ["align", corpus, ...settings];
  console.log(`${title}\n${"".padEnd(24)}  wall  speed    CPU`);
  const here = await measured(() => run([...words, "--threads", "1"]).ended);
  const expected = digest();
  row("one run", here, here);
  const ways = {
    [`${cores} shards and merge`]: () => shards(words),
    "queue, 1 worker": () => queued(words, queue, 1),
    [`queue, ${cores} workers`]: () => queued(words, queue, cores),
  };
  for (const [name, way] of Object.entries(ways)) {
    row(name, await measured(way), here);
    if (digest() !== expected) throw new Problem(`${name}: other files than those of one run.`);
  }
  console.log("the files are equal to the byte\n");
}

interface Cost {
  readonly seconds: number;
  readonly cpu: number;
}

function row(name: string, { seconds, cpu }: Cost, here: Cost): void {
  const speed = `${(here.seconds / seconds).toFixed(2)} ×`;
  console.log(`${name.padEnd(24)}${seconds.toFixed(1).padStart(6)}${speed.padStart(8)}${cpu.toFixed(1).padStart(7)}`);
}

async function shards(words: readonly string[]): Promise<number> {
  const all = Array.from({ length: cores }, (_, k) => [...words, "--threads", "1", "--shard", `${k + 1}/${cores}`]);
  const cpu = await Promise.all(all.map((line) => run(line).ended));
  return sumOf(cpu) + (await run(["worker", "merge", ...words]).ended);
}

async function queued(words: readonly string[], queue: string, count: number): Promise<number> {
  const line = ["worker", "--queue", queue, "--folder", place, root, "--concurrency", "1"];
  const workers = Array.from({ length: count }, () => run(line));
  await Promise.all(workers.map(({ child }) => once(child.stdout!, "data")));
  const feeder = await run([...words, "--queue", queue]).ended;
  for (const { child } of workers) child.kill("SIGTERM");
  return feeder + sumOf(await Promise.all(workers.map(({ ended }) => ended)));
}

/** What an earlier run left would make the next one faster. */
async function measured(way: () => Promise<number>): Promise<Cost> {
  for (const made of [".cache", "alignments"]) rmSync(join(corpus, made), { recursive: true, force: true });
  const started = performance.now();
  const cpu = await way();
  return { seconds: (performance.now() - started) / 1000, cpu };
}

/** A plotline process; `ended` gives its CPU seconds. */
function run(words: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<number> } {
  const file = join(mkdtempSync(join(place, "run-")), "meter.json");
  const child = plotline(words, { NODE_OPTIONS: `--import ${pathToFileURL(meter).href}`, PLOTLINE_METER: file });
  child.stdout?.resume();
  child.stderr?.resume();
  const ended = once(child, "exit").then(([code]) => {
    if (code !== 0) throw new Problem(`plotline ${words.join(" ")} ended with ${code}.`);
    const { user, system } = JSON.parse(readFileSync(file, "utf8"));
    return (user + system) / 1e6;
  });
  return { child, ended };
}

function digest(): string {
  const made = join(corpus, "alignments");
  const files = readdirSync(made, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
  const hash = createHash("sha256");
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(made, name)));
  return hash.digest("hex");
}

async function startedRedis(): Promise<string> {
  const server = find("redis");
  if (server === undefined) throw new Problem(`${missing("redis")}.`);
  const port = await freePort();
  const words = ["--port", String(port), "--bind", "127.0.0.1", "--dir", place, "--save", ""];
  const child = spawn(server, words, { stdio: "ignore" });
  process.on("exit", () => child.kill("SIGKILL"));
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(socket.destroy() !== undefined));
      socket.on("error", () => resolve(false));
    });
  while (!(await answers()) && child.exitCode === null) await sleep(50);
  return `redis://127.0.0.1:${port}`;
}
