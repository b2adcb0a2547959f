import { readdirSync, rmdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Problem } from "../../problem.ts";
import { makeFolder } from "../../write.ts";
import { formatAlignment, formatConfidences } from "../alignments/alignment-file.ts";
import { type Change, transact } from "../files/transaction.ts";
import { folderKey, folderName, isPlainName, tidyTitle } from "../folder-name.ts";
import { chapterPath, sections } from "../listing.ts";
import { folderOf, formatManifest, type ManifestWork, manifestName, readManifest } from "../manifest.ts";
import { type ChapterMarks, formatMarks, marksFolder, marksPath } from "../marks/marks.ts";
import { findWork, mustHaveChapter, openCorpus } from "../open.ts";
import { joinParagraphs, tidyParagraph } from "../paragraphs.ts";
import type { Alignment, Corpus, PointParagraphs, Rights, Work } from "../types.ts";
import { movedPlaces } from "./moved-places.ts";
import { changesForReplaced, nothingReplaced, type Replaced } from "./replaced-text.ts";

/** A work to be added. Its chapters are numbered from 0 in this order. */
export interface NewWork extends Omit<ManifestWork, "folder"> {
  readonly chapters: readonly NewChapter[];
}

export interface NewChapter {
  readonly story: readonly string[];
  readonly summary?: readonly string[];
  readonly gold?: Alignment;
  readonly marks?: ChapterMarks;
}

/** Paragraphs of some chapters of a work, by number. */
export type Texts = ReadonlyMap<number, readonly string[]>;

/** An alignment, and how many paragraphs the summary has: its file gets one row for each. */
export interface AlignmentRows {
  readonly alignment: Alignment;
  readonly summaryLength: number;
  /** How a method's links were made, saved next to their confidences. */
  readonly about?: Readonly<Record<string, unknown>>;
}

/** Adds a work, complete or not at all; creates the corpus folder if it does not exist. Titles are unique. */
export async function addWork(folder: string, work: NewWork): Promise<Work> {
  const [added] = await addWorks(folder, [work]);
  return added!;
}

/** Adds several works, all of them or none. */
export async function addWorks(folder: string, works: readonly NewWork[]): Promise<Work[]> {
  const named = works.map((work) => ({ ...work, title: titleOf(work.title) }));
  const empty = named.find(({ chapters }) => chapters.length === 0);
  if (empty !== undefined) throw new Problem(`"${empty.title}" has no chapter, so there is nothing to add.`);
  await inFolder(folder, () =>
    changeWorks(folder, ({ corpus }) => {
      const taken = foldersIn(corpus);
      const titles = new Set<string>();
      const placed = named.map((work) => {
        mustBeNew(corpus, work.title);
        if (titles.size === titles.add(work.title).size)
          throw new Problem(`Two of the works to add are called "${work.title}"; give one another title.`);
        const own = folderName(work.title, taken);
        taken.push(own);
        return { ...work, folder: own };
      });
      return {
        changes: placed.flatMap((work) =>
          work.chapters.flatMap((chapter, number) => chapterFiles(work, number, chapter)),
        ),
        entries: placed.map(({ title, folder, kind, split, story, summary, language, headings, pointParagraphs }) =>
          tidyEntry({ title, folder, kind, split, story, summary, language, headings, pointParagraphs }),
        ),
      };
    }),
  );
  const corpus = await openCorpus(folder);
  return named.map(({ title }) => findWork(corpus, title));
}

/**
 * Writes summaries of chapters of an existing work, all of them or none; `rights` replace those on record. Links and
 * sheets of replaced texts are carried over or set aside; the result says which.
 */
export async function writeSummary(
  folder: string,
  title: string,
  texts: Texts,
  rights?: Rights,
  pointParagraphs: PointParagraphs = {},
): Promise<Replaced> {
  let replaced = nothingReplaced;
  await changeWorks(folder, ({ corpus, entries }) => {
    const work = findWork(corpus, title);
    const changes = [...texts].map(([number, paragraphs]): Change => {
      mustHaveChapter(work, number);
      return { write: chapterPath("summaries", work.folder, number), content: textOf(paragraphs, work.title, number) };
    });
    const old = changesForReplaced({ root: corpus.folder, work, places: placesOf(corpus.folder), namesIn }, texts);
    replaced = old.replaced;
    const known = { ...entryOf(work), ...entries.get(work.folder) };
    const cut = renewed(known.pointParagraphs, texts, pointParagraphs);
    const entry = tidyEntry({ ...known, summary: rights ?? known.summary, pointParagraphs: cut });
    return { changes: [...old.changes, ...changes], entries: [entry] };
  });
  return replaced;
}

