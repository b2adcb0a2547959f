import type { Corpus, Work } from "../../corpus/types.ts";
import { defaultThreads, type Provider, type TrainingProgress } from "../../nn/index.ts";
import { Problem } from "../../problem.ts";
import {
  cachedCorpus,
  contextsFor,
  type EncodedCorpus,
  hasRun,
  type ModelSettings,
  modelDefaults,
  type ReaderFile,
  readReaderFile,
  saveReaderFile,
  type Task,
  type TrainedReader,
  type TrainSettings,
  trainDefaults,
  trainReader,
  vocabularyHash,
} from "../../readers/index.ts";
import { version } from "../../version.ts";
import type { MethodFinder } from "../align/methods.ts";
import { contextSources } from "../tasks/context-sources.ts";

/** A training as it is asked for. */
export interface TrainRun {
  readonly task: Task;
  readonly alignment: string;
  /** The run's folder. */
  readonly out: string;
  /** Go on from the last checkpoint, with the settings that the run was started with. */
  readonly resume: boolean;
  readonly model?: Partial<ModelSettings>;
  readonly train?: Partial<TrainSettings>;
  /** Words of the vocabulary, at most. */
  readonly words?: number;
  readonly threads?: number;
  readonly provider?: Provider;
  /** An encoder's folder, for alignments that compare vectors. */
  readonly encoder?: string;
  /** How the alignment's method is found; a file of the user's may be one, unless told. */
  readonly find?: MethodFinder;
  readonly onWork?: (work: Work, works: number) => void;
  readonly onProgress?: (progress: TrainingProgress) => void;
  readonly signal?: AbortSignal;
}

/** Trains a reader on the works outside validation: everything it needs to be scored or to go on is in its folder. */
export async function trainRun(
  corpus: Corpus,
  asked: TrainRun,
): Promise<{ readonly file: ReaderFile; readonly trained: TrainedReader }> {
  const works = corpus.works.filter(({ split, summarised }) => split === "train" && summarised.length > 0);
  if (works.length === 0)
    throw new Problem(
      `${corpus.folder} has no summarised work outside validation to train on; corpus.json says which are.`,
    );
  const before = startOrResume(asked);
  const words = before?.words;
  const data = await cachedCorpus(corpus, works, {
    ...(words === undefined ? asked.words !== undefined && { wordList: { most: asked.words } } : { words }),
    onWork: (work) => asked.onWork?.(work, works.length),
  });
  const alignment = before?.file.alignment ?? asked.alignment;
  const train = { ...trainDefaults, ...before?.file.train, ...asked.train, ...keptOf(before?.file) };
  const [source] = await contextSources(corpus, [alignment], train.seed, asked.encoder, asked.find);
  if (source === undefined) throw new Problem(`There is no alignment ${alignment}.`);
  const contexts = await contextsFor(corpus, works, source);
  const file = before?.file ?? (await describe(corpus, works, data, asked, train));
  saveReaderFile(asked.out, { ...file, train });
  const { threads = defaultThreads(), provider, onProgress, signal, task } = asked;
  const trained = await trainReader({
    task,
    data,
    contexts,
    model: file.model,
    train,
    threads,
    folder: asked.out,
    checkpointEvery: provider === "webgpu" ? checkpointOnCard : checkpointEvery,
    ...(provider && { provider }),
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  });
  return { file: { ...file, train }, trained };
}

/** Steps between checkpoints: about a minute's, and less where a GPU may go away. */
const checkpointEvery = 100;
const checkpointOnCard = 50;

/** A folder with a run in it is gone on with, or left alone. */
function startOrResume({ out, resume, task }: TrainRun): ReturnType<typeof readReaderFile> | undefined {
  if (!resume && hasRun(out))
    throw new Problem(`${out} holds a run already: go on with it by --resume, or name another folder with --out.`);
  if (!resume) return undefined;
  const before = readReaderFile(out);
  if (before.file.task !== task)
    throw new Problem(`${out} holds a ${before.file.task} reader; go on with "plotline train ${before.file.task}".`);
  return before;
}

/** What a run that goes on keeps from its start: all that decides its batches and its model. */
function keptOf(file: ReaderFile | undefined): Partial<TrainSettings> {
  if (file === undefined) return {};
  const { epochs: _, patience: __, ...kept } = file.train;
  return kept;
}

async function describe(
  corpus: Corpus,
  works: readonly Work[],
  data: EncodedCorpus,
  { task, alignment, model }: TrainRun,
  train: TrainSettings,
): Promise<ReaderFile> {
  const chapters = data.works.flatMap((work) => work.chapters);
  const bullets = chapters.reduce((sum, chapter) => sum + chapter.bullets.length, 0);
  const paragraphs = chapters.reduce((sum, chapter) => sum + chapter.story.length, 0);
  const sizes = { ...modelDefaults, ...model };
  const hash = await corpus.hash(works);
  return {
    version,
    task,
    alignment,
    corpus: hash,
    signature: `corpus:${hash}|task:${task}|alignment:${alignment}|protocol:paper|embedding:${sizes.embedding}|hidden:${sizes.hidden}|rate:${train.learningRate}|margin:${train.margin}|batch:${train.chapters}×${train.questions}|words:${data.words.words.length}|seed:${train.seed}|version:${version}`,
    model: sizes,
    train,
    bulletsPerParagraph: bullets / Math.max(1, paragraphs),
    markers: data.words.markers,
    words: [...data.words.words],
    vocabulary: vocabularyHash(data.words),
  };
}
