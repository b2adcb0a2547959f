import { answerLines, type Corpus, type Work } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import { defaultThreads } from "@plotline/nn/node";
import {
  type ContextSource,
  type ControlRow,
  Controls,
  type ReaderScore,
  scoreReader,
  type Task,
  unitsOf,
  WorkControls,
} from "@plotline/questions";
import { AskedWork, defaultSet, openReader, readerFolder } from "@plotline/questions/node";
import { readerData } from "./reader-data.ts";

interface ScoreRun {
  /** The alignment that its contexts come from; by default the one it was trained with. */
  readonly alignment?: string;
  readonly works: readonly Work[];
  readonly threads?: number;
  readonly encoder?: string;
  readonly controls: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

export type ScoredRun = Awaited<ReturnType<typeof scoreRun>>;

/** Asks a trained reader the questions of some works, and the controls the same. */
export async function scoreRun(run: string, corpus: Corpus, options: ScoreRun) {
  const folder = readerFolder(run);
  const { task, alignment: trainedWith, train } = folder.file;
  const { works, alignment = trainedWith, threads = defaultThreads() } = options;
  const { encoded, contexts, source } = await readerData(corpus, works, {
    alignment,
    seed: train.seed,
    encoder: options.encoder,
    words: folder.words,
    isTraining: () => false,
  });
  const units = unitsOf(encoded.works, contexts);
  const questions = sumOf(units, ({ chapter }) => chapter[task].length);
  if (questions === 0) throw new Problem(`These works of ${corpus.folder} have no ${task} question to score on.`);
  const reader = await openReader(folder, { threads });
  try {
    const score = await scoreReader(reader, units, options);
    const controls = options.controls ? await controlsOf(corpus, works, source, task) : [];
    return { folder, alignment, score, controls };
  } finally {
    await reader.close();
  }
}

/** What the rules answer right on the questions of some works, for each source and protocol. */
export async function controlRows(
  corpus: Corpus,
  works: readonly Work[],
  sources: readonly ContextSource[],
  task: Task,
): Promise<ControlRow[]> {
  const controls = new Controls();
  const options = { set: defaultSet, sources };
  for (const work of works) {
    const asked = await AskedWork.of(corpus, work, options);
    const own = new WorkControls(asked.named, controls);
    for await (const chapter of asked.chapters())
      if (task === "cloze") own.addCloze(chapter);
      else own.addCompletion(chapter);
  }
  return controls.rows(task);
}

async function controlsOf(
  corpus: Corpus,
  works: readonly Work[],
  source: ContextSource,
  task: Task,
): Promise<ControlRow[]> {
  const rows = await controlRows(corpus, works, [source], task);
  return rows.filter(({ alignment, protocol }) => alignment === source.name && protocol === "paper");
}

/** A score as it is saved: without the questions themselves, but with which of them were answered right. */
export function savedScore({ hits, right: accuracy, ...rest }: ReaderScore) {
  return { accuracy, ...rest, right: answerLines(hits) };
}
