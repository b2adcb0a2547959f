import { basename } from "node:path";
import type { Work } from "@plotline/align";
import { Hono } from "hono";
import type { Shelf } from "../library/shelf.ts";
import { chapterRoutes } from "./chapters.ts";
import { exportRoutes } from "./export.ts";
import { peopleRoutes } from "./people.ts";
import { settlingRoutes } from "./settling.ts";
import { sheetRoutes } from "./sheets.ts";
import { workRoutes } from "./works.ts";

/** What is answered from the files as they are, and what people save. */
export function readingRoutes(shelf: Shelf) {
  return new Hono()
    .route("/", libraryRoutes(shelf))
    .route("/", chapterRoutes(shelf))
    .route("/", workRoutes(shelf))
    .route("/", sheetRoutes(shelf))
    .route("/", settlingRoutes(shelf))
    .route("/", exportRoutes(shelf))
    .route("/", peopleRoutes(shelf));
}

/** Every work and its state: summarised, annotated. */
function libraryRoutes(shelf: Shelf) {
  return new Hono().get("/library", async (context) => {
    const corpus = await shelf.corpus();
    return context.json({ name: basename(corpus.folder), works: corpus.works.map(entryOf) });
  });
}

function entryOf({ title, folder, author, kind, chapters, summarised, annotated, story, summary }: Work) {
  const licence = summary.licence ?? story.licence ?? null;
  return { title, folder, author: author ?? null, kind: kind ?? null, chapters, summarised, annotated, licence };
}

/** The corpora of this server: what each is called, and what its addresses begin with. */
export function corporaRoutes(shelves: readonly Shelf[]) {
  return new Hono().get("/corpora", (context) =>
    context.json({ corpora: shelves.map(({ name, base }) => ({ name, base })) }),
  );
}

export type CorporaRoutes = ReturnType<typeof corporaRoutes>;
