// What a queue of workers costs and brings, on one machine: local against 1, 2 and 4 workers in one run.
//   node bench/scale.mjs [CORPUS] [--encoder DIR] [--works N] [--only align|encode|lexical]
// npm run build first; needs redis-server or valkey-server, of which it starts one of its own on a free loopback port
// (append-only file on), and `plotline worker --concurrency 1 --threads 1`s next to it; the local run has one thread too.
// Without CORPUS: the sample, repeated. Without --encoder: a random BERT that takes 3 ms for a paragraph (MiniLM: 20).
// "N runs at once" are whole local runs side by side, one per core: what the cores themselves give, without any queue.
// Wall-clock seconds of the whole command, start and end of the process included; CPU seconds by process.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { Redis } from "ioredis";
import { commandLine, freePort, root, sample, sum } from "./kit.mjs";

const { values, positionals } = commandLine({ encoder: undefined, works: 40, only: ["align", "encode", "lexical"] });
const counts = [1, 2, 4];
const cores = availableParallelism();
const server = ["redis-server", "valkey-server"].find((name) => spawnSync(name, ["--version"]).status === 0);
if (server === undefined) {
  console.error("This bench needs a Redis: apt install redis-server (or valkey-server).");
  process.exit(1);
}

const place = mkdtempSync(join(tmpdir(), "plotline-scale-"));
const meter = join(place, "meter.mjs");
writeFileSync(
  meter,
  `import { writeFileSync } from "node:fs";
   import { isMainThread } from "node:worker_threads";
   const file = process.env.PLOTLINE_METER;
   if (isMainThread && file) process.on("exit", () => writeFileSync(file, JSON.stringify(process.cpuUsage())));`,
);
let runs = 0;
const children = new Set();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(place, { recursive: true, force: true });
});
const redis = await startRedis();
const corpus = prepareCorpus(positionals[0]);
const encoder = values.encoder ?? (await smallEncoder());
const few = readdirSync(join(corpus, "summaries")).slice(0, values.works);
const model = ["--encoder", encoder, "--work", ...few];
const of = `${few.length} works, ${values.encoder ?? "a random BERT of 4 layers × 128"}`;
const jobs = {
  align: [`align by Chronological-BERT: ${of}`, ["align", corpus, "--method", "Chronological-BERT", ...model], 1],
  encode: [`encode: ${of}`, ["encode", corpus, ...model], 1],
  lexical: ["align by Chronological-TFIDF: the whole corpus", ["align", corpus, "--method", "Chronological-TFIDF"], 3],
};
console.log(`${cores} cores, which carry feeder and Redis too; Redis with an append-only file\n`);
for (const name of values.only) await table(...jobs[name]);
process.exit(0);

async function table(title, words, times) {
  console.log(`${title}\n${"".padEnd(20)}   wall   speed   CPU: all  feeder workers  Redis`);
  const here = await median(times, () => local(words));
  const expected = digest(words[0]);
  row("here, one core", here);
  if (times === 1) row(`here, ${cores} runs at once`, await atOnce(words), here);
  for (const workers of counts) {
    const there = await median(times, () => queued(words, workers));
    if (digest(words[0]) !== expected) throw new Error(`${workers} workers wrote other files than the local run`);
    row(`queue, ${workers} worker${workers > 1 ? "s" : ""}`, there, here);
    if (workers === 1) verdict(there, here);
  }
  console.log("the files are equal to the byte\n");
}

function row(name, { seconds, cpu, runs = 1, parts = [] }, here) {
  const number = (value, width, digits = 1) => value.toFixed(digits).padStart(width);
  const speed = here === undefined ? "".padStart(8) : `${number((runs * here.seconds) / seconds, 6, 2)} ×`;
  const each = parts.map((part) => number(part, 8)).join("");
  console.log(`${name.padEnd(20)} ${number(seconds, 6)}${speed}  ${number(cpu, 9)}${each}`);
}

function verdict(one, here) {
  const extra = (a, b) => `${(100 * (a / b - 1)).toFixed(1)} %`;
  const aside = (one.parts[0] + one.parts[2]) / one.seconds;
  const costs = `${extra(one.seconds, here.seconds)} more time and ${extra(one.cpu, here.cpu)} more CPU`;
  console.log(`  one worker: ${costs}; feeder and Redis take ${(100 * aside).toFixed(1)} % of a core besides`);
}

/** One core, as each worker has. */
async function local(words) {
  forget(corpus);
  return plotline([...words, "--threads", "1", "--quiet"]).ended;
}

