// How fast a corpus is aligned, next to scikit-learn and NumPy in the same run; then by the default aligner: the whole
// corpus, single chapters, and a very long one.
//   node bench/align.mjs CORPUS        (npm run build first; the figures of docs/results.md are of the Shmoop corpus)
// From text in memory to links, tokenising included; the clock starts when the threads have started, as the peer's does
// when Python has imported scikit-learn. Rounds alternate between the two, so that a busy machine slows both alike;
// prints medians of wall-clock seconds, and CPU seconds of all threads.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { alignTexts } from "./align-texts.mjs";
import { argumentsOf } from "./arguments.mjs";

const built = new URL("../dist/", import.meta.url);
const load = (path) => import(new URL(path, built).href);
const { openCorpus } = await load("corpus/open.js");
const { threads } = await load("jobs/threads.js");
const { findMethod } = await load("align/registry.js");
const { chronological } = await load("align/chronological.js");
const { posterior } = await load("align/posterior.js");
const { align } = await load("align/align.js");
const { random } = await load("random.js");

const noCorpus = { async *chapters() {} };
const folder = argumentsOf().positionals[0] ?? fileURLToPath(new URL("../corpora/sample", import.meta.url));
const chapters = await readAll(folder);
console.log(`${folder}: ${chapters.length} chapters, ${characters(chapters)} characters\n`);

const peerRun = peerOver(chapters);
const [ones, twos, peers] = [[], [], []];
for (let round = 0; round < 3; round++) {
  ones.push(await alignAll(["Chronological-TFIDF"], 1));
  for (let run = 0; run < 3; run++) twos.push(await alignAll(["Chronological-TFIDF"], 2));
  peers.push(peerRun.measured());
}
peerRun.end();
const [one, two, peer] = [median(ones), median(twos), median(peers)];
const ours = await alignAll(["plotline"], 2);
row("scikit-learn and NumPy, Chronological-TFIDF, one process", peer);
row("plotline, Chronological-TFIDF, one core", one, peer);
row("plotline, Chronological-TFIDF, two cores", two, peer);
row("plotline, its own aligner, two cores", ours, peer);
await singleChapters();
staircases();
pins();
console.log(`\nmemory while aligning: ${two.memory.map(megabytes).join(" → ")} (at each quarter of the corpus)`);

async function readAll(folder) {
  const all = [];
  const corpus = await openCorpus(folder);
  for await (const { work, number, summary, story } of corpus.chapters()) all.push({ work, number, summary, story });
  return all;
}

function characters(all) {
  let sum = 0;
  for (const { summary, story } of all) for (const text of [...summary, ...story]) sum += text.length;
  return sum.toLocaleString("en");
}

/** The same job that the commands use, with the texts sent to the threads. */
async function alignAll(names, cores) {
  const memory = [];
  let [links, done, started, busy] = [0, 0, 0, undefined];
  const tasks = startedThen(cores, batches(chapters, 16), () => {
    [started, busy] = [performance.now(), process.cpuUsage()];
  });
  for await (const batch of threads(cores).run(alignTexts({ methods: names, seed: 1 }), tasks)) {
    for (const chapter of batch) for (const { cells } of chapter) links += cells.length / 2;
    done += batch.length;
    if (done >= (chapters.length / 4) * (memory.length + 1)) memory.push(process.memoryUsage().rss);
  }
  const { user, system } = process.cpuUsage(busy);
  return { seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6, links, memory };
}

/** Empty tasks first: threads take a new task only when an old one is answered, so that all of them are up after these. */
function* startedThen(cores, tasks, start) {
  for (let k = 0; k < 40 * cores; k++) yield [];
  start();
  yield* tasks;
}

function* batches(items, size) {
  for (let k = 0; k < items.length; k += size) yield items.slice(k, k + size);
}

function median(results) {
  return results.toSorted((a, b) => a?.seconds - b?.seconds)[results.length >> 1];
}

/** The texts, written down once for Python; what it measured, or nothing where it is missing. */
function peerOver(all) {
  const python = process.env.PYTHON ?? "python3";
  const isThere = spawnSync(python, ["-c", "import sklearn, numpy"]).status === 0;
  if (!isThere) {
    console.log(
      "The Python peer is skipped: it needs python3 with scikit-learn and numpy (PYTHON names another one).\n",
    );
    return { measured: () => undefined, end: () => {} };
  }
  const place = mkdtempSync(join(tmpdir(), "plotline-bench-"));
  const texts = join(place, "chapters.jsonl");
  writeFileSync(texts, all.map(({ summary, story }) => JSON.stringify({ summary, story })).join("\n"));
  const script = fileURLToPath(new URL("peers/align_peer.py", import.meta.url));
  return {
    measured() {
      const done = spawnSync(python, [script, texts], { encoding: "utf8", maxBuffer: 1 << 26 });
      if (done.status === 0) return JSON.parse(done.stdout);
      console.log(`The Python peer failed: ${done.stderr.trim().split("\n").at(-1)}\n`);
      return undefined;
    },
    end: () => rmSync(place, { recursive: true }),
  };
}

