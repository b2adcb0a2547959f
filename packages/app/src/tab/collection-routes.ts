import { counted, Problem } from "@plotline/base";
import {
  archivedTogether,
  backupsIn,
  entriesOf,
  formatManifest,
  type ManifestWork,
  manifestName,
  mount,
  type OpenedBackup,
  OpfsStore,
  openBackup,
  readManifest,
  sheetSchema,
  sourceOf,
  storeOf,
  wholeOf,
} from "@plotline/corpus";
import { type Context, Hono } from "hono";
import type { Shelf } from "../server/library/shelf.ts";

/** A work of a corpus that the site has, as one file. */
export interface SharedWork {
  readonly entry: ManifestWork;
  readonly files: Readonly<Record<string, string>>;
}

/** Collections come from the site or from a saved file, and go out as a file that `plotline serve` opens. */
export function collectionRoutes(shelves: readonly Shelf[]) {
  return new Hono()
    .post("/shared/:corpus/:work", async (context) => {
      const { corpus, work } = context.req.param();
      const asked = fetch(new URL(`../corpora/${corpus}/${work}.json`, location.href));
      const response = await asked.catch(() => undefined);
      if (response?.ok !== true) throw new Problem("This work could not be fetched; is there a network?");
      await addShared(corpus, await response.json());
      return context.json({ base: `/c/${corpus}` });
    })
    .get("/saved", async (context) => {
      const all = await Promise.all(
        shelves.map(async ({ folder }) => ({ corpus: folder, files: await filesOf(folder) })),
      );
      const zip = await wholeOf(archivedTogether(all.filter(({ files }) => files.length > 0)));
      return context.body(zip, 200, { "Content-Type": "application/zip" });
    })
    .post("/saved", async (context) => {
      for (const backup of await sent(context)) {
        const store = await OpfsStore.at(await freeName(backup.corpus, shelves));
        const changes: { write: string; content: Uint8Array }[] = [];
        for (const { path, content } of backup.files) changes.push({ write: path, content: await content() });
        await store.transact(async () => changes);
      }
      return context.json({});
    })
    .post("/saved/sheets", async (context) => context.json({ said: await takeSheets(await sent(context), shelves) }));
}

export type CollectionRoutes = ReturnType<typeof collectionRoutes>;

/** The backups in the file that the page sends. */
async function sent(context: Context): Promise<OpenedBackup[]> {
  const sources = await backupsIn(sourceOf(new Uint8Array(await context.req.arrayBuffer())));
  return Promise.all(sources.map((source) => openBackup(source)));
}

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

/** What a saved collection is called here: its own name, or with a number where that has something in it. */
async function freeName(wanted: string, shelves: readonly Shelf[]): Promise<string> {
  const name = wanted.replace(/[^A-Za-z0-9_-]+/g, "-") || "collection";
  const taken = new Set<string>();
  for (const shelf of shelves) if ((await filesOf(shelf.folder)).length > 0) taken.add(shelf.folder);
  const numbered = Array.from(taken, (_, k) => `${name}-${k + 2}`);
  return [name, ...numbered].find((each) => !taken.has(each)) ?? name;
}

type BackupFile = OpenedBackup["files"][number];

/** Takes what others annotated, to be settled here: sheets about the very texts that are here. Says what became of them. */
async function takeSheets(backups: readonly OpenedBackup[], shelves: readonly Shelf[]): Promise<string> {
  const annotators = new Set<string>();
  let [taken, left] = [0, 0];
  for (const { files } of backups) {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const sheets = files.flatMap((file) => sheetIn(file) ?? []);
    for (const { name, texts, file } of sheets) {
      const place = await shelfWith(texts, byPath, shelves);
      const content = await file.content();
      if (place === undefined || !(await continues(place, file.path, content))) {
        left++;
        continue;
      }
      await storeOf(place.folder).transact(async () => [{ write: file.path, content }]);
      annotators.add(name);
      taken++;
    }
  }
  const by = annotators.size === 0 ? "" : `, by ${[...annotators].sort().join(", ")}`;
  const settle = taken === 0 ? "" : " Settle them on the book’s Annotation page.";
  const others =
    left === 0
      ? ""
      : ` ${counted(left, "chapter was", "chapters were")} left out: the texts, or the links under that name, differ.`;
  return `Links of ${counted(taken, "chapter")} were taken${by}.${settle}${others}`;
}

function sheetIn(file: BackupFile) {
  const [, name = "", folder, number] = /^annotators\/([^/]+)\/([^/]+)\/(\d+)\.json$/.exec(file.path) ?? [];
  if (folder === undefined) return undefined;
  return { file, name, texts: ["stories", "summaries"].map((section) => `${section}/${folder}/${number}.txt.utf8`) };
}

/** The collection whose chapter has the same texts. */
async function shelfWith(texts: readonly string[], theirs: ReadonlyMap<string, BackupFile>, shelves: readonly Shelf[]) {
  for (const shelf of shelves) {
    const same = await Promise.all(
      texts.map(async (path) => {
        const [own, other] = [await storeOf(shelf.folder).read(path), theirs.get(path)];
        return own !== undefined && other !== undefined && isEqual(own, await other.content());
      }),
    );
    if (same.every(Boolean)) return shelf;
  }
}

/** Whether a sheet goes on where the one that is here ends; of two that differ, nobody's is lost. */
async function continues({ folder }: Shelf, path: string, content: Uint8Array): Promise<boolean> {
  const theirs = stepsIn(content);
  const here = await storeOf(folder).read(path);
  const own = here === undefined ? [] : stepsIn(here);
  if (own === undefined || theirs === undefined) return false;
  return JSON.stringify(own) === JSON.stringify(theirs.slice(0, own.length));
}

/** Undefined where this is no sheet. */
function stepsIn(content: Uint8Array): readonly unknown[] | undefined {
  try {
    return sheetSchema.parse(JSON.parse(new TextDecoder().decode(content))).steps;
  } catch {
    return undefined;
  }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, k) => byte === other[k]);
}
