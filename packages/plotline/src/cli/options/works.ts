import type { Chapter, ChapterAddress, Corpus, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { addressOf, chapterNumber, shortAddress } from "@plotline/corpus";
import { findWork, openCorpus } from "@plotline/corpus/node";
import type { Command } from "commander";
import type { Common } from "../command.ts";

export interface WorkChoice extends Common {
  readonly work?: readonly string[];
  readonly except?: readonly string[];
}

export function withWorks(made: Command): Command {
  return made.option("--work <title...>", "only these works").option("--except <title...>", "all works except these");
}

/** The chosen works, in the order of the corpus. */
export function chooseWorks(corpus: Corpus, { work, except = [] }: WorkChoice): readonly Work[] {
  if (corpus.works.length === 0) throw new Problem(`${corpus.folder} has no works; "plotline import" adds one.`);
  const wanted = new Set(work?.map((title) => findWork(corpus, title)) ?? corpus.works);
  for (const title of except) wanted.delete(findWork(corpus, title));
  const left = corpus.works.filter((each) => wanted.has(each));
  if (left.length === 0) throw new Problem(`--work and --except leave no work of ${corpus.folder}.`);
  return left;
}

export interface ChapterOptions extends Common {
  readonly work?: string;
  readonly chapter?: string;
}

export function withChapter(made: Command): Command {
  return made
    .option("--work <title>", "the work (may be left out where there is only one)")
    .option("--chapter <chapter>", `${chapterHelp} (may be left out where there is only one)`);
}

/** What `--chapter` takes, wherever it is. */
export const chapterHelp =
  'the chapter as the book names it ("Act 3, Scene 2", "Letter 4"), or its place counted from 1';

export async function openChapter(
  folder: string,
  options: ChapterOptions,
): Promise<{ corpus: Corpus; chapter: Chapter; address: ChapterAddress }> {
  const corpus = await openCorpus(folder);
  const [only] = corpus.works.length === 1 ? corpus.works : [];
  const work = options.work === undefined ? only : findWork(corpus, options.work);
  if (work === undefined) throw new Problem(`${folder} has ${corpus.works.length} works: choose one with --work.`);
  const [sole] = work.chapters.length === 1 ? work.chapters : [];
  const number = options.chapter === undefined ? sole : chapterNumber(work, options.chapter);
  if (number === undefined)
    throw new Problem(`"${work.title}" has ${work.chapters.length} chapters: choose one with --chapter.`);
  const chapter = await corpus.chapter(work, number);
  const address = addressOf(work, number);
  if (chapter.summary.length === 0)
    throw new Problem(`"${work.title}": the guide has no section on ${shortAddress(address)}.`);
  return { corpus, chapter, address };
}
