import { resolve } from "node:path";
import { type Corpus, defaultMethod, type Work } from "@plotline/align";
import { optionNamed, Problem, signatureOf, sumOf, version } from "@plotline/base";
import { digestOf } from "@plotline/base/node";
import { defaultThreads } from "@plotline/nn/node";
import { modelDefaults, type TrainSettings, trainDefaults, vocabularySchema } from "@plotline/questions";
import {
  type EncodedCorpus,
  hasRun,
  type ReaderFile,
  readReaderFile,
  saveReaderFile,
  type TrainedReader,
  type TrainReaderOptions,
  trainReader,
  vocabularyHash,
} from "@plotline/questions/node";
import { encoderWords, type MethodFinder } from "./methods/methods.ts";
import { readerData } from "./reader-data.ts";
import { summarisedWorks } from "./summarised-works.ts";

export interface TrainRun
  extends Pick<TrainReaderOptions, "task" | "model" | "train" | "threads" | "onProgress" | "signal"> {
  /** By default plotline's own. */
  readonly alignment?: string;
  readonly out: string;
  /** Resume from the last checkpoint, with the settings that the run was started with; other ones are a problem. */
  readonly resume: boolean;
  readonly words?: number;
  /** An encoder's folder, for alignments that compare vectors. */
  readonly encoder?: string;
  /** How the alignment's method is found; by default it may be a file of the user's. */
  readonly find?: MethodFinder;
  readonly onWork?: (work: Work, works: number) => void;
}

/** Trains a reader on the works outside validation: everything that scoring or resuming needs is in its folder. */
export async function trainRun(
  corpus: Corpus,
  asked: TrainRun,
): Promise<{ readonly file: ReaderFile; readonly trained: TrainedReader }> {
  const works = summarisedWorks(corpus, "train");
  if (works.length === 0)
    throw new Problem(
      `${corpus.folder} has no summarised work outside validation to train on; corpus.json says which are.`,
    );
  const before = startOrResume(asked);
  const { words } = vocabularySchema.parse({ words: asked.words });
  if (before !== undefined) await mustBeTheCorpus(corpus, works, before.file, asked.out);
  const train = { ...trainDefaults, ...asked.train, ...before?.file.train };
  const alignment = before?.file.alignment ?? asked.alignment ?? defaultMethod;
  const encoder = asked.encoder ?? before?.file.encoder;
  const { encoded, contexts } = await readerData(corpus, works, {
    alignment,
    seed: train.seed,
    encoder,
    find: asked.find,
    words: before?.words,
    wordList: before === undefined ? { most: words } : undefined,
    onWork: (work) => asked.onWork?.(work, works.length),
  });
  // How many threads add up decides the last digits of what is computed, so a resumed run keeps their number too.
  const threads = before?.file.threads ?? asked.threads ?? defaultThreads();
  const source = { alignment, encoder: encoder && resolve(encoder), contexts: digestOf([...contexts], 12) };
  if (before !== undefined) mustBeTheContexts(before.file, source.contexts, asked.out);
  const file = before?.file ?? {
    ...(await describe(corpus, works, encoded, { ...asked, ...source, words }, train)),
    threads,
    ...source,
  };
  if (before === undefined) saveReaderFile(asked.out, file);
  const trained = await trainReader({
    task: asked.task,
    data: encoded,
    contexts,
    model: file.model,
    train,
    threads,
    folder: asked.out,
    checkpointEvery,
    onProgress: asked.onProgress,
    signal: asked.signal,
  });
  const ended = withEnd(file, trained);
  saveReaderFile(asked.out, ended);
  return { file: ended, trained };
}

function withEnd(file: ReaderFile, trained: TrainedReader): ReaderFile {
  const { best: accuracy, heldOut, ended, steps, passes, heldBack, trainedOn } = trained;
  return {
    ...file,
    heldOut: accuracy !== undefined && heldOut ? { ...heldOut, accuracy } : undefined,
    end: { ended, steps, passes, heldBack: [...heldBack], trainedOn },
  };
}

/** Steps between checkpoints: about a minute's. */
const checkpointEvery = 100;

/** An existing run is resumed, or left alone. */
function startOrResume(asked: TrainRun): ReturnType<typeof readReaderFile> | undefined {
  const { out, resume, task } = asked;
  if (!resume && hasRun(out)) throw new Problem(`${out} already contains a run.`, "resumed or another run");
  if (!resume) return undefined;
  const before = readReaderFile(out);
  if (before.file.task !== task)
    throw new Problem(
      `${out} holds a ${before.file.task} reader; resume it with "plotline train ${before.file.task}".`,
    );
  mustBeItsSettings(asked, before.file);
  return before;
}

function mustBeItsSettings({ out, alignment, model, train, words, threads }: TrainRun, file: ReaderFile): void {
  const wanted = { ...model, ...train, words, alignment, threads };
  const had: Record<string, unknown> = { ...file.model, ...file.train, ...file, words: file.mostWords };
  const others = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && had[name] !== undefined && had[name] !== value,
  );
  if (others.length === 0) return;
  const options = others.map(([name]) => optionNamed(name));
  const [now, then] = [others.map(([, value]) => value), others.map(([name]) => had[name])].map((values) =>
    options.map((option, k) => `${option} ${values[k]}`).join(", "),
  );
  throw new Problem(
    `${out} was started with ${then}, not ${now}, and a resumed run is the same run: leave ${options.length === 1 ? "this option" : "these options"} out, or start another run with another --out.`,
  );
}

function mustBeTheContexts({ alignment, contexts }: ReaderFile, found: string, out: string): void {
  if (contexts === undefined || contexts === found) return;
  throw new Problem(`The alignment ${alignment} is no longer what ${out} was started with; start another run.`);
}

async function mustBeTheCorpus(corpus: Corpus, works: readonly Work[], file: ReaderFile, out: string): Promise<void> {
  if ((await corpus.hash(works)) === file.corpus) return;
  throw new Problem(
    `${out} was started on corpus ${file.corpus}, and ${corpus.folder} is another one or has changed since; resume it with the same texts, or start another run.`,
  );
}

async function describe(
  corpus: Corpus,
  works: readonly Work[],
  data: EncodedCorpus,
  { task, alignment, encoder, model, words }: TrainRun & { readonly alignment: string },
  train: TrainSettings,
): Promise<ReaderFile> {
  const chapters = data.works.flatMap((work) => work.chapters);
  const bullets = sumOf(chapters, (chapter) => chapter.bullets.length);
  const paragraphs = sumOf(chapters, (chapter) => chapter.story.length);
  const sizes = { ...modelDefaults, ...model };
  const hash = await corpus.hash(works);
  return {
    version,
    task,
    alignment,
    corpus: hash,
    signature: signatureOf({
      corpus: hash,
      task,
      alignment,
      encoder: encoder && (await encoderWords(encoder)),
      protocol: "paper",
      ...sizes,
      words: data.words.words.length,
      ...train,
    }),
    model: sizes,
    train,
    mostWords: words,
    bulletsPerParagraph: bullets / Math.max(1, paragraphs),
    markers: data.words.markers,
    words: [...data.words.words],
    vocabulary: vocabularyHash(data.words),
  };
}
