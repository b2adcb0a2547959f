// How fast nn trains, next to PyTorch in one run: the same model, the same batches, the same threads.
// usage: node bench/nn.mjs [--rounds 5] [--threads 2] [--python python3] [--corpus corpora/sample]
//        node bench/nn.mjs --provider webgpu [--sizes 128,1024,4096] [--questions 32,256,1024] [--tokens 12000000] [--python python3] [--corpus …]
// --width 16 --length 8 make everything small enough for a GPU that is emulated in software.
// The corpus gives the lengths of paragraphs; --lengths FILE.json (a list of numbers) gives them where it is not.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { commandLine, mean, median, percent, printTable, root, sample, seconds, sum } from "./kit.mjs";
import { generator } from "./nn-reader.mjs";

const here = join(root, "bench");
const { values: options } = commandLine({
  provider: "cpu",
  rounds: undefined,
  steps: undefined,
  width: "200",
  length: "60",
  sizes: "128,1024,4096",
  threads: "2",
  python: "python3",
  corpus: sample,
  lengths: undefined,
  tokens: "12000000",
  questions: "32,256,1024",
});

/** A program of the comparison ended with an error. */
class Failed extends Error {}

const peer = join(here, "peers", "nn_torch.py");
const [rounds, steps] =
  options.provider === "webgpu"
    ? [options.rounds ?? 20, options.steps ?? 12]
    : [options.rounds ?? 5, options.steps ?? 6];

try {
  if (options.provider === "webgpu") onGpu();
  else onProcessor();
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  console.error(`${error.message}.`);
  process.exitCode = 2;
}

/** Rounds alternate between the two, so that a busy machine slows both alike; medians over all steps. */
function onProcessor() {
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

/** A part that fails is reported and the others are still measured, since a GPU may not be available for a second try. */
function onGpu() {
  for (const part of [bilstmOnGpu, readerOnGpu, epochOnGpu]) {
    try {
      part();
    } catch (error) {
      console.error(error.message);
      process.exitCode = 1;
    }
  }
}

/** The BiLSTM alone, and where its time goes. */
function bilstmOnGpu() {
  const sizes = options.sizes.split(",");
  const theirs = peerAnswers(["bilstm", options.sizes, String(2 * rounds)]);
  const measured = (...words) => answers(process.execPath, [join(here, "nn-webgpu.mjs"), ...words]);
  const ours = measured(rounds, ...sizes);
  const profiles = measured(4, ...sizes, "--profile");
  const { width, length } = options;
  console.log(
    `BiLSTM ${width} → ${width}, ${length} steps, forward + backward, float32 (TF32 off), everything on the GPU`,
  );
  console.log(theirs.length > 0 ? `PyTorch ${theirs[0].torch} on ${theirs[0].device}; medians\n` : "medians\n");
  printTable(
    ["sequences", "PyTorch ms", "ours ms", "share of PyTorch's throughput", "ours tok/s"],
    ours.map((mine, place) => [
      sizes[place],
      shown(theirs[place]?.medianMs, 1),
      shown(mine.medianMs, 1),
      shown(theirs[place]?.medianMs / mine.medianMs, 2),
      shown(mine.tokensPerSecond, 0),
    ]),
  );
  for (const { error } of ours.filter(({ error }) => error)) {
    console.error(error);
    process.exitCode = 1;
  }
  for (const { error, ...profile } of profiles) if (!error) whereTheTimeGoes(profile);
}

/** The GPU's and the host's time overlap, so that neither sum is the time of a run. */
function whereTheTimeGoes({ rows, nodes, compileMs, where }) {
  const all = (of) => sum(where.map((each) => each[of])).toFixed(1);
  console.log(
    `${rows} sequences: ${nodes} nodes, ${compileMs.toFixed(0)} ms to compile; kernels take ${all("gpu")} ms of the GPU, handing them over ${all("host")} ms of the host (profiling makes both longer):`,
  );
  printTable(
    ["kernel", "calls", "ms GPU", "ms host"],
    where
      .slice(0, 10)
      .map(({ kernel, calls, gpu, host }) => [kernel, calls.toFixed(0), gpu.toFixed(2), host.toFixed(2)]),
  );
}

/** Whole training steps of the reader: embeddings, both BiLSTMs, attention, loss, gradients, Adam. */
function readerOnGpu() {
  const [real, next] = [realLengths(), generator(3)];
  const batches = options.questions.split(",").map((questions) => ({
    questions: drawn(Number(questions), 15, 30, next),
    paragraphs: Array.from({ length: 4 * questions }, () => real[Math.floor(next() * real.length)]),
  }));
  const environment = { LENGTHS: JSON.stringify(batches), PROVIDER: "webgpu" };
  const ours = answers(process.execPath, [join(here, "nn-reader.mjs"), steps], environment);
  const theirs = peerAnswers(["reader", "packed", steps], environment);
  console.log("whole training step of the reader, a corpus's own lengths (PyTorch packs), ms and tokens a second\n");
  printTable(
    ["questions × paragraphs", "steps × rows", "PyTorch ms", "ours ms", "ratio", "ours tok/s"],
    batches.map(({ questions, paragraphs }, place) => {
      const [mine, peer] = [summary([ours[place]]), theirs[place] && summary([theirs[place]])];
      return [
        `${questions.length} × ${paragraphs.length}`,
        ours[place].layout.join(" × "),
        shown(peer?.ms, 1),
        shown(mine.ms, 1),
        shown(peer?.ms / mine.ms, 2),
        shown(mine.tokensPerSecond, 0),
      ];
    }),
  );
}

/** A pass of the training loop over real lengths: what compiling costs when every size must be compiled first. */
function epochOnGpu() {
  const environment = { LENGTHS: JSON.stringify({ paragraphs: realLengths() }), PROVIDER: "webgpu" };
  const [run] = answers(process.execPath, [join(here, "nn-reader.mjs"), "epoch", options.tokens], environment);
  console.log(
    `one pass of training over a corpus's own lengths: ${run.tokens} tokens in ${run.steps} steps, ${seconds(run.ms)}, ${run.tokensPerSecond.toFixed(0)} tokens/s`,
  );
  console.log(
    `the first step, with opening the GPU and compiling its models and kernels, ${run.firstStepMs.toFixed(0)} ms; the median of the others ${shown(run.medianStepMs, 0)} ms`,
  );
}

/** PyTorch's side, or nothing where it is not installed: our own figures are worth printing all the same. */
function peerAnswers(arguments_, environment) {
  try {
    return answers(options.python, [peer, ...arguments_], environment);
  } catch (error) {
    console.error(`${error.message}; only our own figures follow.`);
    return [];
  }
}

function shown(number, digits) {
  return number > 0 ? number.toFixed(digits) : "–";
}

function answers(program, arguments_, environment = {}) {
  const { stdout, stderr, status, signal, error } = spawnSync(program, arguments_.map(String), {
    encoding: "utf8",
    env: { ...process.env, NN_WIDTH: options.width, NN_STEPS: options.length, ...environment },
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
