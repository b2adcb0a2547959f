// What shards and a queue cost and bring, on one machine: one run against shards side by side and against workers.
//   node bench/scale.mjs [CORPUS] [--encoder DIR] [--works N]
// Build first; needs redis-server or valkey-server, of which it starts one of its own on a free loopback port. CORPUS is the
// open corpus, of which an encoder (by default the shipped one) reads N works (3) and Chronological-TFIDF all. Every process
// has one thread. Wall-clock seconds from the first start to the last end, and CPU seconds of all processes.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { commandLine, freePort, open, root, sum } from "./kit.mjs";

const { values, positionals } = commandLine({ encoder: "shipped", works: 3 });
const cores = availableParallelism();
const program = join(root, "packages", "plotline", "bin", "plotline.mjs");
const server = ["redis-server", "valkey-server"].find((name) => spawnSync(name, ["--version"]).status === 0);
if (server === undefined) {
  console.error("This bench needs a Redis: apt install redis-server (or valkey-server).");
  process.exit(1);
}

const place = mkdtempSync(join(tmpdir(), "plotline-scale-"));
const children = new Set();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(place, { recursive: true, force: true });
});
const meter = join(place, "meter.mjs");
writeFileSync(
  meter,
  `import { writeFileSync } from "node:fs";
   import { isMainThread } from "node:worker_threads";
   const file = process.env.PLOTLINE_METER;
   if (isMainThread && file) process.on("exit", () => writeFileSync(file, JSON.stringify(process.cpuUsage())));`,
);
const corpus = join(place, "corpus");
for (const section of ["stories", "summaries"])
  cpSync(join(positionals[0] ?? open, section), join(corpus, section), { recursive: true });
const queue = `redis://127.0.0.1:${await startRedis()}`;
const few = readdirSync(join(corpus, "summaries")).sort().slice(0, values.works);

console.log(`${cores} cores, which carry Redis and the feeder too\n`);
await table(`plotline with an encoder, ${few.length} works`, ["--encoder", values.encoder, "--work", ...few]);
await table("Chronological-TFIDF, all works", ["--method", "Chronological-TFIDF"]);
process.exit(0);

async function table(title, settings) {
  const words = ["align", corpus, ...settings];
  console.log(`${title}\n${"".padEnd(24)}  wall  speed    CPU`);
  const here = await measured(() => plotline([...words, "--threads", "1"]).ended);
  const expected = digest();
  row("one run", here, here);
  const ways = {
    [`${cores} shards and merge`]: () => shards(words, cores),
    "queue, 1 worker": () => queued(words, 1),
    [`queue, ${cores} workers`]: () => queued(words, cores),
  };
  for (const [name, way] of Object.entries(ways)) {
    row(name, await measured(way), here);
    if (digest() !== expected) throw new Error(`${name}: other files than those of one run`);
  }
  console.log("the files are equal to the byte\n");
}

function row(name, { seconds, cpu }, here) {
  const speed = `${(here.seconds / seconds).toFixed(2)} ×`;
  console.log(`${name.padEnd(24)}${seconds.toFixed(1).padStart(6)}${speed.padStart(8)}${cpu.toFixed(1).padStart(7)}`);
}

async function shards(words, count) {
  const all = Array.from({ length: count }, (_, k) => [...words, "--threads", "1", "--shard", `${k + 1}/${count}`]);
  const cpu = await Promise.all(all.map((line) => plotline(line).ended));
  return sum(cpu) + (await plotline(["worker", "merge", ...words]).ended);
}

async function queued(words, count) {
  const line = ["worker", "--queue", queue, "--folder", place, root, "--concurrency", "1"];
  const workers = Array.from({ length: count }, () => plotline(line));
  await Promise.all(workers.map((worker) => once(worker.process.stdout, "data")));
  const feeder = await plotline([...words, "--queue", queue]).ended;
  for (const worker of workers) worker.process.kill("SIGTERM");
  return feeder + sum(await Promise.all(workers.map((worker) => worker.ended)));
}

/** What an earlier run left would make the next one faster. */
async function measured(run) {
  for (const made of [".cache", "alignments"]) rmSync(join(corpus, made), { recursive: true, force: true });
  const started = performance.now();
  const cpu = await run();
  return { seconds: (performance.now() - started) / 1000, cpu };
}

/** A plotline process; `ended` gives its CPU seconds. */
function plotline(words) {
  const file = join(place, `meter-${children.size}-${performance.now()}.json`);
  const env = { ...process.env, NODE_OPTIONS: `--import ${pathToFileURL(meter).href}`, PLOTLINE_METER: file };
  const stdio = ["ignore", "pipe", "ignore"];
  const child = spawn(process.execPath, [program, ...words], { env, stdio });
  children.add(child);
  child.stdout.resume();
  const ended = once(child, "exit").then(([code]) => {
    children.delete(child);
    if (code !== 0) throw new Error(`plotline ${words.join(" ")} ended with ${code}`);
    const { user, system } = JSON.parse(readFileSync(file, "utf8"));
    return (user + system) / 1e6;
  });
  return { process: child, ended };
}

function digest() {
  const made = join(corpus, "alignments");
  const files = readdirSync(made, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
  const hash = createHash("sha256");
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(made, name)));
  return hash.digest("hex");
}

async function startRedis() {
  const port = await freePort();
  const folder = join(place, "redis");
  mkdirSync(folder);
  const words = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  const child = spawn(server, words, { stdio: "ignore" });
  children.add(child);
  while (!(await answers(port)) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 50));
  return port;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}
