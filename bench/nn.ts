// How fast nn trains, next to PyTorch in one run: the same model (peers/nn_torch.py), the same batches, the same threads.
//   npm run bench -- nn [--rounds 5] [--steps 6] [--threads 2] [--python python3] [--corpus FOLDER]
// The corpus gives the lengths of paragraphs. Rounds alternate between the two, so that a busy machine slows both alike;
// medians over all steps. Without a Python that has PyTorch, ours alone are printed.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { meanOf } from "@plotline/align";
import { median, type Random, random, sumOf } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { model } from "@plotline/nn";
import { Replicas } from "@plotline/nn/node";
import { reader, readerValues } from "../packages/nn/src/testing/models.ts";
import { installRuntime } from "../scripts/setup.mjs";
import { printTable, program, root, sample } from "./kit/kit.ts";

const options = { rounds: 5, steps: 6, threads: 2, python: "python3", corpus: sample };
program(import.meta.url, options, async ({ values }) => {
  installRuntime();
  const python = spawnSync(values.python, ["-c", "import torch"]).status === 0 ? values.python : undefined;
  if (python === undefined) console.log(`${values.python} has no PyTorch (--python names another): ours alone.\n`);
  const real = await paragraphLengths(values.corpus);
  const kinds: [string, string, (next: Random) => Lengths][] = [
    ["all 60 (dense)", "dense", () => ({ questions: Array(32).fill(30), paragraphs: Array(128).fill(60) })],
    [
      "30–60 (packed)",
      "packed",
      (next) => ({ questions: drawn(32, 15, 30, next), paragraphs: drawn(128, 30, 60, next) }),
    ],
    ["a corpus's own", "packed", (next) => ({ questions: drawn(32, 15, 30, next), paragraphs: some(128, real, next) })],
  ];
  const compared: { readonly name: string; readonly ours: Run[]; readonly theirs: Run[] }[] = [];
  for (const [name, kind, draw] of kinds) {
    const [ours, theirs]: [Run[], Run[]] = [[], []];
    for (let round = 1; round <= values.rounds; round++) {
      const lengths = draw(random("lengths", round));
      if (python !== undefined) theirs.push(peer(python, kind, lengths, values.steps, values.threads));
      ours.push(await measured(lengths, values.steps, values.threads));
    }
    compared.push({ name, ours, theirs });
  }
  console.log(`whole reader step, 32 questions, 128 paragraphs, 200-d, BiLSTM 200; ${values.threads} threads`);
  console.log(
    `PyTorch ${compared[0]?.theirs[0]?.torch ?? "–"}; medians of ${values.rounds} alternating rounds of ${values.steps} steps\n`,
  );
  printTable(
    ["lengths", "PyTorch ms", "ours ms", "ratio", "PyTorch tok/s", "ours tok/s"],
    compared.map(({ name, ours, theirs }) => rowOf(name, figuresOf(ours), figuresOf(theirs))),
  );
});

/** The words of each question and of each paragraph, four of which belong to a question. */
interface Lengths {
  readonly questions: readonly number[];
  readonly paragraphs: readonly number[];
}

interface Run {
  readonly times: readonly number[];
  readonly tokens: number;
  readonly torch?: string;
}

function figuresOf(runs: readonly Run[]) {
  const ms = median(runs.flatMap(({ times }) => times));
  return { ms, tokensPerSecond: (1000 * meanOf(runs.map(({ tokens }) => tokens))) / ms };
}

function rowOf(name: string, ours: ReturnType<typeof figuresOf>, theirs: ReturnType<typeof figuresOf>): string[] {
  const shown = (figure: number, digits = 0) => (Number.isFinite(figure) && figure > 0 ? figure.toFixed(digits) : "–");
  const ratio = theirs.ms / ours.ms;
  return [
    name,
    shown(theirs.ms),
    shown(ours.ms),
    shown(ratio, 2),
    shown(theirs.tokensPerSecond),
    shown(ours.tokensPerSecond),
  ];
}

function drawn(count: number, shortest: number, longest: number, next: Random): number[] {
  return Array.from({ length: count }, () => shortest + Math.floor(next() * (longest - shortest + 1)));
}

function some(count: number, lengths: readonly number[], next: Random): number[] {
  return Array.from({ length: count }, () => lengths[Math.floor(next() * lengths.length)]!);
}

/** The number of words in the story paragraphs of a corpus, about 2,000 of them. */
async function paragraphLengths(folder: string): Promise<number[]> {
  const lengths: number[] = [];
  for await (const { story } of (await openCorpus(folder)).chapters({ unsummarised: true }))
    lengths.push(...story.map((paragraph) => Math.min(250, paragraph.split(/\s+/).length)));
  const every = Math.max(1, Math.floor(lengths.length / 2000));
  return lengths.filter((_, place) => place % every === 0);
}

function peer(python: string, kind: string, lengths: Lengths, steps: number, threads: number): Run {
  const script = join(root, "bench", "peers", "nn_torch.py");
  const done = spawnSync(python, [script, "reader", kind, String(steps)], {
    encoding: "utf8",
    env: { ...process.env, THREADS: String(threads), LENGTHS: JSON.stringify(lengths) },
  });
  if (done.status === 0) return JSON.parse(done.stdout);
  throw new Error(`The Python peer failed: ${done.stderr.trim().split("\n").at(-1)}`);
}

async function measured(lengths: Lengths, steps: number, threads: number): Promise<Run> {
  const replicas = await Replicas.open(model(reader(sizes)), { threads });
  const parts = batchOf(lengths, threads);
  const times: number[] = [];
  const warm = 3;
  for (let step = 1; step <= steps + warm; step++) {
    const started = performance.now();
    await replicas.differentiate(parts, { step, seed: 1 });
    await replicas.apply({ step, scale: 1 }, { learningRate: 1e-4, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 });
    if (step > warm) times.push(performance.now() - started);
  }
  await replicas.close();
  return { times, tokens: sumOf([...lengths.questions, ...lengths.paragraphs]) };
}

/** The sizes of the peer. */
const sizes = { words: 10_000, width: 200, hidden: 200, candidates: 4, names: 5, margin: 0.5 };

/** A batch of the given lengths, its words drawn at random, in a part for each thread. */
function batchOf(lengths: Lengths, threads: number) {
  const next = random("words");
  const ids = (length: number) => Array.from({ length }, () => Math.floor(next() * sizes.words));
  const share = lengths.questions.length / threads;
  return Array.from({ length: threads }, (_, thread) => {
    const part = (all: readonly number[], size: number) => all.slice(thread * size, (thread + 1) * size);
    const values = readerValues({
      questions: part(lengths.questions, share).map(ids),
      paragraphs: part(lengths.paragraphs, share * paragraphsEach).map(ids),
      of: Array.from({ length: share * paragraphsEach }, (_, paragraph) => Math.floor(paragraph / paragraphsEach)),
      candidates: Array.from({ length: share }, () => Array.from({ length: sizes.candidates }, () => ids(sizes.names))),
    });
    return { values, weight: share };
  });
}

const paragraphsEach = 4;
