import { basename } from "node:path";
import type { Work } from "@plotline/align";
import { Hono } from "hono";
import type { Shelf } from "../library/shelf.ts";

/** Every work and its state: summarised, annotated. */
export function libraryRoutes(shelf: Shelf) {
  return new Hono().get("/library", async (context) => {
    const corpus = await shelf.corpus();
    return context.json({ name: basename(corpus.folder), works: corpus.works.map(entryOf) });
  });
}

function entryOf({ title, folder, author, kind, chapters, summarised, annotated, story, summary }: Work) {
  const licence = summary.licence ?? story.licence ?? null;
  return { title, folder, author: author ?? null, kind: kind ?? null, chapters, summarised, annotated, licence };
}
