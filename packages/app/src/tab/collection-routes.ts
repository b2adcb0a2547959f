import { Problem } from "@plotline/base";
import {
  archived,
  entriesOf,
  formatManifest,
  type ManifestWork,
  manifestName,
  mount,
  OpfsStore,
  openBackup,
  readManifest,
  sourceOf,
  storeOf,
} from "@plotline/corpus";
import { Hono } from "hono";
import { shelvesHere } from "./collections.ts";

/** A work of a corpus that the site has, as one file. */
export interface SharedWork {
  readonly entry: ManifestWork;
  readonly files: Readonly<Record<string, string>>;
}

/** Collections come from the site or from a saved file, and go out as a file that `plotline serve` opens. */
export function collectionRoutes() {
  return new Hono()
    .post("/shared/:corpus/:work", async (context) => {
      const { corpus, work } = context.req.param();
      const response = await fetch(new URL(`../corpora/${corpus}/${work}.json`, location.href));
      if (!response.ok) throw new Problem("This work could not be fetched; is there a network?");
      await addShared(corpus, await response.json());
      return context.json({ base: `/c/${corpus}` });
    })
    .get("/saved/:name", async (context) => {
      const { name } = context.req.param();
      const zip = await wholeOf(archived(name, await filesOf(name)));
      context.header("Content-Disposition", `attachment; filename="${name}.plotline.zip"`);
      return context.body(zip, 200, { "Content-Type": "application/zip" });
    })
    .post("/saved", async (context) => {
      const backup = await openBackup(sourceOf(new Uint8Array(await context.req.arrayBuffer())));
      const name = await freeName(backup.corpus);
      const store = await OpfsStore.at(name);
      const changes: { write: string; content: Uint8Array }[] = [];
      for (const { path, content } of backup.files) changes.push({ write: path, content: await wholeOf(content()) });
      await store.transact(async () => changes);
      return context.json({ base: `/c/${name}` });
    });
}

export type CollectionRoutes = ReturnType<typeof collectionRoutes>;

/** All of a work, or nothing; one that is there already stays as it is. */
async function addShared(corpus: string, { entry, files }: SharedWork): Promise<void> {
  const store = await OpfsStore.at(corpus);
  mount(corpus, store);
  await store.transact(async () => {
    const { works = [] } = (await readManifest(corpus)) ?? {};
    if (works.some(({ title }) => title === entry.title)) return [];
    const manifest = { write: manifestName, content: formatManifest({ works: [...works, entry] }) };
    return [manifest, ...Object.entries(files).map(([write, content]) => ({ write, content }))];
  });
}

async function filesOf(name: string, folder = ""): Promise<{ path: string; content(): Uint8Array[] }[]> {
  const store = storeOf(name);
  const found = await Promise.all(
    (await entriesOf(name, folder)).map(async (entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFolder) return filesOf(name, path);
      const bytes = (await store.read(path)) ?? new Uint8Array();
      return [{ path, content: () => [bytes] }];
    }),
  );
  return found.flat();
}

/** What a saved collection is called here: its own name, or with a number where that is taken. */
async function freeName(wanted: string): Promise<string> {
  const name = wanted.replace(/[^A-Za-z0-9_-]+/g, "-") || "collection";
  const taken = new Set((await shelvesHere()).map(({ folder }) => folder));
  const numbered = Array.from(taken, (_, k) => `${name}-${k + 2}`);
  return [name, ...numbered].find((each) => !taken.has(each)) ?? name;
}

async function wholeOf(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: BlobPart[] = [];
  for await (const part of parts) all.push(new Uint8Array(part));
  return new Uint8Array(await new Blob(all).arrayBuffer());
}
