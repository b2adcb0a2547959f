import { Hono } from "hono";
import type { Shelf } from "../library/shelf.ts";
import type { Live } from "../team/live.ts";
import { readingRoutes } from "./reading.ts";
import { workingRoutes } from "./working.ts";

/** What the page asks of the server; the page's calls have these types. */
export function routes(shelf: Shelf, live?: Live) {
  return new Hono().route("/", readingRoutes(shelf, live)).route("/", workingRoutes(shelf, live));
}

export type Routes = ReturnType<typeof routes>;
