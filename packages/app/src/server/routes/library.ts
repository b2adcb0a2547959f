import { basename } from "node:path";
import type { Corpus, Work } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import {
  allAnnotators,
  FromFiles,
  isFree,
  parseConfidences,
  readIfThere,
  rightsSentences,
  sheetState,
  sheetsOf,
} from "@plotline/corpus/node";
import { Hono } from "hono";
import type { Shelf } from "../library/shelf.ts";

/** Every work and its state: summarised, annotated, aligned by `method`. */
export function libraryRoutes(shelf: Shelf, method: string) {
  return new Hono().get("/library", async (context) => {
    const corpus = await shelf.corpus();
    const works = await Promise.all(corpus.works.map((work) => entryOf(corpus, work, method)));
    return context.json({ name: basename(corpus.folder), works });
  });
}

async function entryOf(corpus: Corpus, work: Work, method: string) {
  const { title, folder, kind, split, chapters, summarised, annotated, story, summary } = work;
  return {
    title,
    folder,
    kind: kind ?? null,
    split,
    chapters,
    summarised,
    annotated,
    annotators: await progressOf(corpus, work),
    licence: summary.licence ?? story.licence ?? null,
    rights: rightsSentences(work),
    mayPassOn: isFree(story) && isFree(summary),
    meanConfidence: (await meanConfidence(corpus, work, method)) ?? null,
  };
}

/** Everyone who has begun a work, and how many points they have closed. */
async function progressOf(corpus: Corpus, work: Work) {
  const found = await Promise.all((await allAnnotators(corpus)).map((name) => progressIn(corpus, work, name)));
  return found.filter(({ chapters }) => chapters > 0);
}

async function progressIn(corpus: Corpus, work: Work, annotator: string) {
  const numbers = await sheetsOf(corpus, work, annotator);
  const sheets = await Promise.all(
    // A faulty sheet counts for nothing here; opening it reports the fault.
    numbers.map((number) => sheetState(corpus, { annotator, work, number }).catch(() => undefined)),
  );
  return { name: annotator, chapters: numbers.length, done: sumOf(sheets, (sheet) => sheet?.closed ?? 0) };
}

/** The mean confidence of a method's stored links for a work; undefined where none are stored. */
async function meanConfidence(corpus: Corpus, work: Work, method: string): Promise<number | undefined> {
  const files = work.summarised.map((number) => `alignments/${method}/${work.folder}/${number}.json`);
  return means.get(corpus.folder, files, () => meanIn(corpus.folder, files).catch(unlessFaulty));
}

const means = new FromFiles<number | undefined>(5_000);

/** A library opens although one stored alignment has a fault; the command that reads it names the file. */
function unlessFaulty(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}

async function meanIn(root: string, files: readonly string[]): Promise<number | undefined> {
  let [sum, count] = [0, 0];
  for (const file of files) {
    const text = await readIfThere(root, file);
    for (const { confidence } of text === undefined ? [] : parseConfidences(text, `${root}/${file}`)) {
      sum += confidence;
      count++;
    }
  }
  return count === 0 ? undefined : sum / count;
}
