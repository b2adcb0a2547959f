import { answerLines, type Corpus, type Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { defaultThreads } from "@plotline/nn/node";
import {
  AskedWork,
  type AskOptions,
  defaultSet,
  type Hit,
  hashOfWorks,
  hitsOf,
  type ReaderScore,
  readerAnswerer,
  readyAnswerers,
  type Sitting,
  scoresOf,
  sittingsOf,
} from "@plotline/questions";
import { cachedCorpus, openReader, readerFolder } from "@plotline/questions/node";
import { contextSource } from "./context-sources.ts";

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
    const asked = await AskedWork.of(corpus, work, options);
    const sittings: Sitting[] = [];
    for await (const chapter of asked.chapters()) sittings.push(...sittingsOf(asked.named, chapter));
    yield { title: work.title, hashes: asked.hashes, sittings };
  }
}

/** Asks a trained reader the questions of some works under both protocols and without contexts, and the rules the same. */
export async function scoreRun(run: string, corpus: Corpus, options: ScoreRun) {
  const folder = readerFolder(run);
  const { task, alignment: trainedWith, train } = folder.file;
  const { works, alignment = trainedWith, threads = defaultThreads() } = options;
  const source = await contextSource(corpus, alignment, train.seed, options.encoder);
  const encoded = await cachedCorpus(corpus, works, { words: folder.words, isTraining: () => false });
  const reader = await openReader(folder, { threads });
  try {
    const answerers = [
      readerAnswerer(readerName, reader, encoded.works),
      ...(options.controls ? readyAnswerers.filter((each) => each.task === task) : []),
    ];
    const hits: Hit[] = [];
    const hashes: { title: string; hash: string }[] = [];
    for await (const { title, hashes: own, sittings } of askedWorks(corpus, works, {
      set: defaultSet,
      sources: [source],
    })) {
      hits.push(...(await hitsOf(answerers, sittings)));
      options.onProgress?.(hashes.push({ title, hash: own[task] }), works.length);
    }
    if (hits.length === 0) throw new Problem(`These works of ${corpus.folder} have no ${task} question to score on.`);
    return { folder, alignment, set: defaultSet, questions: hashOfWorks(hashes), hits, scores: scoresOf(hits) };
  } finally {
    await reader.close();
  }
}

/** The name of a trained reader in the table of its scores. */
export const readerName = "reader";

/** A score as it is saved: without the questions themselves, but with which of them were answered right. */
export function savedScore({
  hits,
  right: accuracy,
  ...rest
}: Omit<ReaderScore, "hits"> & { hits: readonly Pick<Hit, "work" | "right">[] }) {
  return { accuracy, ...rest, right: answerLines(hits) };
}
