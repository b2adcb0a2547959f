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
import { align } from "../packages/align/dist/align.js";
import { chronological } from "../packages/align/dist/chronological.js";
import { posterior } from "../packages/align/dist/posterior.js";
import { findMethod } from "../packages/align/dist/registry.js";
import { random } from "../packages/base/dist/random.js";
import { openCorpus } from "../packages/corpus/dist/open.js";
import { threads } from "../packages/runs/dist/jobs/threads.js";
import { alignTexts } from "./align-texts.mjs";
import { commandLine, megabytes, noCorpus, printTable, quantile, root, sample, timed } from "./kit.mjs";

const [folder = sample] = commandLine().positionals;
const chapters = await readAll();
console.log(`${folder}: ${chapters.length} chapters, ${characters().toLocaleString("en")} characters\n`);
const two = await wholeCorpus();
await singleChapters();
await staircases();
await pins();
console.log(`\nmemory while aligning: ${two.memory.map(megabytes).join(" → ")} (at each quarter of the corpus)`);

async function readAll() {
  const all = [];
  const corpus = await openCorpus(folder);
  for await (const { work, number, summary, story } of corpus.chapters()) all.push({ work, number, summary, story });
  return all;
}

function characters() {
  let sum = 0;
  for (const { summary, story } of chapters) for (const text of [...summary, ...story]) sum += text.length;
  return sum;
}

/** Prints the table; gives the run on two cores. */
async function wholeCorpus() {
  const python = peer();
  const [ones, twos, peers] = [[], [], []];
  for (let round = 0; round < 3; round++) {
    ones.push(await alignAll(["Chronological-TFIDF"], 1));
    for (let run = 0; run < 3; run++) twos.push(await alignAll(["Chronological-TFIDF"], 2));
    if (python !== undefined) peers.push(python.measured());
  }
  python?.end();
  const middle = (results) => results.toSorted((a, b) => a.seconds - b.seconds)[results.length >> 1];
  const yardstick = middle(peers);
  const results = {
    ...(yardstick && { "scikit-learn and NumPy, Chronological-TFIDF, one process": yardstick }),
    "plotline, Chronological-TFIDF, one core": middle(ones),
    "plotline, Chronological-TFIDF, two cores": middle(twos),
    "plotline, its own aligner, two cores": await alignAll(["plotline"], 2),
  };
  const rows = Object.entries(results).map(([what, { seconds, cpu }]) => [
    what,
    seconds.toFixed(2),
    cpu.toFixed(2),
    yardstick ? (yardstick.seconds / seconds).toFixed(1) : "–",
  ]);
  printTable(["", "seconds", "CPU", "times as fast"], rows);
  return middle(twos);
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

/** The texts, written down once for Python; nothing where scikit-learn is missing. */
function peer() {
  const python = process.env.PYTHON ?? "python3";
  if (spawnSync(python, ["-c", "import sklearn, numpy"]).status !== 0) {
    console.log(
      "The Python peer is skipped: it needs python3 with scikit-learn and numpy (PYTHON names another one).\n",
    );
    return undefined;
  }
  const place = mkdtempSync(join(tmpdir(), "plotline-bench-"));
  const texts = join(place, "chapters.jsonl");
  writeFileSync(texts, chapters.map(({ summary, story }) => JSON.stringify({ summary, story })).join("\n"));
  return {
    measured() {
      const script = join(root, "bench", "peers", "align_peer.py");
      const done = spawnSync(python, [script, texts], { encoding: "utf8", maxBuffer: 1 << 26 });
      if (done.status === 0) return JSON.parse(done.stdout);
      throw new Error(`The Python peer failed: ${done.stderr.trim().split("\n").at(-1)}`);
    },
    end: () => rmSync(place, { recursive: true }),
  };
}

/** The default aligner on one core: every tenth chapter, and one of 100 bullets and 900 paragraphs. */
async function singleChapters() {
  const aligner = await findMethod("plotline").prepare(noCorpus, {});
  const times = [];
  for (const chapter of chapters.filter((_, k) => k % 10 === 0))
    times.push((await timed(() => aligner(chapter))).cpuMs);
  const at = (share) => `${quantile(times, share).toFixed(1)} ms`;
  console.log(`one chapter by plotline, one core (CPU): median ${at(0.5)}, of 95 in 100 at most ${at(0.95)}`);
  const large = joined(100, 900);
  if (large !== undefined) console.log(`a chapter of 100 × 900: ${spent(await timed(() => aligner(large)))}`);
}

/** Chapters of the corpus one after the other, as one; nothing where it is too small. */
function joined(bullets, paragraphs) {
  const [summary, story] = [chapters.flatMap((each) => each.summary), chapters.flatMap((each) => each.story)];
  if (summary.length < bullets || story.length < paragraphs) return undefined;
  return { work: "joined", number: 0, summary: summary.slice(0, bullets), story: story.slice(0, paragraphs) };
}

/** One very long chapter: 300 bullets, 3,000 paragraphs. */
async function staircases() {
  const [rows, columns] = [300, 3000];
  const g = { rows, columns, values: new Float32Array(rows * columns).map(random("long chapter")) };
  console.log("");
  for (const [name, solve] of Object.entries({ staircase: chronological, posterior })) {
    solve(g);
    const before = process.memoryUsage();
    const { ms } = await timed(() => solve(g));
    const after = process.memoryUsage();
    const used = Math.max(0, after.heapUsed - before.heapUsed) + Math.max(0, after.arrayBuffers - before.arrayBuffers);
    console.log(`${rows} × ${columns} by the ${name}: ${ms.toFixed(1)} ms, ${megabytes(used)} allocated`);
  }
}

/** A person pins links in the chapter with the most pairs; CPU time is what a quiet machine would take. */
async function pins() {
  const size = ({ summary, story }) => summary.length * story.length;
  const { summary, story } = chapters.reduce((most, each) => (size(each) > size(most) ? each : most));
  const [rows, columns] = [summary.length, story.length];
  const cell = (k) => ({ summary: Math.floor((k * rows) / 10), story: Math.floor((k * columns) / 10) });
  const around = async (linked) => spent(await timed(() => align(summary, story, { pins: { linked } })));
  console.log(`\nthe longest chapter, ${rows} × ${columns}: by plotline ${await around([])}`);
  const each = [];
  for (const tenths of [[5], [2, 5], [2, 5, 8], [2, 4, 5, 8], [2, 4, 5, 6, 8]])
    each.push(await around(tenths.map(cell)));
  console.log(`solved again around 1 to ${each.length} pins: ${each.join(", ")}`);
}

function spent({ ms, cpuMs }) {
  return `${ms.toFixed(0)} ms (CPU ${cpuMs.toFixed(0)})`;
}
