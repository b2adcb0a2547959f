import { existsSync } from "node:fs";
import type { Corpus, Rights, Work } from "@plotline/align";
import {
  type Assignment,
  type AssignOptions,
  assignSections,
  type BookChapter,
  readLabel,
  textsOf,
} from "@plotline/books";
import type { BookSumPair, Guide } from "@plotline/books/node";
import { addWork, findWork, openCorpus, type Replaced, readManifest, writeSummary } from "@plotline/corpus/node";

/** A guide laid next to a work: what would be written. */
export interface GuidePlan extends Assignment {
  readonly work: Work;
  readonly chapters: readonly BookChapter[];
  /** Chapters that have a summary already, which would be replaced. */
  readonly replaced: readonly number[];
}

/** Matches a guide with the chapters of a work of this corpus; writes nothing. */
export async function planGuide(
  folder: string,
  title: string,
  guide: Guide,
  map?: AssignOptions["map"],
  points?: AssignOptions["points"],
): Promise<GuidePlan> {
  const corpus = await openCorpus(folder);
  const work = findWork(corpus, title);
  const chapters = await chaptersOfWork(corpus, work);
  const assigned = assignSections(chapters, guide.sections, { title: work.title, map, points });
  return { ...assigned, work, chapters, replaced: work.summarised.filter((number) => assigned.points.has(number)) };
}

/** Writes every match of a plan, all of them or none; says what became of gold and links of summaries that it replaced. */
export async function writeGuide(folder: string, plan: GuidePlan, rights: Rights): Promise<Replaced> {
  return writeSummary(folder, plan.work.title, textsOf(plan.points), rights);
}

/** Adds a work with the chapters and summaries that BookSum pairs: nothing is left to match. */
export async function addPairs(
  folder: string,
  title: string,
  pairs: readonly BookSumPair[],
  rights: Rights,
): Promise<Work> {
  const chapters = pairs.map((pair) => ({ story: pair.story(), summary: pair.points }));
  return addWork(folder, { title, summary: rights, headings: pairs.map(({ name }) => name), chapters });
}

/** Whether the corpus is there and has this work. */
export async function hasWork(folder: string, title: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  const wanted = title.normalize("NFC").toLowerCase();
  return (await openCorpus(folder)).works.some((work) => work.title.toLowerCase() === wanted || work.folder === title);
}

async function chaptersOfWork(corpus: Corpus, work: Work): Promise<BookChapter[]> {
  const entry = (await readManifest(corpus.folder))?.works.find((each) => each.title === work.title);
  const chapters: BookChapter[] = [];
  for await (const { number, story } of corpus.chapters({ works: [work], unsummarised: true })) {
    chapters.push({ number, heading: entry?.headings?.[number] ?? printedHeading(story, work.title), story });
  }
  return chapters;
}

/** The published stories often begin with their heading: a short first paragraph with a number, or a prologue's name. */
function printedHeading([first = "", second = ""]: readonly string[], title: string): string | undefined {
  if (first.length > 100) return undefined;
  const label = readLabel(first, title);
  if (label.numbers === undefined && label.special === undefined) return undefined;
  return label.title.length === 0 && second.length <= 60 && !/[.!?]["'”’]?$/.test(second)
    ? `${first} ${second}`
    : first;
}
