import { defaultMethod } from "@plotline/align";
import { Hono } from "hono";
import { refused } from "../server/refusals.ts";
import { corporaRoutes, routes } from "../server/routes/index.ts";
import { collectionRoutes, shelvesHere } from "./collections.ts";

/** The routes of the server, over the collections of this browser. */
export async function opened(): Promise<Hono> {
  const shelves = await shelvesHere();
  const api = new Hono().route("/", corporaRoutes(shelves)).route("/", collectionRoutes());
  for (const shelf of shelves) api.route(shelf.base || "/", routes(shelf, defaultMethod));
  const app = new Hono().route("/api", api).onError(refused);
  return app.notFound((context) => context.json({ problem: "There is nothing at this address." }, 404));
}
