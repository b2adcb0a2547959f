import { readFileSync, rmSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { openCorpus } from "../corpus/open.ts";
import type { Corpus } from "../corpus/types.ts";
import { type Job, job, type Step } from "../jobs/executor.ts";
import { filesIn } from "../jobs/queue/bundle.ts";
import { contentKey } from "../jobs/queue/message.ts";
import type { LearnSettings } from "../learn/index.ts";
import type { Provider } from "../nn/index.ts";
import { Problem } from "../problem.ts";
import { hasRun, type ModelSettings, type Task, type TrainSettings } from "../readers/index.ts";
import { learnRun } from "./learn.ts";
import type { MethodFinder } from "./methods/methods.ts";
import { trainRun } from "./train.ts";

/** A run that is done from start to end wherever it is sent: a reader that is trained, or an alignment that is learned. */
export type WholeRun =
  | {
      readonly what: "train";
      readonly task: Task;
      readonly alignment: string;
      readonly model: ModelSettings;
      readonly train: TrainSettings;
      readonly words?: number;
    }
  | {
      readonly what: "learn";
      readonly settings: LearnSettings;
      readonly words?: number;
      readonly watch?: string;
    };

export interface WholeRunsSetup {
  readonly folder: string;
  /** Alignments that are stored in the corpus and needed. */
  readonly alignments: readonly string[];
  readonly encoder?: string | undefined;
  /** Where runs are while they are trained; one that was cut off goes on there. */
  readonly scratch: string;
  readonly threads?: number;
  readonly provider?: Provider;
}

/** The run's folder, file by file: whoever has it has the run. */
export interface RunFile {
  readonly path: string;
  readonly content: Uint8Array;
}

export function wholeRuns(setup: WholeRunsSetup): Job<WholeRunsSetup, WholeRun, readonly RunFile[]> {
  const travel = async () => (await import("./travel-run.ts")).runTravel(setup);
  return job(import.meta.url, startWholeRuns, setup, { travel });
}

export async function startWholeRuns(
  setup: WholeRunsSetup,
  find?: MethodFinder,
): Promise<Step<WholeRun, readonly RunFile[]>> {
  const corpus = await openCorpus(setup.folder);
  return async (run) => {
    const out = join(setup.scratch, contentKey(await corpus.hash(), run));
    await doRun(corpus, run, out, setup, find);
    const files = await readRun(out);
    rmSync(out, { recursive: true, force: true });
    return files;
  };
}

async function doRun(
  corpus: Corpus,
  run: WholeRun,
  out: string,
  setup: WholeRunsSetup,
  find: MethodFinder | undefined,
): Promise<void> {
  const { threads, provider, encoder } = setup;
  const machine = { ...(threads !== undefined && { threads }), ...(provider && { provider }) };
  if (run.what === "learn") {
    const { what: _, ...asked } = run;
    await learnRun(corpus, { ...asked, ...machine, out });
  } else {
    const { what: _, ...asked } = run;
    const options = { ...asked, ...(encoder !== undefined && { encoder }), ...(find && { find }) };
    const resume = hasRun(out);
    const { trained } = await trainRun(corpus, { ...options, ...(resume ? {} : machine), out, resume });
    await trained.reader.close();
  }
}

/** What is larger does not go through a queue. */
const mostBytes = 256 * 2 ** 20;

async function readRun(out: string): Promise<RunFile[]> {
  const paths = await filesIn(out);
  const bytes = paths.reduce((sum, path) => sum + statSync(join(out, path)).size, 0);
  if (bytes > mostBytes)
    throw new Problem(
      `The run has ${Math.ceil(bytes / 2 ** 20)} MB, and more than ${mostBytes / 2 ** 20} do not go through a queue: train it on that machine without --queue.`,
    );
  return paths.map((path) => ({ path: path.split(sep).join("/"), content: readFileSync(join(out, path)) }));
}