/**
 * Writes alignments of chapters of a work, all of them or none: the gold ones, or those of a method, with their
 * confidences next to them.
 */
export async function writeAlignment(
  folder: string,
  title: string,
  alignments: ReadonlyMap<number, AlignmentRows>,
  method?: string,
): Promise<void> {
  if (method !== undefined && !isPlainName(method)) throw new Problem(`"${method}" cannot name a method's folder.`);
  await transact(folder, async () => {
    const work = findWork(await openCorpus(folder), title);
    return [...alignments].flatMap(([number, rows]) => alignmentFiles(work, number, rows, method));
  });
}

/** Gives a work another title; its folders follow, alignments and annotations included, and so do reading places and a team's assignments. */
export async function renameWork(folder: string, from: string, to: string): Promise<Work> {
  const title = titleOf(to);
  await changeWorks(folder, ({ corpus, entries }) => {
    const work = findWork(corpus, from);
    mustBeNew(corpus, title, work);
    const taken = foldersIn(corpus).filter((name) => name !== work.folder);
    const wanted = folderName(title, taken);
    const own = folderKey(wanted) === folderKey(work.folder) ? work.folder : wanted;
    const entry = tidyEntry({ ...entries.get(work.folder), title, folder: own });
    return {
      changes: own === work.folder ? [] : moves(corpus.folder, work.folder, own),
      entries: [entry],
      instead: work.folder,
    };
  });
  return findWork(await openCorpus(folder), title);
}

export async function removeWork(folder: string, title: string): Promise<void> {
  await changeWorks(folder, ({ corpus }) => {
    const work = findWork(corpus, title);
    const changes = placesOf(corpus.folder).map((place): Change => ({ remove: `${place}/${work.folder}` }));
    return { changes, instead: work.folder };
  });
}

/** Creates the corpus folder if it does not exist, and removes it again if the work cannot be added. */
async function inFolder(folder: string, add: () => Promise<void>): Promise<void> {
  if (statSync(folder, { throwIfNoEntry: false })?.isFile())
    throw new Problem(`${folder} is a file, but a corpus is a folder.`);
  const made = makeFolder(folder);
  try {
    await add();
  } catch (error) {
    if (made !== undefined) removeEmpty(resolve(folder), made);
    throw error;
  }
}

function removeEmpty(folder: string, up: string): void {
  try {
    rmdirSync(folder);
    if (folder !== up) removeEmpty(dirname(folder), up);
  } catch {
    // Someone else has put something there in the meantime: it stays.
  }
}

interface Known {
  readonly corpus: Corpus;
  /** The manifest entry of each work, written or implied, by folder. */
  readonly entries: ReadonlyMap<string, ManifestWork>;
}

interface Plan {
  readonly changes: readonly Change[];
  /** The manifest entries of works that are new or changed. */
  readonly entries?: readonly ManifestWork[];
  /** The folder whose entry is removed. */
  readonly instead?: string;
}

/** Changes files and the manifest together. A folder that had no manifest gets one that names all its works. */
export async function changeWorks(folder: string, plan: (known: Known) => Plan): Promise<void> {
  await transact(folder, async () => {
    const corpus = await openCorpus(folder);
    const manifest = await readManifest(corpus.folder);
    const entries = new Map(corpus.works.map((work) => [work.folder, entryOf(work)]));
    for (const entry of manifest?.works ?? []) entries.set(folderOf(entry), entry);
    const { changes, entries: fresh = [], instead } = plan({ corpus, entries });
    if (instead !== undefined) entries.delete(instead);
    for (const entry of fresh) {
      for (const [other, { title }] of entries) if (title === entry.title) entries.delete(other);
      entries.set(folderOf(entry), entry);
    }
    const content = formatManifest({ ...manifest, works: [...entries.values()] });
    return [...changes, { write: manifestName, content }];
  });
}

