import { basename } from "node:path";
import type { Corpus, Work } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { allAnnotators, isFree, rightsSentences, sheetState, sheetsOf } from "@plotline/corpus/node";
import { Hono } from "hono";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";

/** Every work and its state: summarised, annotated. */
export function libraryRoutes(shelf: Shelf) {
  return new Hono().get("/library", async (context) => {
    const corpus = await shelf.corpus();
    // Readers need not know who annotates.
    const names = whoAsks(context)?.role === "reader" ? [] : await allAnnotators(corpus);
    const works = await Promise.all(corpus.works.map((work) => entryOf(corpus, work, names)));
    return context.json({ name: basename(corpus.folder), works });
  });
}

async function entryOf(corpus: Corpus, work: Work, names: readonly string[]) {
  const { title, folder, author, kind, split, chapters, summarised, annotated, story, summary } = work;
  return {
    title,
    folder,
    author: author ?? null,
    kind: kind ?? null,
    split,
    chapters,
    summarised,
    annotated,
    annotators: await progressOf(corpus, work, names),
    licence: summary.licence ?? story.licence ?? null,
    rights: rightsSentences(work),
    mayPassOn: isFree(story) && isFree(summary),
  };
}

/** Everyone who has begun a work, and how many points they have closed. */
async function progressOf(corpus: Corpus, work: Work, names: readonly string[]) {
  const found = await Promise.all(names.map((name) => progressIn(corpus, work, name)));
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
