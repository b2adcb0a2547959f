import { z } from "zod";
import { findWork, openCorpus } from "../../corpus/open.ts";
import type { Corpus } from "../../corpus/types.ts";
import { type ReaderResult, readerResultSchema } from "../../evaluate/reader-result.ts";
import { type Job, job, type Remote, type Step } from "../../jobs/executor.ts";
import { folderThere, performer, remote } from "../../jobs/wire.ts";
import { cachedCorpus } from "../../readers/encoding/cache.ts";
import { contextsFor, type EncodedCorpus } from "../../readers/encoding/corpus.ts";
import type { WorkContexts } from "../../readers/encoding/examples.ts";
import { tasks } from "../../readers/settings.ts";
import { contextSources } from "../context-sources.ts";
import { corpusFiles } from "../corpus-files.ts";
import { type MethodFinder, registeredMethods } from "../methods/methods.ts";
import { type ReaderRun, readerResult } from "./reader-run.ts";
import { tableSchema } from "./settings.ts";

/** What all trainings of a table have in common. */
interface TrainReadersSetup extends Pick<ReaderRun, "settings" | "threads" | "provider"> {
  readonly folder: string;
  /** All alignments that readers are trained on. */
  readonly alignments: readonly string[];
}

/** One training, with the titles of the works that it learns from and is asked about. */
export interface TableTraining extends Omit<ReaderRun, "settings" | "threads" | "provider"> {
  readonly train: readonly string[];
  readonly asked: readonly string[];
}

interface TrainingWatcher {
  reading(done: number, works: number, title: string): void;
  training(share: number, run: TableTraining): void;
}

const nobody: TrainingWatcher = { reading: () => undefined, training: () => undefined };

/** Trains the readers of a table one after the other; each training is whole, wherever it is done. */
export function trainReaders(
  setup: TrainReadersSetup,
  watch: TrainingWatcher,
): Job<TrainReadersSetup, TableTraining, ReaderResult> {
  return {
    ...job(import.meta.url, startTrainingReaders, setup, () => remoteTraining(setup)),
    start: (given) => startTrainingReaders(given, watch),
  };
}

export async function startTrainingReaders(
  { folder, alignments: _, ...common }: TrainReadersSetup,
  watch: TrainingWatcher = nobody,
  find?: MethodFinder,
): Promise<Step<TableTraining, ReaderResult>> {
  const texts = new Texts(await openCorpus(folder), watch, find);
  return async (training) => {
    const { train, asked, ...run } = training;
    const data = { encoded: await texts.encoded(train, asked), contexts: await texts.contexts(training) };
    return readerResult(texts.corpus, { ...run, ...common }, data, (share) => watch.training(share, training));
  };
}

const shapes = {
  setup: tableSchema,
  task: z.strictObject({
    task: z.enum(tasks),
    alignment: z.string(),
    seed: z.int(),
    fold: z.string(),
    corpus: z.string(),
    train: z.array(z.string()).readonly(),
    asked: z.array(z.string()).readonly(),
  }),
  result: readerResultSchema,
};

export const performTraining = performer(shapes, async (settings, place) => {
  const { threads, provider } = place;
  const folder = folderThere(place, "corpus");
  return startTrainingReaders({ folder, alignments: [], settings, threads, provider }, undefined, registeredMethods);
});

/** A training is whole on one worker, which has the corpus; what comes back are numbers. */
async function remoteTraining({
  folder,
  settings,
  alignments,
}: TrainReadersSetup): Promise<Remote<TableTraining, ReaderResult>> {
  const corpus = await openCorpus(folder);
  return remote({
    kind: "reader",
    shapes,
    setup: settings,
    folders: { corpus: await corpusFiles(corpus, alignments) },
    batch: 1,
    nameOf: ({ task, alignment, seed, fold }) => `${task} on ${alignment}, seed ${seed}, ${fold}`,
    pack: async (training) => training,
    unpack: (result) => result,
  });
}

/** What several trainings read: encoded works by fold, contexts of the method at hand. */
class Texts {
  private readonly folds = new Map<string, Promise<EncodedCorpus>>();
  private last: { readonly key: string; readonly contexts: Promise<WorkContexts> } | undefined;

  constructor(
    readonly corpus: Corpus,
    private readonly watch: TrainingWatcher,
    private readonly find: MethodFinder | undefined,
  ) {}

  encoded(train: readonly string[], asked: readonly string[]): Promise<EncodedCorpus> {
    const key = JSON.stringify([train, asked]);
    const known = this.folds.get(key) ?? this.encode(train, asked);
    this.folds.set(key, known);
    return known;
  }

  /** Of the method at hand alone: those of all methods would fill the memory. */
  contexts({ alignment, seed, train, asked }: TableTraining): Promise<WorkContexts> {
    const titles = [...train, ...asked].sort();
    const key = JSON.stringify([alignment, seed, titles]);
    if (this.last?.key !== key) this.last = { key, contexts: this.readContexts(alignment, seed, titles) };
    return this.last.contexts;
  }

  private encode(train: readonly string[], asked: readonly string[]): Promise<EncodedCorpus> {
    const works = [...train, ...asked].map((title) => findWork(this.corpus, title));
    const training = new Set(train);
    let done = 0;
    return cachedCorpus(this.corpus, works, {
      isTraining: ({ title }) => training.has(title),
      onWork: ({ title }) => this.watch.reading(++done, works.length, title),
    });
  }

  private async readContexts(method: string, seed: number, titles: readonly string[]): Promise<WorkContexts> {
    const works = titles.map((title) => findWork(this.corpus, title));
    const [source] = await contextSources(this.corpus, [method], seed, undefined, this.find);
    return source === undefined ? new Map() : contextsFor(this.corpus, works, source);
  }
}