/** What is known of the points of chapters whose summaries are not replaced, and of those that are. */
function renewed(known: PointParagraphs = {}, texts: Texts, fresh: PointParagraphs): PointParagraphs {
  const others = Object.entries(known).filter(([number]) => !texts.has(Number(number)));
  return { ...Object.fromEntries(others), ...fresh };
}

function chapterFiles(
  { title, folder }: { title: string; folder: string },
  number: number,
  { story, summary, gold, marks }: NewChapter,
): Change[] {
  const files: Change[] = [{ write: chapterPath("stories", folder, number), content: textOf(story, title, number) }];
  if (marks !== undefined) files.push({ write: marksPath(folder, number), content: formatMarks(marks) });
  if (summary === undefined) return files;
  files.push({ write: chapterPath("summaries", folder, number), content: textOf(summary, title, number) });
  if (gold === undefined) return files;
  const content = formatAlignment(gold, summary.length);
  return [...files, { write: chapterPath("manual_alignments", folder, number), content }];
}

function alignmentFiles(
  work: Work,
  number: number,
  { alignment, summaryLength, about }: AlignmentRows,
  method: string | undefined,
): Change[] {
  mustHaveChapter(work, number);
  const rows = formatAlignment(alignment, summaryLength);
  if (method === undefined) return [{ write: chapterPath("manual_alignments", work.folder, number), content: rows }];
  const file = `alignments/${method}/${work.folder}/${number}`;
  return [
    { write: `${file}.txt`, content: rows },
    { write: `${file}.json`, content: formatConfidences(alignment, about) },
  ];
}

/** Paragraphs are counted, so none may vanish on the way to the disk. */
function textOf(paragraphs: readonly string[], title: string, number: number): string {
  if (paragraphs.length === 0) throw new Problem(`Chapter ${number + 1} of "${title}" has no paragraph.`);
  const empty = paragraphs.findIndex((paragraph) => tidyParagraph(paragraph) === "");
  if (empty >= 0) {
    const place = `Paragraph ${empty + 1} of chapter ${number + 1} of "${title}"`;
    throw new Problem(`${place} is empty; leave it out.`);
  }
  return joinParagraphs(paragraphs);
}

function titleOf(title: string): string {
  const tidy = tidyTitle(title);
  if (tidy === "") throw new Problem("A work needs a title that is not empty.");
  if (tidy.length > 1000) throw new Problem("A title has at most 1,000 characters; this one is longer.");
  return tidy;
}

export function mustBeNew(corpus: Corpus, title: string, except?: Work): void {
  const same = corpus.works.find((work) => work.folder !== except?.folder && work.title === title);
  if (same === undefined) return;
  throw new Problem(
    `${corpus.folder} already has a work called "${title}"; rename or remove it, or choose another title.`,
  );
}

function entryOf({ title, folder, kind, split, story, summary }: Work): ManifestWork {
  return tidyEntry({ title, folder, kind, split, story, summary });
}

/** Without unknown fields, and without a folder that only repeats the title. */
function tidyEntry(entry: ManifestWork): ManifestWork {
  const isKnown = ([name, value]: [string, unknown]) =>
    value !== undefined &&
    !(name === "folder" && value === entry.title) &&
    !(typeof value === "object" && value !== null && Object.keys(value).length === 0);
  const known = Object.fromEntries(Object.entries(entry).filter(isKnown));
  return { ...known, title: entry.title };
}

/** Every folder name in use anywhere, so that a new work never mixes with what an old one left. */
export function foldersIn(corpus: Corpus): string[] {
  const left = placesOf(corpus.folder).flatMap((place) => namesIn(join(corpus.folder, place)));
  return [...new Set([...corpus.works.map((work) => work.folder), ...left])];
}

/** Where a work has a folder: its texts and gold, what was settled, and below each method and each annotator. */
export function placesOf(folder: string): string[] {
  const below = ["alignments", "annotators"].flatMap((place) =>
    namesIn(join(folder, place)).map((name) => `${place}/${name}`),
  );
  return [...sections, marksFolder, "settlements", "earlier_gold", ...below, "team/messages"];
}

function moves(folder: string, from: string, to: string): Change[] {
  const folders = placesOf(folder).map((place) => ({ move: `${place}/${from}`, to: `${place}/${to}` }));
  const people = namesIn(join(folder, "people")).filter((name) => name.endsWith(".json"));
  return [...folders, ...movedPlaces(folder, people, from, to)];
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