async function atOnce([command, corpus, ...words]) {
  const folders = Array.from({ length: cores }, (_, k) => join(place, "at-once", `${k}`));
  for (const folder of folders)
    for (const section of ["stories", "summaries"])
      for (const title of few) cpSync(join(corpus, section, title), join(folder, section, title), { recursive: true });
  const own = [...words, "--threads", "1", "--quiet"];
  const ended = await Promise.all(folders.map((folder) => plotline([command, folder, ...own]).ended));
  rmSync(join(place, "at-once"), { recursive: true });
  const seconds = Math.max(...ended.map((each) => each.seconds));
  return { seconds, cpu: sum(ended.map(({ cpu }) => cpu)), runs: cores };
}

async function queued(words, count) {
  forget(corpus);
  const queue = ["--queue", `redis://127.0.0.1:${redis.port}`, "--quiet"];
  const own = [...queue, "--concurrency", "1", "--threads", "1", "--cache"];
  const workers = Array.from({ length: count }, (_, k) => plotline(["worker", ...own, join(place, "caches", `${k}`)]));
  await Promise.all(workers.map((worker) => once(worker.process.stdout, "data")));
  const before = await redisSeconds();
  const feeder = await plotline([...words, ...queue]).ended;
  for (const worker of workers) worker.process.kill("SIGTERM");
  const ended = await Promise.all(workers.map((worker) => worker.ended));
  const parts = [feeder.cpu, sum(ended.map(({ cpu }) => cpu)), (await redisSeconds()) - before];
  return { seconds: feeder.seconds, cpu: parts[0] + parts[1] + parts[2], parts };
}

async function redisSeconds() {
  const client = new Redis({ port: redis.port });
  const said = await client.info("cpu");
  client.disconnect();
  return ["user", "sys"].reduce((sum, kind) => sum + Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(said)[1]), 0);
}

/** What an earlier run left would make the next one faster. */
function forget(corpus) {
  for (const made of [join(corpus, ".cache"), join(corpus, "alignments"), join(place, "caches")])
    rmSync(made, { recursive: true, force: true });
}

function plotline(words) {
  const file = join(place, `meter-${runs++}.json`);
  const env = { ...process.env, NODE_OPTIONS: `--import ${pathToFileURL(meter).href}`, PLOTLINE_METER: file };
  const started = performance.now();
  const child = spawn(process.execPath, [join(root, "bin", "plotline.mjs"), ...words], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const ended = once(child, "exit").then(([code]) => {
    children.delete(child);
    if (code !== 0) throw new Error(`plotline ${words[0]} ended with ${code}`);
    const { user, system } = JSON.parse(readFileSync(file, "utf8"));
    return { seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 };
  });
  child.stdout.resume();
  return { process: child, ended };
}

async function median(times, run) {
  const results = [];
  for (let k = 0; k < times; k++) results.push(await run());
  return results.sort((a, b) => a.seconds - b.seconds)[Math.floor(times / 2)];
}

/** What was made, whatever its files are called: links, or vectors. */
function digest(command) {
  const made = join(corpus, ...(command === "encode" ? [".cache", "vectors"] : ["alignments"]));
  const files = readdirSync(made, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
  const hash = (name) =>
    createHash("sha256")
      .update(readFileSync(join(made, name)))
      .digest("hex");
  return files.map(hash).sort().join();
}

function prepareCorpus(given) {
  const corpus = join(place, "corpus");
  for (const section of ["stories", "summaries"])
    if (given !== undefined) cpSync(join(given, section), join(corpus, section), { recursive: true });
    else repeatSample(section, join(corpus, section));
  return corpus;
}

/** Every copy says something else, or else its vectors would be known. */
function repeatSample(section, to) {
  const from = join(sample, section);
  for (const title of readdirSync(from))
    for (let copy = 0; copy < 60; copy++) {
      mkdirSync(join(to, `${title} ${copy}`), { recursive: true });
      for (const name of readdirSync(join(from, title))) {
        const text = readFileSync(join(from, title, name), "utf8");
        writeFileSync(join(to, `${title} ${copy}`, name), text.replaceAll(/\n\n|\n?$/g, ` ${copy}$&`));
      }
    }
}

async function smallEncoder() {
  const outfile = join(place, "tiny-bert.mjs");
  const entry = join(root, "src", "encoder", "testing", "tiny-bert.ts");
  await build({ entryPoints: [entry], bundle: true, platform: "node", format: "esm", outfile, logLevel: "error" });
  const { writeTinyBert } = await import(pathToFileURL(outfile).href);
  writeTinyBert(join(place, "small"), { shape: { hidden: 128, heads: 4, layers: 4, inner: 512, positions: 128 } });
  return join(place, "small");
}

async function startRedis() {
  const port = await freePort();
  const folder = join(place, "redis");
  mkdirSync(folder);
  const words = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes", "--save", ""];
  const child = spawn(server, words, { stdio: "ignore" });
  children.add(child);
  while (!(await answers(port)) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 50));
  return Object.assign(child, { port });
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}
