import type { ReaderResult } from "@plotline/align";
import { findWork, openCorpus } from "@plotline/corpus/node";
import { type Job, job, type Step } from "../jobs/executor.ts";
import type { MethodFinder } from "../methods/methods.ts";
import { readerData } from "../reader-data.ts";
import { type ReaderRun, readerResult } from "./reader-run.ts";

/** What all trainings of a table have in common. */
interface TrainReadersSetup extends Pick<ReaderRun, "settings" | "threads"> {
  readonly folder: string;
  /** All alignments that readers are trained on. */
  readonly alignments: readonly string[];
}

/** One training, with the titles of the works that it learns from and is asked about. */
export interface TableTraining extends Omit<ReaderRun, "settings" | "threads"> {
  readonly train: readonly string[];
  readonly asked: readonly string[];
}

interface TrainingWatcher {
  reading(done: number, works: number, title: string): void;
  training(share: number, run: Pick<TableTraining, "task" | "alignment" | "fold">): void;
}

const nobody: TrainingWatcher = { reading: () => undefined, training: () => undefined };

/** Trains the readers of a table one after the other; each training is whole, wherever it is done. */
export function trainReaders(
  setup: TrainReadersSetup,
  watch: TrainingWatcher,
): Job<TrainReadersSetup, TableTraining, ReaderResult> {
  return {
    ...job(import.meta.url, startTrainingReaders, setup),
    start: (given) => startTrainingReaders(given, watch),
  };
}

export async function startTrainingReaders(
  { folder, alignments: _, ...common }: TrainReadersSetup,
  watch: TrainingWatcher = nobody,
  find?: MethodFinder,
): Promise<Step<TableTraining, ReaderResult>> {
  const corpus = await openCorpus(folder);
  return async ({ train, asked, ...run }) => {
    const works = [...train, ...asked].map((title) => findWork(corpus, title));
    let done = 0;
    const data = await readerData(corpus, works, {
      alignment: run.alignment,
      seed: run.seed,
      find,
      isTraining: ({ title }) => train.includes(title),
      onWork: ({ title }) => watch.reading(++done, works.length, title),
    });
    return readerResult(corpus, { ...run, ...common }, data, (share) => watch.training(share, run));
  };
}
