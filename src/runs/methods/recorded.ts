import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { locate, parseBookSum } from "../../align/foreign/booksum.ts";
import { parseLadder } from "../../align/foreign/hunalign.ts";
import { type Foreign, parseJsonl } from "../../align/foreign/jsonl.ts";
import { parseVecalign } from "../../align/foreign/vecalign.ts";
import { distinctLinks } from "../../align/pins.ts";
import { parseAlignment } from "../../corpus/alignments/alignment-file.ts";
import { findWork } from "../../corpus/open.ts";
import type { Alignment, Chapter, Corpus, Work } from "../../corpus/types.ts";
import { parsedJson } from "../../json.ts";
import { Problem } from "../../problem.ts";
import type { ChapterRef } from "../align.ts";

/** Files with links that were made elsewhere, or earlier. */
interface Source {
  /** One file, or a folder with a folder for each work and in it a file for each chapter. */
  readonly path: string;
  readonly format?: Format;
  /** The first side of a pair is the story, not the summary. */
  readonly storyFirst?: boolean;
  /** The chapter that a file of a single chapter is for. */
  readonly chapter?: ChapterRef;
}

export const formats = ["plotline", "jsonl", "vecalign", "hunalign", "booksum"] as const;
export type Format = (typeof formats)[number];

export interface Recorded {
  /** How many pairs of texts were found in no chapter. */
  readonly lost: number;
  of(chapter: ChapterRef): Alignment | undefined;
}

export async function readRecorded(source: Source, corpus: Corpus, works = corpus.works): Promise<Recorded> {
  const found = await stat(source.path);
  if (found.isDirectory()) return recorded(await readFolder(source, works));
  const text = await readFile(source.path, "utf8");
  if (text.trim() === "") throw new Problem(`${source.path} is empty: there is no alignment in it.`);
  const format = source.format ?? detect(text, source.path);
  if (format === "jsonl")
    return recorded(swapped(parseJsonl(text, source.path), source).map(named(corpus, source.path)));
  if (format === "booksum") {
    const { found, lost } = locate(parseBookSum(text, source.path), await everyChapter(corpus, works));
    return recorded(found, lost);
  }
  if (source.chapter === undefined) throw new Problem(`${source.path} is for one chapter.`, "named chapter");
  const { work, number } = source.chapter;
  const links = parseOne(text, format, source.path);
  return recorded(swapped([{ work: findWork(corpus, work).title, chapter: number, links }], source));
}

/** Links outside their chapter are a fault of the file; `whose` names it where several are read. */
export function mustFit(links: Alignment, chapter: Omit<Chapter, "gold">, whose = "The alignment"): Alignment {
  const [rows, columns] = [chapter.summary.length, chapter.story.length];
  const outside = links.find((link) => link.summary >= rows || link.story >= columns);
  if (outside === undefined) return links;
  throw new Problem(
    `${whose} of "${chapter.work}" ${chapter.number} links bullet ${outside.summary} and story paragraph ` +
      `${outside.story}, but there are ${rows} and ${columns}, counted from 0.`,
  );
}

function recorded(all: readonly Foreign[], lost = 0): Recorded {
  const byChapter = new Map<string, Alignment>();
  for (const { work, chapter, links } of all) {
    const key = `${work}\u0000${chapter}`;
    byChapter.set(key, distinctLinks([...(byChapter.get(key) ?? []), ...links]));
  }
  return { lost, of: ({ work, number }) => byChapter.get(`${work}\u0000${number}`) };
}

async function readFolder(source: Source, works: readonly Work[]): Promise<Foreign[]> {
  const all: Foreign[] = [];
  for (const work of works) {
    const files = await filesOf(source.path, work);
    for (const number of work.summarised) {
      const file = pick(files, number);
      if (file === undefined) continue;
      const text = await readFile(file, "utf8");
      const format = source.format ?? detect(text, file);
      all.push({ work: work.title, chapter: number, links: parseOne(text, format, file) });
    }
  }
  if (all.length === 0)
    throw new Problem(
      `${source.path} has no alignment of a chosen work: it needs a folder for each work with files <n>.txt.`,
    );
  return swapped(all, source);
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

function parseOne(text: string, format: Format, file: string): Alignment {
  if (format === "vecalign") return parseVecalign(text, file);
  if (format === "hunalign") return parseLadder(text, file);
  if (format !== "plotline") throw new Problem(`${file}: ${format} holds many chapters; give it as one file.`);
  return text.trimStart().startsWith("{") ? parseLinks(text, file) : parseRows(text, file);
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

function detect(text: string, file: string): Format {
  const first =
    text
      .replace(/^\ufeff/, "")
      .trimStart()
      .split("\n", 1)[0] ?? "";
  if (/^\{.*"(summary sentence|scores)"/.test(first)) return "booksum";
  if (/^\{.*"(work|chapter)"/.test(first)) return "jsonl";
  if (/^\[/.test(first)) return "vecalign";
  if (/^\d+\s+\d+(\s|$)/.test(first)) return "hunalign";
  if (first === "" || /^(S\d+\s*:|\{)/.test(first)) return "plotline";
  throw new Problem(`${file}: the format is not recognised; these are known: ${formats.join(", ")}.`, "named format");
}

function swapped(all: readonly Foreign[], { storyFirst }: Source): Foreign[] {
  if (!storyFirst) return [...all];
  const turn = ({ summary, story, confidence }: Alignment[number]) => ({ summary: story, story: summary, confidence });
  return all.map((each) => ({ ...each, links: each.links.map(turn) }));
}

/** Works may be named by their folder too. */
function named(corpus: Corpus, file: string): (record: Foreign) => Foreign {
  return (record) => {
    const { title, chapters } = findWork(corpus, record.work);
    if (chapters.includes(record.chapter)) return { ...record, work: title };
    throw new Problem(`${file}: "${title}" has no chapter ${record.chapter}; chapters are counted from 0.`);
  };
}

async function everyChapter(corpus: Corpus, works: readonly Work[]): Promise<Chapter[]> {
  const all: Chapter[] = [];
  for await (const chapter of corpus.chapters({ works })) all.push(chapter);
  return all;
}
