import { Hono } from "hono";
import type { Shelf } from "../library/shelf.ts";
import type { Live } from "../team/live.ts";
import { annotatorRoutes } from "./annotators.ts";
import { chapterRoutes } from "./chapters.ts";
import { exportRoutes } from "./export.ts";
import { importRoutes } from "./import.ts";
import { libraryRoutes } from "./library.ts";
import { peopleRoutes } from "./people.ts";
import { quizRoutes } from "./quiz.ts";
import { runRoutes } from "./runs.ts";
import { settlingRoutes } from "./settling.ts";
import { sheetRoutes } from "./sheets.ts";
import { workRoutes } from "./works.ts";

/** What the page asks of the server; the page's calls have these types. */
export function routes(shelf: Shelf, defaultMethod: string, live?: Live) {
  return new Hono()
    .route("/", libraryRoutes(shelf, defaultMethod))
    .route("/", chapterRoutes(shelf))
    .route("/", workRoutes(shelf))
    .route("/", sheetRoutes(shelf, live))
    .route("/", settlingRoutes(shelf))
    .route("/", importRoutes(shelf))
    .route("/", annotatorRoutes(shelf, defaultMethod))
    .route("/", exportRoutes(shelf))
    .route("/", peopleRoutes(shelf))
    .route("/", quizRoutes(shelf))
    .route("/", runRoutes(shelf, live));
}

export type Routes = ReturnType<typeof routes>;

/** The corpora of this server: what each is called, and what its addresses begin with. */
export function corporaRoutes(shelves: readonly Shelf[]) {
  return new Hono().get("/corpora", (context) =>
    context.json({ corpora: shelves.map(({ name, base }) => ({ name, base })) }),
  );
}

export type CorporaRoutes = ReturnType<typeof corporaRoutes>;
