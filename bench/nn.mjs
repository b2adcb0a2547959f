// How fast nn trains, next to PyTorch in one run: the same model, the same batches, the same threads.
// usage: node bench/nn.mjs [--rounds 5] [--threads 2] [--python python3] [--corpus corpora/sample]
// The corpus gives the lengths of paragraphs; --lengths FILE.json (a list of numbers) gives them where it is not.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { commandLine, mean, median, percent, printTable, root, sample } from "./kit.mjs";
import { generator } from "./nn-reader.mjs";

const here = join(root, "bench");
const { values: options } = commandLine({
  rounds: "5",
  steps: "6",
  threads: "2",
  python: "python3",
  corpus: sample,
  lengths: undefined,
});

/** A program of the comparison ended with an error. */
class Failed extends Error {}

const peer = join(here, "peers", "nn_torch.py");
const { rounds, steps } = options;

try {
  compare();
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  console.error(`${error.message}.`);
  process.exitCode = 2;
}

/** Rounds alternate between the two, so that a busy machine slows both alike; medians over all steps. */
function compare() {
  const real = realLengths();
  const rows = [
    compared("all 60 (dense)", "dense", () => ({ questions: Array(32).fill(30), paragraphs: Array(128).fill(60) })),
    compared("30–60 (packed)", "packed", (next) => ({
      questions: drawn(32, 15, 30, next),
      paragraphs: drawn(128, 30, 60, next),
    })),
    compared("a corpus's own", "packed", (next) => ({
      questions: drawn(32, 15, 30, next),
      paragraphs: Array.from({ length: 128 }, () => real[Math.floor(next() * real.length)]),
    })),
  ];
  console.log(`whole reader step, 32 questions, 128 paragraphs, 200-d, BiLSTM 200; ${options.threads} threads`);
  console.log(`PyTorch ${rows[0].version}; medians of ${rounds} alternating rounds of ${steps} steps\n`);
  printTable(
    ["lengths", "PyTorch ms", "ours ms", "ratio", "PyTorch tok/s", "ours tok/s", "peak MB (ratio)"],
    rows.map(({ name, ours, theirs }) => [
      name,
      theirs.ms.toFixed(0),
      ours.ms.toFixed(0),
      (theirs.ms / ours.ms).toFixed(2),
      theirs.tokensPerSecond.toFixed(0),
      ours.tokensPerSecond.toFixed(0),
      `${ours.peakMb.toFixed(0)} / ${theirs.peakMb.toFixed(0)} (${(ours.peakMb / theirs.peakMb).toFixed(2)})`,
    ]),
  );
  const { openingMs, ms } = rows[2].ours;
  console.log(
    `opening, with compiling: ${openingMs.toFixed(0)} ms once, for every length; ${percent(openingMs / (openingMs + 100 * ms))} of 100 steps over a corpus's lengths`,
  );
}

/** The same lengths for both, new ones each round. */
function compared(name, kind, draw) {
  const [ours, theirs] = [[], []];
  for (let round = 1; round <= Number(rounds); round++) {
    const environment = { THREADS: options.threads, LENGTHS: JSON.stringify(draw(generator(round))) };
    theirs.push(...answers(options.python, [peer, "reader", kind, steps], environment));
    ours.push(...answers(process.execPath, [join(here, "nn-reader.mjs"), steps], environment));
  }
  return { name, ours: summary(ours), theirs: summary(theirs), version: theirs[0].torch };
}

function drawn(count, shortest, longest, next) {
  return Array.from({ length: count }, () => shortest + Math.floor(next() * (longest - shortest + 1)));
}

function summary(runs) {
  const ms = median(runs.flatMap((run) => run.times));
  const tokens = mean(runs.map((run) => run.tokens));
  const peakMb = Math.max(...runs.map((run) => run.peakMb));
  return {
    ms,
    tokensPerSecond: (1000 * tokens) / ms,
    peakMb,
    openingMs: Math.max(...runs.map((run) => run.openingMs ?? 0)),
  };
}

function answers(program, arguments_, environment = {}) {
  const { stdout, stderr, status, signal, error } = spawnSync(program, arguments_.map(String), {
    encoding: "utf8",
    env: { ...process.env, ...environment },
  });
  if (status !== 0) {
    const why = lastWords(stderr ?? "") || (error?.code === "ENOENT" ? `there is no program ${program}` : signal);
    const hint = program === options.python ? "; --python names a Python that has PyTorch" : "";
    throw new Failed(`${basename(arguments_[0])} failed: ${why}${hint}`);
  }
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The sentence of an error, without the way there: `Problem: …` of ours, the last line of Python's. */
function lastWords(stderr) {
  const lines = stderr.trim().split("\n");
  const own = lines.find((line) => /^(\w*Error|Problem): /.test(line));
  return (own ?? lines.at(-1) ?? "").replace(/^(Problem|Error): /, "");
}

function realLengths() {
  return options.lengths ? JSON.parse(readFileSync(options.lengths, "utf8")) : paragraphLengths(options.corpus);
}

/** The number of words in every story paragraph of a corpus. */
function paragraphLengths(corpus) {
  const stories = join(corpus, "stories");
  const files = readdirSync(stories).flatMap((title) =>
    readdirSync(join(stories, title)).map((name) => join(stories, title, name)),
  );
  const paragraphs = files.flatMap((file) => readFileSync(file, "utf8").split(/\n\s*\n/));
  const lengths = paragraphs.map((paragraph) => paragraph.split(/\s+/).filter(Boolean).length);
  const kept = lengths.filter((words) => words > 0).map((words) => Math.min(words, 250));
  const every = Math.max(1, Math.floor(kept.length / 2000));
  return kept.filter((_, place) => place % every === 0);
}
