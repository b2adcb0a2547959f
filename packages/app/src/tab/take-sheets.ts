import { type OpenedBackup, sheetSchema, storeOf, wholeOf } from "@plotline/corpus";
import type { Shelf } from "../server/library/shelf.ts";

/** What became of the sheets in a library that somebody else saved. */
export interface TakenSheets {
  readonly annotators: readonly string[];
  readonly taken: number;
  /** Not taken: the texts differ, or links of the same name are here that those do not continue. */
  readonly left: number;
}

type BackupFile = OpenedBackup["files"][number];

/** Takes what others annotated, to be settled here: sheets about the very texts that are here. */
export async function takeSheets(backups: readonly OpenedBackup[], shelves: readonly Shelf[]): Promise<TakenSheets> {
  const annotators = new Set<string>();
  let [taken, left] = [0, 0];
  for (const { files } of backups) {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const sheets = files.flatMap((file) => sheetIn(file) ?? []);
    for (const { name, texts, file } of sheets) {
      const place = await shelfWith(texts, byPath, shelves);
      const content = await wholeOf(file.content());
      if (place === undefined || !(await continues(place, file.path, content))) {
        left++;
        continue;
      }
      await storeOf(place.folder).transact(async () => [{ write: file.path, content }]);
      annotators.add(name);
      taken++;
    }
  }
  return { annotators: [...annotators].sort(), taken, left };
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
        return own !== undefined && other !== undefined && isEqual(own, await wholeOf(other.content()));
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
  return own !== undefined && theirs !== undefined && isPrefix(own, theirs);
}

function isPrefix(own: readonly unknown[], theirs: readonly unknown[]): boolean {
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
