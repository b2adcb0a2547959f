// What a queue of workers costs and brings, on one machine: local against 1, 2 and 4 workers in one run.
//   node bench/scale.mjs [CORPUS] [--encoder DIR] [--works N]     (npm run build first; needs redis-server or valkey-server)
// Starts a Redis of its own on a free loopback port (append-only file on) and `plotline worker --concurrency 1`s beside it.
// Without CORPUS: the sample, repeated. Without --encoder: a small random BERT. Wall-clock seconds of the whole command,
// start and end of the process included, and CPU seconds of everything but Redis, which a busy machine disturbs less.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { encoder: { type: "string" }, works: { type: "string", default: "60" } },
});
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
const few = readdirSync(join(corpus, "summaries")).slice(0, Number(values.works));
console.log(`${availableParallelism()} cores, Redis with an append-only file\n`);
const bert = ["--method", "Chronological-BERT", "--encoder", encoder, "--work", ...few];
await table(`Chronological-BERT by ${values.encoder ?? "a small random BERT"}, ${few.length} works`, corpus, bert, 1);
await table("Chronological-TFIDF, the whole corpus", corpus, ["--method", "Chronological-TFIDF"], 3);
process.exit(0);

async function table(title, corpus, words, times) {
  const rows = [await median(times, () => local(corpus, words))];
  const expected = digest(corpus);
  for (const workers of [1, 2, 4]) {
    rows.push(await median(times, () => queued(corpus, words, workers)));
    if (digest(corpus) !== expected) throw new Error(`${workers} workers wrote other files than the local run`);
  }
  console.log(`${title}\n${"".padEnd(22)}   wall    CPU   speed`);
  rows.forEach(({ seconds, cpu }, k) => {
    const name = k === 0 ? "here, one core" : `queue, ${[1, 2, 4][k - 1]} worker${k > 1 ? "s" : ""}`;
    const speed = k === 0 ? "" : `${(rows[0].seconds / seconds).toFixed(2)} ×`;
    console.log(`${name.padEnd(22)} ${seconds.toFixed(1).padStart(6)} ${cpu.toFixed(1).padStart(6)}   ${speed}`);
  });
  const [here, one] = rows;
  const extra = (a, b) => `${(100 * (a / b - 1)).toFixed(1)} %`;
  console.log(
    `one worker costs ${extra(one.seconds, here.seconds)} more time and ${extra(one.cpu, here.cpu)} more CPU; the files are equal to the byte\n`,
  );
}

/** One core, as each worker has. */
async function local(corpus, words) {
  forget(corpus);
  return plotline(["align", corpus, ...words, "--threads", "1", "--quiet"]).ended;
}

async function queued(corpus, words, count) {
  forget(corpus);
  const address = `redis://127.0.0.1:${redis.port}`;
  const workers = Array.from({ length: count }, (_, k) =>
    plotline([
      "worker",
      "--queue",
      address,
      "--concurrency",
      "1",
      "--threads",
      "1",
      "--quiet",
      "--cache",
      join(place, "caches", String(k)),
    ]),
  );
  await Promise.all(workers.map((worker) => once(worker.process.stdout, "data")));
  const feeder = await plotline(["align", corpus, ...words, "--queue", address, "--quiet"]).ended;
  for (const worker of workers) worker.process.kill("SIGTERM");
  const ended = await Promise.all(workers.map((worker) => worker.ended));
  return { seconds: feeder.seconds, cpu: ended.reduce((sum, { cpu }) => sum + cpu, feeder.cpu) };
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

function digest(corpus) {
  const made = join(corpus, "alignments");
  const files = readdirSync(made, { recursive: true, encoding: "utf8" }).filter((name) => /\.(txt|json)$/.test(name));
  return JSON.stringify(files.sort().map((name) => [name, readFileSync(join(made, name), "utf8")]));
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
  const from = join(root, "corpora", "sample", section);
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
  writeTinyBert(join(place, "tiny"));
  return join(place, "tiny");
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

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}
