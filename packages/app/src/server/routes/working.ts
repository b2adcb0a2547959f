import { Hono } from "hono";
import type { Shelf } from "../library/shelf.ts";
import { agreementRoutes } from "./agreement.ts";
import { importRoutes } from "./import.ts";
import { quizRoutes } from "./quiz.ts";
import { readingRoutes } from "./reading.ts";
import { runRoutes } from "./runs.ts";

/** What takes time and much code: importing, aligning whole books, making questions. */
export function workingRoutes(shelf: Shelf) {
  return new Hono().route("/", importRoutes(shelf)).route("/", agreementRoutes(shelf)).route("/", quizRoutes(shelf));
}

/** All that the page asks of the server; the page's calls have these types. */
export function routes(shelf: Shelf) {
  return new Hono().route("/", readingRoutes(shelf)).route("/", workingRoutes(shelf)).route("/", runRoutes(shelf));
}

export type Routes = ReturnType<typeof routes>;
