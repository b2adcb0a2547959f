// How fast a corpus is aligned, next to scikit-learn and NumPy in the same run; then by the default aligner: the whole corpus,
// single chapters, a very long one, and a chapter of 6,000 words in each of its tiers, with F on the sample corpus.
//   npm run bench -- align [CORPUS]        (the figures of docs/results.md are of the published corpus)
// From text in memory to links, tokenising included; the clock starts when the threads have started, as the peer's does
// when Python has imported scikit-learn. Rounds alternate between the two, so that a busy machine slows both alike;
// prints medians of wall-clock seconds, and CPU seconds of all threads.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Aligner,
  type Alignment,
  align,
  type Cell,
  type Chapter,
  chronological,
  findMethod,
  meanOf,
  score,
} from "@plotline/align";
import { openEncoder, shippedEncoder } from "@plotline/align/node";
import { inGroups, random, sumOf } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { type Job, job, type Step } from "@plotline/runs";
import { prepareMethods, threads } from "@plotline/runs/node";
import { posterior } from "../packages/align/src/posterior.ts";
import { goldOf, megabytes, noCorpus, open, printTable, program, quantile, root, sample, timed } from "./kit/kit.ts";

program(import.meta.url, {}, async ({ positionals: [folder = sample] }) => {
  const chapters = await chaptersOf(folder);
  const characters = sumOf(
    chapters.flatMap(({ summary, story }) => [...summary, ...story]),
    (text) => text.length,
  );
  console.log(`${folder}: ${chapters.length} chapters, ${characters.toLocaleString("en")} characters\n`);
  const { memory } = await wholeCorpus(chapters);
  await singleChapters(chapters);
  await staircases();
  await pins(chapters);
  console.log(`memory while aligning: ${memory.map(megabytes).join(" → ")} (at each quarter of the corpus)\n`);
  await tiers();
});

async function chaptersOf(folder: string): Promise<Chapter[]> {
  const all: Chapter[] = [];
  for await (const { gold: _, ...chapter } of (await openCorpus(folder)).chapters()) all.push(chapter);
  return all;
}

interface Speed {
  readonly seconds: number;
  readonly cpu: number;
}

/** Prints the table; gives a run. On one core: threads need what is built, and a bench runs from the sources. */
async function wholeCorpus(chapters: readonly Chapter[]) {
  const python = peer(chapters);
  const [ones, peers]: [Awaited<ReturnType<typeof alignAll>>[], Speed[]] = [[], []];
  for (let round = 0; round < 3; round++) {
    for (let run = 0; run < 3; run++) ones.push(await alignAll(chapters, "Chronological-TFIDF", 1));
    if (python !== undefined) peers.push(python.measured());
  }
  python?.end();
  const middle = <Of extends Speed>(runs: readonly Of[]) =>
    runs.toSorted((a, b) => a.seconds - b.seconds)[runs.length >> 1];
  const yardstick = middle(peers);
  const results: [string, Speed | undefined][] = [
    ["scikit-learn and NumPy, Chronological-TFIDF, one process", yardstick],
    ["plotline, Chronological-TFIDF, one core", middle(ones)],
    ["plotline, its own aligner, one core", await alignAll(chapters, "plotline", 1)],
  ];
  const rows = results.flatMap(([what, speed]) => (speed === undefined ? [] : [rowOf(what, speed, yardstick)]));
  printTable(["", "seconds", "CPU", "times as fast"], rows);
  return middle(ones)!;
}

function rowOf(what: string, { seconds, cpu }: Speed, yardstick: Speed | undefined): string[] {
  const times = yardstick === undefined ? "–" : (yardstick.seconds / seconds).toFixed(1);
  return [what, seconds.toFixed(2), cpu.toFixed(2), times];
}

/** The same job that the commands use, with the texts sent to the threads. */
async function alignAll(chapters: readonly Chapter[], method: string, cores: number) {
  const memory: number[] = [];
  let [done, started, busy] = [0, 0, process.cpuUsage()];
  const tasks = startedThen(cores, inGroups(chapters, 16), () => {
    [started, busy] = [performance.now(), process.cpuUsage()];
  });
  for await (const batch of threads(cores).run(alignTexts(method), tasks)) {
    done += batch.length;
    if (done >= (chapters.length / 4) * (memory.length + 1)) memory.push(process.memoryUsage().rss);
  }
  const { user, system } = process.cpuUsage(busy);
  return { seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6, memory };
}

/** Empty tasks first: threads take a new task only when an old one is answered, so that all of them are up after these. */
function* startedThen(cores: number, tasks: readonly Chapter[][], start: () => void): Iterable<Chapter[]> {
  for (let k = 0; k < 40 * cores; k++) yield [];
  start();
  yield* tasks;
}

/** Aligns chapters that are in memory, several per task. */
function alignTexts(method: string): Job<string, Chapter[], Alignment[]> {
  return job(import.meta.url, startAligningTexts, method);
}

