import type { Readable } from "../align/method.ts";
import { corpusView, withoutGold } from "../align/view.ts";
import { findWork, openCorpus } from "../corpus/open.ts";
import type { Work } from "../corpus/types.ts";
import { type Job, job, type Step } from "../jobs/executor.ts";
import { isOwn, type MethodChoice, type Prepared, prepareMethods } from "./methods/methods.ts";
import { type Packed, pack } from "./packed-links.ts";

export interface ChapterRef {
  readonly work: string;
  readonly number: number;
}

export interface AlignSetup extends MethodChoice {
  readonly folder: string;
}

/** What every method made of a chapter, in the order of the methods; none of a chapter without text on one side. */
export interface AlignedChapter extends ChapterRef {
  readonly bullets: number;
  readonly alignments: readonly Packed[] | undefined;
}

/** Aligns chapters of a corpus folder by each of some methods. */
export function alignChapters(setup: AlignSetup): Job<AlignSetup, ChapterRef, AlignedChapter> {
  const travel = async () => (await import("./travel-align.ts")).alignTravel(setup);
  return job(import.meta.url, startAligning, setup, { brief: isOwn(setup), travel });
}

export async function startAligning(setup: AlignSetup): Promise<Step<ChapterRef, AlignedChapter>> {
  const corpus = await openCorpus(setup.folder);
  const prepared = await prepareMethods(corpusView(corpus), setup);
  return async ({ work, number }) =>
    alignReadable(prepared, withoutGold(await corpus.chapter(findWork(corpus, work), number)));
}

export async function alignReadable(prepared: readonly Prepared[], chapter: Readable): Promise<AlignedChapter> {
  const { work, number, summary, story } = chapter;
  const bullets = summary.length;
  if (bullets === 0 || story.length === 0) return { work, number, bullets, alignments: undefined };
  const alignments: Packed[] = [];
  for (const { align } of prepared) alignments.push(pack(await align(chapter)));
  return { work, number, bullets, alignments };
}

/** The chapters of some works that can be aligned, or those that have a gold file. */
export function chapterRefs(works: readonly Work[], which: "summarised" | "annotated" = "summarised"): ChapterRef[] {
  return works.flatMap((work) => work[which].map((number) => ({ work: work.title, number })));
}