function row(what, result, yardstick) {
  if (result === undefined) return;
  const times = yardstick === undefined ? "" : `${(yardstick.seconds / result.seconds).toFixed(1)} × as fast`;
  const figures = `${result.seconds.toFixed(2).padStart(7)} s (CPU ${result.cpu.toFixed(2)} s)`;
  console.log(`${what.padEnd(62)} ${figures}  ${times}`);
}

/** The default aligner on one core: every tenth chapter, and one of 100 bullets and 900 paragraphs. */
async function singleChapters() {
  const aligner = await findMethod("plotline").prepare(noCorpus, {});
  const times = [];
  for (const chapter of chapters.filter((_, k) => k % 10 === 0))
    times.push((await timedChapter(aligner, chapter)).busy);
  times.sort((a, b) => a - b);
  const at = (share) => `${times[Math.floor(share * (times.length - 1))].toFixed(1)} ms`;
  console.log(`\none chapter by plotline, one core (CPU): median ${at(0.5)}, of 95 in 100 at most ${at(0.95)}`);
  const large = joined(100, 900);
  if (large === undefined) return;
  const { passed, busy } = await timedChapter(aligner, large);
  console.log(`a chapter of 100 × 900: ${passed.toFixed(0)} ms (CPU ${busy.toFixed(0)})`);
}

/** Milliseconds on the clock and of the processor. */
async function timedChapter(aligner, chapter) {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await aligner(chapter);
  const { user, system } = process.cpuUsage(before);
  return { passed: performance.now() - started, busy: (user + system) / 1000 };
}

/** Chapters of the corpus one after the other, as one; nothing where it is too small. */
function joined(bullets, paragraphs) {
  const made = { work: "joined", number: 0, summary: [], story: [] };
  for (const { summary, story } of chapters) {
    made.summary.push(...summary);
    made.story.push(...story);
  }
  if (made.summary.length < bullets || made.story.length < paragraphs) return undefined;
  return { ...made, summary: made.summary.slice(0, bullets), story: made.story.slice(0, paragraphs) };
}

/** One very long chapter: 300 bullets, 3,000 paragraphs. */
function staircases() {
  const [rows, columns] = [300, 3000];
  const g = { rows, columns, values: new Float32Array(rows * columns).map(random("long chapter")) };
  console.log("");
  for (const [name, solve] of [
    ["staircase", chronological],
    ["posterior", posterior],
  ]) {
    solve(g);
    const before = process.memoryUsage();
    const started = performance.now();
    solve(g);
    const milliseconds = performance.now() - started;
    const after = process.memoryUsage();
    const used = Math.max(0, after.heapUsed - before.heapUsed) + Math.max(0, after.arrayBuffers - before.arrayBuffers);
    console.log(`${rows} × ${columns} by the ${name}: ${milliseconds.toFixed(1)} ms, ${megabytes(used)} allocated`);
  }
}

/** A person pins links in the chapter with the most pairs; CPU time is what a quiet machine would take. */
function pins() {
  const size = ({ summary, story }) => summary.length * story.length;
  const { summary, story } = chapters.reduce((most, each) => (size(each) > size(most) ? each : most));
  const [rows, columns] = [summary.length, story.length];
  const timed = (linked) => {
    const [started, busy] = [performance.now(), process.cpuUsage()];
    align(summary, story, { pins: { linked } });
    const { user, system } = process.cpuUsage(busy);
    return `${(performance.now() - started).toFixed(0)} ms (CPU ${((user + system) / 1000).toFixed(0)})`;
  };
  const cell = (k) => ({ summary: Math.floor((k * rows) / 10), story: Math.floor((k * columns) / 10) });
  console.log(`\nthe longest chapter, ${rows} × ${columns}: by plotline ${timed([])}`);
  const each = [5, 2, 8, 4, 6].map((_, k, order) =>
    timed(
      order
        .slice(0, k + 1)
        .sort()
        .map(cell),
    ),
  );
  console.log(`solved again around 1 to ${each.length} pins: ${each.join(", ")}`);
}

function megabytes(bytes) {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`;
}