export async function startAligningTexts(method: string): Promise<Step<Chapter[], Alignment[]>> {
  const [prepared] = await prepareMethods(noCorpus, { methods: [method], seed: 1 });
  return async (chapters) => {
    const links: Alignment[] = [];
    for (const chapter of chapters) links.push(await prepared!.align(chapter));
    return links;
  };
}

/** The texts, written down once for Python; nothing where scikit-learn is missing. */
function peer(chapters: readonly Chapter[]) {
  const python = process.env["PYTHON"] ?? "python3";
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
    measured(): Speed {
      const script = join(root, "bench", "peers", "align_peer.py");
      const done = spawnSync(python, [script, texts], { encoding: "utf8", maxBuffer: 1 << 26 });
      if (done.status === 0) return JSON.parse(done.stdout);
      throw new Error(`The Python peer failed: ${done.stderr.trim().split("\n").at(-1)}`);
    },
    end: () => rmSync(place, { recursive: true }),
  };
}

/** The default aligner on one core: every tenth chapter, and one of 100 points and 900 paragraphs. */
async function singleChapters(chapters: readonly Chapter[]): Promise<void> {
  const aligner = await findMethod("plotline").prepare(noCorpus, {});
  const times: number[] = [];
  for (const chapter of chapters.filter((_, k) => k % 10 === 0))
    times.push((await timed(() => aligner(chapter))).cpuMs);
  const at = (share: number) => `${quantile(times, share).toFixed(1)} ms`;
  console.log(`one chapter by plotline, one core (CPU): median ${at(0.5)}, of 95 in 100 at most ${at(0.95)}`);
  const [summary, story] = [chapters.flatMap((each) => each.summary), chapters.flatMap((each) => each.story)];
  if (summary.length < 100 || story.length < 900) return;
  const large = { work: "joined", number: 0, summary: summary.slice(0, 100), story: story.slice(0, 900) };
  console.log(`a chapter of 100 × 900: ${spent(await timed(() => aligner(large)))}`);
}

/** One very long chapter: 300 points, 3,000 paragraphs. */
async function staircases(): Promise<void> {
  const [rows, columns] = [300, 3000];
  const g = { rows, columns, values: new Float32Array(rows * columns).map(random("long chapter")) };
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
async function pins(chapters: readonly Chapter[]): Promise<void> {
  const size = ({ summary, story }: Chapter) => summary.length * story.length;
  const { summary, story } = chapters.reduce((most, each) => (size(each) > size(most) ? each : most));
  const [rows, columns] = [summary.length, story.length];
  const cell = (k: number) => ({ summary: Math.floor((k * rows) / 10), story: Math.floor((k * columns) / 10) });
  const around = async (linked: Cell[]) => spent(await timed(() => align(summary, story, { pins: { linked } })));
  console.log(`the longest chapter, ${rows} × ${columns}: by plotline ${await around([])}`);
  const each: string[] = [];
  for (const tenths of [[5], [2, 5], [2, 5, 8], [2, 4, 5, 8], [2, 4, 5, 6, 8]])
    each.push(await around(tenths.map(cell)));
  console.log(`solved again around 1 to ${each.length} pins: ${each.join(", ")}`);
}

/** One chapter of 6,000 words on one core: by the token table, and by the shipped encoder. */
async function tiers(): Promise<void> {
  const chapter = await longChapter(6000);
  const contextual = await openEncoder(shippedEncoder(), { threads: 1 });
  for (const [tier, options] of Object.entries({ table: {}, encoder: { contextual } })) {
    const aligner = await findMethod("plotline").prepare(noCorpus, options);
    await aligner({ ...chapter, summary: chapter.summary.slice(0, 2), story: chapter.story.slice(0, 5) });
    const taken = spent(await timed(() => aligner(chapter)));
    console.log(`by the ${tier}: ${wordsOf(chapter)} words, ${chapter.summary.length} points in ${taken}`);
    console.log(`by the ${tier}: F ${(await sampleF(aligner)).toFixed(4)} on corpora/sample`);
  }
}

async function sampleF(aligner: Aligner): Promise<number> {
  const found: number[] = [];
  for (const { gold, ...chapter } of await goldOf(await openCorpus(sample)))
    found.push(score(await aligner(chapter), gold).f);
  return meanOf(found);
}

/** Chapters of one work of the open corpus as one, of at least this many words. */
async function longChapter(least: number): Promise<Chapter> {
  const corpus = await openCorpus(open);
  const works = corpus.works.filter(({ title }) => title === "Agnes Grey");
  let made: Chapter = { work: "Agnes Grey", number: 0, summary: [], story: [] };
  for await (const { summary, story } of corpus.chapters({ works })) {
    made = { ...made, summary: [...made.summary, ...summary], story: [...made.story, ...story] };
    if (wordsOf(made) >= least) break;
  }
  return made;
}

function wordsOf({ story }: Chapter): number {
  return story.join(" ").split(/\s+/).length;
}

function spent({ ms, cpuMs }: { readonly ms: number; readonly cpuMs: number }): string {
  return `${ms.toFixed(0)} ms (CPU ${cpuMs.toFixed(0)})`;
}
