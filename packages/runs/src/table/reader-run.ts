import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Corpus, type ReaderResult, readerResultSchema } from "@plotline/align";
import { signatureOf } from "@plotline/base";
import { readRun, runId, runsOf, saveProgress, saveRun } from "@plotline/corpus/node";
import { type ReaderScore, scoreReader, type Task, unitsOf } from "@plotline/questions";
import { type TrainedReader, trainReader } from "@plotline/questions/node";
import type { ReaderData } from "../reader-data.ts";
import { savedScore } from "../score.ts";
import { signedSettings, type TableSettings } from "./settings.ts";

/** One training of a table: a task on an alignment, with a seed, on the works of a fold. */
export interface ReaderRun {
  readonly task: Task;
  readonly alignment: string;
  readonly seed: number;
  /** A description of what it is trained on and asked about. */
  readonly fold: string;
  /** The hash of the whole corpus. */
  readonly corpus: string;
  readonly settings: TableSettings;
  readonly threads: number;
}

/** What identifies a run: everything but the machine. */
type RunWords = Omit<ReaderRun, "threads">;

/** The result of an earlier run of the same kind; undefined where there is none, or it did not end. */
export async function resultThere(corpus: Corpus, run: RunWords): Promise<ReaderResult | undefined> {
  const stored = await readRun(corpus.folder, idOf(run));
  const parsed = readerResultSchema.safeParse(stored?.result);
  if (!parsed.success) return undefined;
  tidyUp(join(corpus.folder, "runs", idOf(run)));
  return parsed.data;
}

/**
 * Trains and asks a reader, and saves the result. A run that was stopped resumes from its last checkpoint; when its
 * numbers are on disk, its weights are deleted.
 */
export async function readerResult(
  corpus: Corpus,
  run: ReaderRun,
  { encoded, contexts }: ReaderData,
  onStep: (share: number) => void,
): Promise<ReaderResult> {
  const { task, settings, seed, threads } = run;
  const id = idOf(run);
  const folder = join(corpus.folder, "runs", id);
  const about = { kind: `train ${task}`, signature: readerSignature(run) };
  const report = onceASecond((share: number) => {
    const now = { ...about, done: Math.round(1000 * share), total: 1000 };
    void saveProgress(corpus.folder, id, now).catch(() => undefined);
    onStep(share);
  });
  await saveProgress(corpus.folder, id, { ...about, done: 0, total: 1 });
  const trained = await trainReader({
    task,
    data: encoded,
    contexts,
    model: settings.model,
    train: { ...settings.train, seed },
    threads,
    folder,
    checkpointEvery: 50,
    onProgress: ({ step, steps }) => report((trainingShare * step) / steps),
  });
  try {
    const asked = unitsOf(
      encoded.works.filter(({ split }) => split === "validation"),
      contexts,
    );
    const score = await scoreReader(trained.reader, asked, {
      onProgress: (done, all) => report(trainingShare + ((1 - trainingShare) * done) / all),
    });
    const result = resultOf(run, trained, score);
    await saveResult(corpus, run, result);
    tidyUp(folder);
    return readerResultSchema.parse(result);
  } finally {
    await trained.reader.close();
  }
}

/** How much of a run is training; the rest is asking. */
const trainingShare = 0.9;

/** Saves a result in the corpus, wherever it was trained. */
export async function saveResult(corpus: Corpus, run: RunWords, result: object): Promise<void> {
  const about = { kind: `train ${run.task}`, signature: readerSignature(run) };
  await saveRun(corpus.folder, idOf(run), { ...about, tables: [], result });
}

function idOf(run: RunWords): string {
  return runId(`train ${run.task}`, readerSignature(run), []);
}

export function readerSignature({ corpus, task, alignment, fold, seed, settings }: RunWords): string {
  return signatureOf({ corpus, task, alignment, protocol: "paper", ...signedSettings(settings), fold, seed });
}

function resultOf(run: ReaderRun, trained: TrainedReader, score: ReaderScore) {
  const { task, alignment, seed, settings } = run;
  const { steps, passes, seconds, ended, trainedOn } = trained;
  return {
    task,
    alignment,
    protocol: "paper",
    seed,
    ...savedScore(score),
    model: settings.model,
    train: settings.train,
    trainedOn,
    steps,
    passes,
    seconds,
    ended,
    device: deviceOf(run),
    signature: readerSignature(run),
  };
}

function deviceOf({ threads }: ReaderRun): string {
  return threads === 1 ? "one CPU thread" : `${threads} CPU threads`;
}

/** Tables need numbers; weights of a hundred readers would fill the disk. A run that was killed at its end left some. */
function tidyUp(folder: string): void {
  const isLeft = (name: string) => name.endsWith(".safetensors") || name === "progress.json";
  for (const name of readdirSync(folder).filter(isLeft)) rmSync(join(folder, name), { force: true });
}

const pause = 1_000;

function onceASecond(report: (share: number) => void): (share: number) => void {
  let reported = 0;
  return (share) => {
    if (Date.now() - reported < pause) return;
    reported = Date.now();
    report(share);
  };
}

/** The saved results of `plotline score CORPUS --judge`: the latest for each model, task and protocol. */
export async function judgedResults(corpus: Pick<Corpus, "folder">): Promise<ReaderResult[]> {
  const latest = new Map<string, ReaderResult>();
  for (const { run } of await runsOf(corpus.folder)) {
    if (run === undefined || !/^judge (cloze|completion)$/.test(run.kind)) continue;
    const parsed = readerResultSchema.safeParse(run.result);
    if (!parsed.success) continue;
    const { alignment, task, protocol } = parsed.data;
    const key = `${alignment} ${task} ${protocol}`;
    if (!latest.has(key)) latest.set(key, parsed.data);
  }
  return [...latest.values()];
}
