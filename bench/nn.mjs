// How fast nn trains, beside PyTorch in one run: the same model, the same batches, the same threads.
// usage: node bench/nn.mjs [--rounds 5] [--threads 2] [--python python3] [--corpus corpora/sample]
//        node bench/nn.mjs --provider webgpu [--sizes 128,1024,4096] [--python python3]      the BiLSTM alone, beside PyTorch CUDA
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { generator } from "./nn-reader.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    provider: { type: "string", default: "cpu" },
    rounds: { type: "string", default: "5" },
    steps: { type: "string", default: "6" },
    sizes: { type: "string", default: "128,1024,4096" },
    threads: { type: "string", default: "2" },
    python: { type: "string", default: "python3" },
    corpus: { type: "string", default: join(here, "..", "corpora", "sample") },
  },
});

const peer = join(here, "peers", "nn_torch.py");

if (options.provider === "webgpu") onGraphicsCard();
else onProcessor();

/** Rounds alternate between the two, so that a busy machine troubles both alike; medians over all steps. */
function onProcessor() {
  const real = paragraphLengths(options.corpus);
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
  console.log(
    `PyTorch ${rows[0].version}; medians of ${options.rounds} alternating rounds of ${options.steps} steps\n`,
  );
  console.log("lengths            PyTorch ms   ours ms    ratio  PyTorch tok/s  ours tok/s  peak MB (ratio)");
  for (const { name, ours, theirs } of rows) {
    const memory = `${ours.peakMb.toFixed(0)} / ${theirs.peakMb.toFixed(0)} (${(ours.peakMb / theirs.peakMb).toFixed(2)})`;
    console.log(
      [
        name.padEnd(18),
        theirs.ms.toFixed(0).padStart(11),
        ours.ms.toFixed(0).padStart(9),
        (theirs.ms / ours.ms).toFixed(2).padStart(8),
        theirs.tokensPerSecond.toFixed(0).padStart(14),
        ours.tokensPerSecond.toFixed(0).padStart(11),
        ` ${memory}`,
      ].join(" "),
    );
  }
  const { compileTime, ms } = rows[2].ours;
  const share = (100 * compileTime) / (compileTime + 100 * ms);
  console.log(
    `\ncompiling: ${compileTime.toFixed(0)} ms once, for every length; ${share.toFixed(2)} % of 100 steps over a corpus's lengths`,
  );
}

/** The same lengths for both, new ones each round. */
function compared(name, kind, draw) {
  const [ours, theirs] = [[], []];
  for (let round = 1; round <= Number(options.rounds); round++) {
    const environment = { THREADS: options.threads, LENGTHS: JSON.stringify(draw(generator(round))) };
    theirs.push(...answers(options.python, [peer, "reader", kind, options.steps], environment));
    ours.push(...answers(process.execPath, [join(here, "nn-reader.mjs"), options.steps], environment));
  }
  return { name, ours: summary(ours), theirs: summary(theirs), version: theirs[0].torch };
}

function drawn(count, shortest, longest, next) {
  return Array.from({ length: count }, () => shortest + Math.floor(next() * (longest - shortest + 1)));
}

function summary(runs) {
  const times = runs.flatMap((run) => run.times).sort((a, b) => a - b);
  const ms = times[times.length >> 1];
  const tokens = runs.reduce((sum, run) => sum + run.tokens, 0) / runs.length;
  const peakMb = Math.max(...runs.map((run) => run.peakMb));
  return {
    ms,
    tokensPerSecond: (1000 * tokens) / ms,
    peakMb,
    compileTime: Math.max(...runs.map((run) => run.compileTime ?? 0)),
  };
}

function onGraphicsCard() {
  const sizes = options.sizes.split(",");
  const ours = answers(process.execPath, [
    join(here, "nn-webgpu.mjs"),
    ...sizes,
    ...sizes.map((size) => `${size}:profile=1:rounds=4`),
  ]);
  console.log("BiLSTM 200 → 200, 60 steps, forward + backward, float32, everything on the card\n");
  console.log("sequences   PyTorch ms   ours ms   share of PyTorch's throughput");
  sizes.forEach((size, place) => {
    const [theirs] = answers(options.python, [peer, "bilstm", size, "40"]);
    const mine = ours[place];
    console.log(
      `${size.padStart(9)} ${theirs.medianMs.toFixed(1).padStart(12)} ${mine.medianMs.toFixed(1).padStart(9)}   ${(theirs.medianMs / mine.medianMs).toFixed(2)} (${theirs.device}, ${theirs.torch})`,
    );
  });
  for (const { rows, nodes, compileMs, where } of ours.slice(sizes.length)) {
    console.log(
      `\n${rows} sequences: ${nodes} nodes, ${compileMs.toFixed(0)} ms to compile; where the time goes, ms a run:`,
    );
    for (const { key, ms, calls } of where.slice(0, 12))
      console.log(`  ${ms.toFixed(2).padStart(8)}  ${calls.toFixed(0).padStart(5)} × ${key}`);
  }
}

function answers(program, arguments_, environment = {}) {
  const { stdout, stderr, status } = spawnSync(program, arguments_, {
    encoding: "utf8",
    env: { ...process.env, ...environment },
  });
  if (status !== 0) {
    console.error(`${program} ${arguments_.join(" ")} failed:\n${stderr}`);
    process.exit(1);
  }
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
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
