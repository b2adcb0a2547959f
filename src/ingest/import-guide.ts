import { existsSync } from "node:fs";
import { readManifest } from "../corpus/manifest.ts";
import { findWork, openCorpus } from "../corpus/open.ts";
import { addWork, writeSummary } from "../corpus/store.ts";
import type { Corpus, Rights, Work } from "../corpus/types.ts";
import type { BookSumPair } from "./guide/booksum.ts";
import type { Guide } from "./guide/guide.ts";
import { matchWithMap } from "./match/apply-map.ts";
import { readLabel } from "./match/label.ts";
import { readMap } from "./match/map-file.ts";
import type { BookChapter, Match } from "./match/match.ts";

/** A guide laid beside a work: what would be written. */
export interface GuidePlan {
  readonly work: Work;
  readonly matches: readonly Match[];
  readonly chapters: readonly BookChapter[];
  /** Chapters that no section tells. */
  readonly untold: readonly number[];
  /** Chapters that have a summary already, which would be replaced. */
  readonly replaced: readonly number[];
}

/** Matches a guide with the chapters of a work of this corpus; writes nothing. */
export async function planGuide(
  folder: string,
  title: string,
  guide: Guide,
  map?: { readonly text: string; readonly file: string },
): Promise<GuidePlan> {
  const corpus = await openCorpus(folder);
  const work = findWork(corpus, title);
  const chapters = await bookChapters(corpus, work);
  const lines = map === undefined ? [] : readMap(map.text, map.file, guide.sections, work.chapters);
  const matches = matchWithMap(guide.sections, chapters, lines, work.title);
  const told = new Set(matches.flatMap((match) => match.chapters.map(({ number }) => number)));
  return {
    work,
    matches,
    chapters,
    untold: work.chapters.filter((number) => !told.has(number)),
    replaced: work.summarised.filter((number) => told.has(number)),
  };
}

/** Writes every match of a plan, all of them or none. */
export async function writeGuide(folder: string, plan: GuidePlan, rights: Rights): Promise<void> {
  const told = plan.matches.flatMap(({ chapters }) => chapters);
  await writeSummary(folder, plan.work.title, new Map(told.map(({ number, bullets }) => [number, bullets])), rights);
}

/** Adds a work with the chapters and summaries that BookSum pairs: nothing is left to match. */
export async function addPairs(
  folder: string,
  title: string,
  pairs: readonly BookSumPair[],
  rights: Rights,
): Promise<Work> {
  const chapters = pairs.map((pair) => ({ story: pair.story(), summary: pair.bullets }));
  return addWork(folder, { title, summary: rights, headings: pairs.map(({ name }) => name), chapters });
}

/** Whether the corpus is there and has this work. */
export async function hasWork(folder: string, title: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  const wanted = title.normalize("NFC").toLowerCase();
  return (await openCorpus(folder)).works.some((work) => work.title.toLowerCase() === wanted || work.folder === title);
}

async function bookChapters(corpus: Corpus, work: Work): Promise<BookChapter[]> {
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
