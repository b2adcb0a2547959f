import { basename } from "node:path";
import type { Corpus, Work } from "@plotline/align";
import { isFree, rightsSentences } from "@plotline/corpus";
import { Hono } from "hono";
import { meanConfidence } from "../library/confidence.ts";
import { progressOf } from "../library/progress.ts";
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
