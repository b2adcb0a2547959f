import { Hono } from "hono";
import type { Shelf } from "../library/shelf.ts";
import type { Live } from "../team/live.ts";
import { annotatorRoutes } from "./annotators.ts";
import { importRoutes } from "./import.ts";
import { quizRoutes } from "./quiz.ts";
import { readingRoutes } from "./reading.ts";
import { runRoutes } from "./runs.ts";

/** What takes time and much code: importing, aligning whole books, making questions. */
export function workingRoutes(shelf: Shelf, live?: Live) {
  return new Hono()
    .route("/", importRoutes(shelf))
    .route("/", annotatorRoutes(shelf))
    .route("/", quizRoutes(shelf))
    .route("/", runRoutes(shelf, live));
}

/** All that the page asks of the server; the page's calls have these types. */
export function routes(shelf: Shelf, live?: Live) {
  return new Hono().route("/", readingRoutes(shelf, live)).route("/", workingRoutes(shelf, live));
}

export type Routes = ReturnType<typeof routes>;
