import type { Work } from "@plotline/align";
import { Recent } from "@plotline/base";
import { chapterPath } from "../listing.ts";
import { storeOf } from "./store.ts";

/** What was computed from files of a corpus; it is computed again only when one of them has changed. */
export class FromFiles<Value> {
  private readonly known: Recent<string, { readonly changed: string; readonly value: Value }>;

  constructor(most: number) {
    this.known = new Recent(most);
  }

  async get(folder: string, files: readonly string[], compute: () => Promise<Value>): Promise<Value> {
    const key = [folder, ...files].join("\n");
    const changed = await changesOf(folder, files);
    const before = this.known.get(key);
    if (before?.changed === changed) return before.value;
    const value = await compute();
    this.known.set(key, { changed, value });
    return value;
  }
}

/** A fingerprint of files: it differs once one of them has changed. */
async function changesOf(folder: string, files: readonly string[]): Promise<string> {
  const store = storeOf(folder);
  const found = await Promise.all(files.map((file) => store.look(file)));
  return found.map((state) => state?.stamp ?? "").join("\n");
}

/** When a file was last changed, in milliseconds; 0 where there is none. */
export async function changedAt(folder: string, path: string): Promise<number> {
  return (await storeOf(folder).look(path))?.changed ?? 0;
}

/** The texts of a chapter. */
export function chapterFiles(work: Work, number: number): string[] {
  return (["stories", "summaries"] as const).map((section) => chapterPath(section, work.folder, number));
}
