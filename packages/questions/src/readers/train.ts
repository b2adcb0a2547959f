import { balanced, Problem, sumOf } from "@plotline/base";
import type { Build } from "@plotline/nn";
import { defaultThreads, type Replicas, type TrainingProgress, type TrainOptions, train } from "@plotline/nn/node";
import { type AskedUnit, clozeBatch } from "./batches/cloze-batch.ts";
import { completionBatch, type WritingUnit } from "./batches/completion-batch.ts";
import { cost, someOf, type Unit, unitsOf } from "./batches/units.ts";
import type { EncodedCorpus } from "./encoding/corpus.ts";
import { chapterKey, type EncodedWork, type WorkContexts } from "./encoding/examples.ts";
import { drawHeldBack, portionsOf } from "./held-back.ts";
import { Reader, readerModel } from "./reader.ts";
import { type ReaderScore, scoreReader } from "./score.ts";
import { type ModelSettings, modelDefaults, type Task, type TrainSettings, trainDefaults } from "./settings.ts";

export interface TrainReaderOptions {
  readonly task: Task;
  /** Only works of the split "train" are used. */
  readonly data: EncodedCorpus;
  readonly contexts: WorkContexts;
  readonly model?: Partial<ModelSettings>;
  readonly train?: Partial<TrainSettings>;
  readonly threads?: number;
  /** The folder of checkpoints and metrics, from which an interrupted run resumes. */
  readonly folder?: string;
  readonly checkpointEvery?: number;
  readonly onProgress?: (progress: TrainingProgress) => void;
  /** After every pass, with what was held out scored: further numbers for the metrics. */
  readonly onPass?: (reader: Reader, heldOut: ReaderScore) => Promise<Readonly<Record<string, number>>>;
  readonly signal?: AbortSignal;
}

/** A trained reader, and what it was trained on. */
export interface TrainedReader {
  readonly reader: Reader;
  readonly ended: "finished" | "early" | "interrupted";
  readonly steps: number;
  readonly best: number | undefined;
  readonly heldBack: readonly string[];
  /** What that accuracy rests on. */
  readonly heldOut: HeldOut | undefined;
  readonly trainedOn: { readonly works: number; readonly chapters: number; readonly questions: number };
}

/** The questions that decide when a training stops. */
export type HeldOut = Pick<ReaderScore, "questions" | "chance">;

/**
 * Trains the paper's reader or decoder: a batch is a few chapters, whose paragraphs are encoded once for all questions.
 *
 * @example
 * const corpus = await openCorpus("corpora/sample");
 * const works = corpus.works.slice(1, 2);
 * const data = await encodeCorpus(corpus, works, { isTraining: () => true });
 * const [source] = await methodSources([findMethod("TFIDF")], corpusView(corpus), {});
 * const contexts = await contextsFor(corpus, works, source);
 * const small = { model: { hidden: 4, embedding: 4 }, train: { epochs: 1 }, threads: 1 };
 * const { reader, trainedOn } = await trainReader({ task: "cloze", data, contexts, ...small });
 * const { questions } = await scoreReader(reader, unitsOf(data.works, contexts));
 * await reader.close();
 * [trainedOn.chapters, questions]; // → [8, 128]
 */
export async function trainReader(options: TrainReaderOptions): Promise<TrainedReader> {
  const { task, folder, checkpointEvery, onProgress, signal } = options;
  const { build, learning, heldBack, readerOf, training } = trainingPlan(options);
  let heldOut: HeldOut | undefined;
  const scored = async (replicas: Replicas) => {
    const score = await scoreReader(readerOf(replicas), heldBack);
    heldOut = { questions: score.questions, chance: score.chance };
    return score;
  };
  const validate = async (replicas: Replicas) => {
    const score = await scored(replicas);
    return { accuracy: score.right, ...(await options.onPass?.(readerOf(replicas), score)) };
  };
  const trained = await train(build, {
    ...training,
    validate,
    folder,
    checkpointEvery,
    onProgress,
    signal,
  });
  const endedBefore = trained.best !== undefined && heldOut === undefined;
  if (endedBefore) await scored(trained.replicas);
  return {
    reader: readerOf(trained.replicas),
    ended: trained.ended,
    steps: trained.steps,
    best: trained.best,
    heldBack: [...new Set(heldBack.map(({ work }) => work.title))],
    heldOut,
    trainedOn: {
      works: new Set(learning.map(({ work }) => work.title)).size,
      chapters: learning.length,
      questions: sumOf(learning, (unit) => askable(task, unit)),
    },
  };
}

