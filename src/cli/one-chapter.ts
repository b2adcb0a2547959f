import type { Command } from "commander";
import { findWork, openCorpus } from "../corpus/open.ts";
import type { Chapter, Corpus } from "../corpus/types.ts";
import { Problem } from "../problem.ts";
import { type Common, wholeNumber } from "./frame.ts";

/** A command about one chapter of a corpus. */
export interface ChapterOptions extends Common {
  readonly work?: string;
  readonly chapter?: number;
}

export function withChapter(made: Command): Command {
  return made
    .option("--work <title>", "the work (may be left out where there is only one)")
    .option("--chapter <number>", "the chapter, counted from 0 (may be left out where there is only one)", wholeNumber);
}

export async function openChapter(
  folder: string,
  options: ChapterOptions,
): Promise<{ corpus: Corpus; chapter: Chapter }> {
  const corpus = await openCorpus(folder);
  const [only] = corpus.works.length === 1 ? corpus.works : [];
  const work = options.work === undefined ? only : findWork(corpus, options.work);
  if (work === undefined) throw new Problem(`${folder} has ${corpus.works.length} works: say which with --work.`);
  const number = options.chapter ?? (work.chapters.length === 1 ? work.chapters[0] : undefined);
  if (number === undefined)
    throw new Problem(`"${work.title}" has ${work.chapters.length} chapters: say which with --chapter.`);
  const chapter = await corpus.chapter(work, number);
  if (chapter.summary.length === 0) throw new Problem(`"${work.title}" ${number} has no summary.`);
  return { corpus, chapter };
}
