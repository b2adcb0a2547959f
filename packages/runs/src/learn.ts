import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Alignment, Corpus, Work } from "@plotline/align";
import { Problem, signatureOf } from "@plotline/base";
import { jsonIn, writeAtomically } from "@plotline/base/node";
import { type AlignmentRows, writeAlignment } from "@plotline/corpus/node";
import { chapterKey } from "@plotline/questions";
import { cachedCorpus, hashOfWorks, type LearnSettings, learnAlignment, learnDefaults } from "@plotline/questions/node";
import { z } from "zod";
import { summarisedWorks } from "./summarised-works.ts";

type Watched = "threads" | "onProgress" | "onRound" | "signal";

interface LearnRun extends Pick<Parameters<typeof learnAlignment>[0], Watched> {
  readonly settings: Partial<LearnSettings>;
  /** The run's folder: an existing run with the same settings is resumed. */
  readonly out: string;
  readonly words?: number;
  readonly onWork?: (work: Work, works: number) => void;
}

export type LearnRunResult = Awaited<ReturnType<typeof learnRun>>;

/** Learns an alignment of a corpus: from the works outside validation, or from all where there are no others. */
export async function learnRun(corpus: Corpus, asked: LearnRun) {
  const works = summarisedWorks(corpus);
  const isTraining = works.some(({ split }) => split === "train") ? ofSplit : () => true;
  const settings = { ...learnDefaults, ...asked.settings };
  const wordList = asked.words === undefined ? {} : { wordList: { most: asked.words } };
  const signature = await learnSignature(corpus, works, settings, asked.words);
  claim(asked.out, signature);
  const { onWork, onProgress, onRound, threads, signal } = asked;
  const data = await cachedCorpus(corpus, works, {
    isTraining,
    ...wordList,
    onWork: (work) => onWork?.(work, works.length),
  });
  const learned = await learnAlignment({
    data,
    gold: await goldOf(corpus, works),
    settings,
    folder: asked.out,
    threads,
    onProgress,
    onRound,
    signal,
  });
  const hashes = {
    corpus: await corpus.hash(),
    questions: hashOfWorks(data.works.map(({ title, questions }) => ({ title, hash: questions.cloze }))),
  };
  return { ...learned, signature, hashes };
}

/** Writes the links of every chapter under a name, work by work; the number of chapters. */
export async function writeLearned(corpus: Corpus, name: string, { alignments }: LearnRunResult): Promise<number> {
  let written = 0;
  for (const work of summarisedWorks(corpus)) {
    const rows = new Map<number, AlignmentRows>();
    for await (const { number, summary } of corpus.chapters({ works: [work] })) {
      const alignment = alignments.get(chapterKey(work.title, number));
      if (alignment !== undefined) rows.set(number, { alignment, summaryLength: summary.length });
    }
    if (rows.size > 0) await writeAlignment(corpus.folder, work.title, rows, name);
    written += rows.size;
  }
  return written;
}

function ofSplit({ split }: Pick<Work, "split">): boolean {
  return split === "train";
}

const claimSchema = z.object({ signature: z.string() });

/** A folder belongs to one run: another with other settings would mix their rounds. */
function claim(out: string, signature: string): void {
  const file = join(out, "learn.json");
  if (!existsSync(file)) {
    writeAtomically(file, `${JSON.stringify({ signature }, undefined, 1)}\n`);
    return;
  }
  const before = claimSchema.safeParse(jsonIn(file)).data?.signature;
  if (before !== signature)
    throw new Problem(`${out} contains a run with other settings or of another corpus.`, "another folder");
}

async function learnSignature(
  corpus: Corpus,
  works: readonly Work[],
  settings: LearnSettings,
  words: number | undefined,
): Promise<string> {
  const { rounds: _, ...deciding } = settings;
  const learned = works.some(ofSplit) ? "train" : "all works";
  return signatureOf({ corpus: await corpus.hash(), "learned on": learned, ...deciding, words });
}

async function goldOf(corpus: Corpus, works: readonly Work[]): Promise<Map<string, Alignment>> {
  const found = new Map<string, Alignment>();
  for await (const { work, number, gold } of corpus.chapters({ works, goldOnly: true }))
    if (gold !== undefined) found.set(chapterKey(work, number), gold);
  return found;
}
