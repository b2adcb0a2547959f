// Reading words and scoring pairs of paragraphs on one core, next to scikit-learn and NLTK where Python has them.
// usage: npm run build && node bench/similarity.mjs [CORPUS]     (default: .cache/shmoop if there, else the sample)
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bleu, bm25, chance, openCorpus, sentences, tfidf, tokens } from "../dist/index.js";
import { reader } from "../dist/text/reader.js";
import { vocabulary } from "../dist/text/vocabulary.js";
import { argumentsOf } from "./arguments.mjs";

const folder =
  argumentsOf().positionals[0] ?? (existsSync(".cache/shmoop/stories") ? ".cache/shmoop" : "corpora/sample");
const rounds = 5;

const chapters = await readChapters(folder);
const pairs = sum(chapters, ({ summary, story }) => summary.length * story.length);
const characters = sum(chapters, ({ summary, story }) => sum([...summary, ...story], (text) => text.length));
console.log(`${folder}: ${chapters.length} chapters, ${pairs} pairs, ${(characters / 1e6).toFixed(1)} M characters`);
console.log(`Node ${process.version}, one core, median of ${rounds} runs after one to warm up\n`);

benchReading();
benchScoring();
benchPeers();

async function readChapters(path) {
  const corpus = await openCorpus(path);
  const found = [];
  for await (const { work, number, summary, story } of corpus.chapters()) found.push({ work, number, summary, story });
  return found;
}

function benchReading() {
  let words = 0;
  const fast = median(() => {
    const known = vocabulary();
    words = sum(chapters, ({ summary, story }) => known.read(summary).ids.length + known.read(story).ids.length);
  });
  console.log(`words for scoring            ${rate(words, fast)} words/s`);
  const some = chapters.slice(0, Math.ceil(chapters.length / 20)).flatMap(({ story }) => story);
  let found = 0;
  const fine = median(() => (found = sum(some, (text) => tokens(text).length)));
  console.log(`tokens with offsets          ${rate(found, fine)} tokens/s`);
  const split = median(() => sum(some, (text) => sentences(text).length));
  console.log(`tokens and sentences         ${rate(found, split)} tokens/s\n`);
}

function benchScoring() {
  console.log("µs per 1,000 pairs           from text   words read already");
  for (const [name, similarity] of Object.entries({
    "TF-IDF": tfidf(),
    "TF-IDF, stems": tfidf({ stems: true }),
    BM25: bm25(),
    "BLEU-1": bleu(1),
    "BLEU-4": bleu(4),
    random: chance(),
  })) {
    const fromText = median(() => scoreAll(similarity.prepare()));
    const shared = reader();
    for (const { summary, story } of chapters) for (const side of [summary, story]) shared.read(side);
    const alone = median(() => scoreAll(similarity.prepare({ reader: shared })));
    console.log(`${name.padEnd(28)} ${perThousand(fromText, pairs)}   ${perThousand(alone, pairs)}`);
  }
}

function scoreAll(score) {
  for (const chapter of chapters) score(chapter);
}

function benchPeers() {
  const home = mkdtempSync(join(tmpdir(), "plotline-bench-"));
  try {
    const file = join(home, "chapters.jsonl");
    writeFileSync(file, chapters.map((chapter) => `${JSON.stringify(chapter)}\n`).join(""));
    const script = join(import.meta.dirname, "peers", "similarity_peer.py");
    const run = spawnSync("python3", [script, file], { encoding: "utf8" });
    if (run.status !== 0) return console.log("\nNo peers: they need python3 with scikit-learn and nltk.");
    console.log();
    for (const [name, { seconds, pairs: scored }] of Object.entries(JSON.parse(run.stdout)))
      console.log(`${name.padEnd(28)} ${perThousand(seconds * 1000, scored)}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** In milliseconds. */
function median(work) {
  const times = [];
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  return times.slice(1).sort((a, b) => a - b)[rounds >> 1];
}

function rate(count, milliseconds) {
  return Math.round(count / (milliseconds / 1000))
    .toLocaleString("en")
    .padStart(11);
}

function perThousand(milliseconds, scored) {
  return ((milliseconds * 1e6) / scored).toFixed(0).padStart(9);
}

function sum(items, value) {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
}
