import type { Corpus, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { defaultThreads } from "@plotline/nn/node";
import {
  type Answerer,
  type AskOptions,
  askedWork,
  defaultSet,
  goldNotes,
  type Hit,
  hashOfWorks,
  hitsOf,
  paperAlignment,
  type QuestionSet,
  type Reader,
  readerAnswerer,
  readyAnswerers,
  type Sitting,
  scoresOf,
  setNames,
  sittingsOf,
  type Task,
} from "@plotline/questions";
import { cachedCorpus, openReader, type ReaderFolder, readerFolder } from "@plotline/questions/node";
import { contextSource } from "./context-sources.ts";

interface ScoreRun {
  /** The alignment that contexts come from; by default the one that the reader was trained with, or the paper's best. */
  readonly alignment?: string;
  readonly works: readonly Work[];
  readonly threads?: number;
  readonly encoder?: string;
  readonly onProgress?: (done: number, total: number) => void;
}

/** A trained reader with its scores. */
export type ScoredRun = Awaited<ReturnType<typeof scoreRun>>;

/** What is asked about a work, and the hashes of its questions. */
interface AskedSittings {
  readonly title: string;
  readonly hashes: Readonly<Record<"cloze" | "completion", string>>;
  readonly sittings: readonly Sitting[];
}

/** What is asked about works, one after the other. */
export async function* askedWorks(
  corpus: Corpus,
  works: readonly Work[],
  options: AskOptions,
): AsyncGenerator<AskedSittings> {
  for (const work of works) {
    const { named, hashes, chapters } = await askedWork(corpus, work, options);
    const sittings: Sitting[] = [];
    for await (const chapter of chapters()) sittings.push(...sittingsOf(named, chapter));
    yield { title: work.title, hashes, sittings };
  }
}

/**
 * Asks a trained reader the questions of some works under both protocols and without contexts, and everybody who needs no
 * training the same; without a reader these alone, both tasks.
 */
export async function scoreRun(run: string | undefined, corpus: Corpus, options: ScoreRun) {
  const folder = run === undefined ? undefined : readerFolder(run);
  const set = folder === undefined ? defaultSet : setOf(folder);
  const { works, alignment = folder?.file.alignment ?? paperAlignment, threads = defaultThreads() } = options;
  const source = await contextSource(corpus, alignment, folder?.file.train.seed ?? 1, options.encoder);
  const reader = folder && (await openReader(folder, { threads }));
  try {
    const others = readyAnswerers.filter(({ task }) => task === (reader?.task ?? task));
    const answerers = [...(reader ? [await answererOf(reader, corpus, works, set)] : []), ...others];
    const hits: Hit[] = [];
    const asked: { readonly title: string; readonly hashes: Readonly<Record<Task, string>> }[] = [];
    for await (const { title, hashes, sittings } of askedWorks(corpus, works, { set, sources: [source] })) {
      hits.push(...(await hitsOf(answerers, sittings)));
      options.onProgress?.(asked.push({ title, hashes }), works.length);
    }
    if (hits.length === 0) throw new Problem(`These works of ${corpus.folder} have no question to score on.`);
    const hashOf = (task: Task) => hashOfWorks(asked.map(({ title, hashes }) => ({ title, hash: hashes[task] })));
    const hashes = { corpus: await corpus.hash(), cloze: hashOf("cloze"), completion: hashOf("completion") };
    return { folder, alignment, set, hashes, scores: scoresOf(hits), goldNotes: goldNotes([source], works) };
  } finally {
    await reader?.close();
  }
}

/** The question set of a run; one that was trained on other questions is not asked these. */
function setOf({ folder, file }: ReaderFolder): QuestionSet {
  const found = setNames.find((name) => name === file.set);
  if (found !== undefined) return found;
  const trainedOn = file.set ?? "an earlier version";
  throw new Problem(
    `${folder} was trained on the questions of ${trainedOn}, and this version asks ${setNames.join(", ")}; train again.`,
  );
}

async function answererOf(reader: Reader, corpus: Corpus, works: readonly Work[], set: QuestionSet): Promise<Answerer> {
  const encoded = await cachedCorpus(corpus, works, { words: reader.words, set, isTraining: () => false });
  return readerAnswerer("reader", reader, encoded.works);
}
