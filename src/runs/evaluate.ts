import { corpusView, withoutGold } from "../align/view.ts";
import { findWork, openCorpus } from "../corpus/open.ts";
import type { Alignment, Chapter } from "../corpus/types.ts";
import { type ChapterScores, judge } from "../evaluate/evaluation.ts";
import { type Job, job, type Step } from "../jobs/executor.ts";
import type { AlignSetup, ChapterRef } from "./align.ts";
import { isOwn, type Prepared, prepareMethods } from "./methods/methods.ts";
import { mustFit } from "./methods/recorded.ts";

/** A chapter to be scored; `given` is an alignment made elsewhere, scored after those of the methods. */
export interface ScoreTask extends ChapterRef {
  readonly given?: Alignment | undefined;
}

/** Scores methods against gold, chapter by chapter; nothing for a chapter whose gold cannot be used. */
export function scoreChapters(setup: AlignSetup): Job<AlignSetup, ScoreTask, ChapterScores | undefined> {
  const travel = async () => (await import("./travel-evaluate.ts")).scoreTravel(setup);
  return job(import.meta.url, startEvaluating, setup, { brief: isOwn(setup), travel });
}

export async function startEvaluating(setup: AlignSetup): Promise<Step<ScoreTask, ChapterScores | undefined>> {
  const corpus = await openCorpus(setup.folder);
  const prepared = await prepareMethods(corpusView(corpus), setup);
  return async ({ work, number, given }) =>
    scoreChapter(prepared, await corpus.chapter(findWork(corpus, work), number), given);
}

export async function scoreChapter(
  prepared: readonly Prepared[],
  chapter: Chapter,
  given?: Alignment,
): Promise<ChapterScores | undefined> {
  const { work, number, gold } = chapter;
  if (gold === undefined) return undefined;
  const seen = withoutGold(chapter);
  const alignments: Alignment[] = [];
  for (const { align } of prepared) alignments.push(await align(seen));
  if (given !== undefined) alignments.push(mustFit(given, chapter));
  return { work, number, methods: alignments.map((alignment) => judge(alignment, gold)) };
}