/** A training run before it starts: the model, its examples, and how batches are made from them. */
interface TrainingPlan {
  readonly build: Build;
  readonly learning: readonly Unit[];
  readonly heldBack: readonly Unit[];
  readonly readerOf: (replicas: Replicas) => Reader;
  readonly training: TrainOptions<Unit>;
}

export function trainingPlan(options: TrainReaderOptions): TrainingPlan {
  const settings = { ...trainDefaults, ...options.train };
  const model = { ...modelDefaults, ...options.model };
  const { task, data, contexts, threads = defaultThreads() } = options;
  const { words } = data;
  const { learning, heldBack } = holdBack(trainingUnits(task, data.works, contexts), settings);
  const costs = new Map(learning.map((unit) => [unit, Math.min(cost(unit), settings.tokens)]));
  return {
    build: readerModel(task, model, words, settings),
    learning,
    heldBack,
    readerOf: (replicas) => new Reader(task, words, model, replicas),
    training: {
      examples: learning,
      collate: (units, next) => collate(task, units, { ...settings, ...model, words, next }),
      weigh: (units) => sumOf(units, (unit) => Math.min(settings.questions, askable(task, unit))),
      divide: (units, threads) => balanced(units, threads, (unit) => costs.get(unit) ?? 0),
      batchSize: settings.chapters,
      epochs: settings.epochs,
      adam: { learningRate: settings.learningRate },
      clip: settings.clip,
      seed: settings.seed,
      threads,
      better: "higher",
      patience: settings.patience,
    },
  };
}

function trainingUnits(task: Task, works: readonly EncodedWork[], contexts: WorkContexts): Unit[] {
  const train = works.filter(({ split }) => split === "train");
  const units = unitsOf(train, contexts).filter((unit) => askable(task, unit) > 0);
  if (units.length >= fewestChapters) return units;
  throw new Problem(
    `There are too few ${task} questions to train on: ${units.length} chapters outside the validation works have any, and at least ${fewestChapters} are needed.`,
  );
}

const fewestChapters = 4;

function askable(task: Task, { chapter }: Unit): number {
  return task === "cloze" ? chapter.cloze.length : chapter.points.filter(({ text }) => text.length > 1).length;
}

/** Whole works where there are enough of them, else chapters: what is trained on is never validated on. */
function holdBack(units: readonly Unit[], { heldBack, seed }: TrainSettings): { learning: Unit[]; heldBack: Unit[] } {
  const works = new Set(units.map(({ work }) => work.title));
  const groupOf = works.size >= fewestWorks ? ({ work }: Unit) => work.title : keyOf;
  const chosen = drawHeldBack(portionsOf(units, groupOf), { share: heldBack, seed, most: 2 });
  const isHeld = (unit: Unit) => chosen.has(groupOf(unit));
  return { learning: units.filter((unit) => !isHeld(unit)), heldBack: units.filter(isHeld) };
}

const fewestWorks = 4;

function keyOf({ work, chapter }: Unit): string {
  return chapterKey(work.title, chapter.number);
}

type CollateOptions = TrainSettings & Parameters<typeof completionBatch>[1];

/** A few questions of each chapter: others have their turn in other passes. */
function collate(task: Task, units: readonly Unit[], options: CollateOptions) {
  const { questions, next } = options;
  if (task === "cloze") {
    const asked = units.map((unit): AskedUnit => ({ ...unit, asked: someOf(unit.chapter.cloze, questions, next) }));
    return clozeBatch(asked, options);
  }
  const writing = units.map((unit): WritingUnit => {
    const points = unit.chapter.points.flatMap(({ text }, point) => (text.length > 1 ? { point, text } : []));
    return { ...unit, writings: someOf(points, questions, next) };
  });
  return completionBatch(writing, options);
}
