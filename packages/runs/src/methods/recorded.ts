import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  type Alignment,
  type Chapter,
  type Corpus,
  distinctLinks,
  type Foreign,
  parseJsonl,
  type Work,
} from "@plotline/align";
import { Problem } from "@plotline/base";
import { parsedJson } from "@plotline/base/node";
import { findWork, parseAlignment } from "@plotline/corpus/node";
import { z } from "zod";
import type { ChapterRef } from "../align.ts";

/** The links of a chapter; undefined where the files have none. */
export type Recorded = (chapter: ChapterRef) => Alignment | undefined;

/** Links that were made elsewhere, or earlier: JSON Lines, or a folder with a folder for each work and in it a file for each chapter. */
export async function readRecorded(path: string, corpus: Corpus, works = corpus.works): Promise<Recorded> {
  if ((await stat(path)).isDirectory()) return recorded(await readFolder(path, works));
  const found = parseJsonl(await readFile(path, "utf8"), path);
  if (found.length === 0) throw new Problem(`${path} is empty: there is no alignment in it.`);
  return recorded(found.map(named(corpus, path)));
}

/** Links outside their chapter are a fault of the file; `whose` names it where several are read. */
export function mustFit(links: Alignment, chapter: Omit<Chapter, "gold">, whose = "The alignment"): Alignment {
  const [rows, columns] = [chapter.summary.length, chapter.story.length];
  const outside = links.find((link) => link.summary >= rows || link.story >= columns);
  if (outside === undefined) return links;
  throw new Problem(
    `${whose} of "${chapter.work}" ${chapter.number} links point ${outside.summary} and story paragraph ` +
      `${outside.story}, but there are ${rows} and ${columns}, counted from 0.`,
  );
}

function recorded(all: readonly Foreign[]): Recorded {
  const byChapter = new Map<string, Alignment>();
  for (const { work, chapter, links } of all) {
    const key = `${work}\u0000${chapter}`;
    byChapter.set(key, distinctLinks([...(byChapter.get(key) ?? []), ...links]));
  }
  return ({ work, number }) => byChapter.get(`${work}\u0000${number}`);
}

async function readFolder(path: string, works: readonly Work[]): Promise<Foreign[]> {
  const all: Foreign[] = [];
  for (const work of works) {
    const files = await filesOf(path, work);
    for (const number of work.summarised) {
      const file = pick(files, number);
      if (file === undefined) continue;
      const text = await readFile(file, "utf8");
      const links = file.endsWith(".json") ? parseLinks(text, file) : parseRows(text, file);
      all.push({ work: work.title, chapter: number, links });
    }
  }
  if (all.length === 0)
    throw new Problem(`${path} has no alignment of a chosen work: it needs a folder for each work with files <n>.txt.`);
  return all;
}

async function filesOf(folder: string, work: Work): Promise<string[]> {
  for (const name of [work.folder, work.title]) {
    const inside = join(folder, name);
    const files = await readdir(inside).catch(() => undefined);
    if (files !== undefined) return files.sort().map((file) => join(inside, file));
  }
  return [];
}

/** Of `3.json` and `3.txt` the first, which has confidences. */
function pick(files: readonly string[], number: number): string | undefined {
  const own = files.filter((file) => new RegExp(`[\\\\/]${number}\\.[^\\\\/]*$`).test(file));
  return own.find((file) => file.endsWith(".json")) ?? own[0];
}

function parseRows(text: string, file: string): Alignment {
  const { rows, faults } = parseAlignment(text);
  const fault = faults.find((each) => each.fatal);
  if (fault !== undefined) throw new Problem(`${file}, line ${fault.row}: ${fault.why}.`);
  return rows.flatMap(({ summary, stories }) => stories.map((story) => ({ summary, story, confidence: 1 })));
}

function parseLinks(text: string, file: string): Alignment {
  const value = parsedJson(text);
  if (value === undefined) throw new Problem(`${file} is not JSON.`);
  const parsed = linkFile.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Problem(`${file} is not { "links": [{ "summary": 0, "story": 1, "confidence": 0.8 }, …] }.`);
}

const index = z.int().nonnegative();
const links = z.array(z.object({ summary: index, story: index, confidence: z.number().min(0).max(1).default(1) }));
/** A method's links, or a person's decisions. */
const linkFile = z.union([
  z.looseObject({ links }).transform((made) => made.links),
  z.looseObject({ linked: links }).transform((decided) => decided.linked),
]);

/** Works may be named by their folder too. */
function named(corpus: Corpus, file: string): (record: Foreign) => Foreign {
  return (record) => {
    const { title, chapters } = findWork(corpus, record.work);
    if (chapters.includes(record.chapter)) return { ...record, work: title };
    throw new Problem(`${file}: "${title}" has no chapter ${record.chapter}; chapters are counted from 0.`);
  };
}
