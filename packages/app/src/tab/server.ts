import { mount, OpfsStore } from "@plotline/corpus";
import { Hono } from "hono";
import { Shelf } from "../server/library/shelf.ts";
import { refused } from "../server/refusals.ts";
import { corporaRoutes, readingRoutes } from "../server/routes/reading.ts";

/** The routes of the server, over the collections of this browser: those that answer at once. */
export async function answering(): Promise<Hono> {
  const shelves = await shelvesHere();
  const api = new Hono().route("/", corporaRoutes(shelves)).post("/changed", (context) => {
    for (const shelf of shelves) shelf.reopen();
    return context.body(null);
  });
  return served(api, shelves, readingRoutes);
}

/** Those that take time, in a worker that may be stopped. */
export async function working(): Promise<Hono> {
  const [shelves, { workingRoutes }, { collectionRoutes }] = await Promise.all([
    shelvesHere(),
    import("../server/routes/working.ts"),
    import("./collection-routes.ts"),
  ]);
  return served(new Hono().route("/", collectionRoutes(shelves)), shelves, workingRoutes);
}

function served(api: Hono, shelves: readonly Shelf[], routes: (shelf: Shelf) => Hono): Hono {
  for (const shelf of shelves) api.route(shelf.base || "/", routes(shelf));
  const app = new Hono().route("/api", api).onError(refused);
  return app.notFound((context) => context.json({ problem: "There is nothing at this address." }, 404));
}

/** The collection that books are added to. */
const own = "library";

/** Every collection of this browser: a folder each of its private file system. */
async function shelvesHere(): Promise<Shelf[]> {
  const names = [own];
  const top = await navigator.storage.getDirectory();
  for await (const [name, { kind }] of top.entries()) if (kind === "directory" && name !== own) names.push(name);
  for (const name of names) mount(name, await OpfsStore.at(name));
  return names.map((name) => new Shelf(name, name === own ? "" : `/c/${name}`));
}
