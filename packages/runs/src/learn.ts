import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Alignment, Corpus, Work } from "@plotline/align";
import { Problem, signatureOf } from "@plotline/base";
import { jsonIn, writeAtomically } from "@plotline/base/node";
import { type AlignmentRows, writeAlignment } from "@plotline/corpus/node";
import { model } from "@plotline/nn";
import { graphHash } from "@plotline/nn/node";
import { chapterKey } from "@plotline/questions";
import {
  aligningNetwork,
  cachedCorpus,
  defaultSet,
  type EncodedCorpus,
  hashOfWorks,
  type LearnSettings,
  learnAlignment,
  learnDefaults,
  type Round,
} from "@plotline/questions/node";
import { z } from "zod";
import { difference } from "./jobs/parts.ts";
import { summarisedWorks } from "./summarised-works.ts";

type Watched = "threads" | "onProgress" | "onRound" | "signal";

interface LearnRun extends Pick<Parameters<typeof learnAlignment>[0], Watched> {
  readonly settings: Partial<LearnSettings>;
  /** The run's folder: an existing run with the same settings is resumed. */
  readonly out: string;
  readonly onWork?: (work: Work, works: number) => void;
}

/** What a run of learning gives. */
export type LearnRunResult = Awaited<ReturnType<typeof learnRun>>;

/** Learns an alignment of a corpus: from the works outside validation, or from all where there are no others. */
export async function learnRun(corpus: Corpus, asked: LearnRun) {
  const works = summarisedWorks(corpus);
  const settings = { ...learnDefaults, ...asked.settings };
  const { onWork, onProgress, onRound, threads, signal } = asked;
  const data = await cachedCorpus(corpus, works, {
    ...(works.some(ofSplit) ? {} : { isTraining: () => true }),
    onWork: (work) => onWork?.(work, works.length),
  });
  const hashes = await learnedFrom(corpus, data, settings);
  const signature = learnSignature(hashes, works, settings);
  claim(asked.out, signature);
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
  return { ...learned, signature, hashes };
}

/** Hashes of what an alignment is learned from, and of the network that learns it. */
export async function learnedFrom(corpus: Corpus, { works, words }: EncodedCorpus, settings: LearnSettings) {
  const asked = works.map(({ title, questions }) => ({ title, hash: questions.cloze }));
  const graph = graphHash(model(aligningNetwork(settings, words.size)));
  return { corpus: await corpus.hash(), questions: hashOfWorks(asked), graph };
}

/** The best round, once there is one: the task decides, on held-out works. */
export function bestRound(rounds: readonly Round[]): Round | undefined {
  const learned = rounds.filter(({ round }) => typeof round === "number" && round > 0);
  return learned.sort((a, b) => b.heldBack - a.heldBack)[0];
}

/** Writes the links of every chapter under a name, work by work: how many chapters, and where others' links went. */
export async function writeLearned(corpus: Corpus, method: string, { alignments, signature }: LearnRunResult) {
  let [written, aside]: [number, string | undefined] = [0, undefined];
  for (const work of summarisedWorks(corpus)) {
    const rows = new Map<number, AlignmentRows>();
    for await (const { number, summary } of corpus.chapters({ works: [work] })) {
      const alignment = alignments.get(chapterKey(work.title, number));
      if (alignment !== undefined) rows.set(number, { alignment, summaryLength: summary.length });
    }
    const maker = { method, by: `learn ${signature}`, aside };
    if (rows.size > 0) aside = await writeAlignment(corpus.folder, work.title, rows, maker);
    written += rows.size;
  }
  return { written, aside };
}

function ofSplit({ split }: Pick<Work, "split">): boolean {
  return split === "train";
}

const claimSchema = z.object({ signature: z.string() });

/** A folder belongs to one run: another with other settings would mix their rounds. */
function claim(out: string, signature: string): void {
  const file = join(out, "learn.json");
  if (!existsSync(file)) writeAtomically(file, `${JSON.stringify({ signature }, undefined, 1)}\n`);
  const before = claimSchema.safeParse(jsonIn(file)).data?.signature;
  if (before !== signature)
    throw new Problem(`${out} contains another run (${difference(before ?? "", signature)}).`, "another folder");
}

/** What a run of learning is said to be. */
export function learnSignature(from: LearnedFrom, works: readonly Work[], settings: LearnSettings): string {
  const { rounds: _, ...deciding } = settings;
  const [set, learned] = [defaultSet, works.some(ofSplit) ? "train" : "all works"];
  return signatureOf({ corpus: from.corpus, set, asked: from.questions, "learned on": learned, ...deciding });
}

type LearnedFrom = Awaited<ReturnType<typeof learnedFrom>>;

/** Gold links by chapter key. */
export async function goldOf(corpus: Corpus, works: readonly Work[]): Promise<Map<string, Alignment>> {
  const found = new Map<string, Alignment>();
  for await (const { work, number, gold } of corpus.chapters({ works, goldOnly: true }))
    if (gold !== undefined) found.set(chapterKey(work, number), gold);
  return found;
}
