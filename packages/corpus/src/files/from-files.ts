import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Corpus, Work } from "@plotline/align";
import { Recent } from "@plotline/base";
import { chapterPath } from "../listing.ts";

/** What was computed from files; it is computed again only when one of them has changed. */
export class FromFiles<Value> {
  private readonly known: Recent<string, { readonly changed: string; readonly value: Value }>;

  constructor(most: number) {
    this.known = new Recent(most);
  }

  async get(files: readonly string[], compute: () => Promise<Value>): Promise<Value> {
    const key = files.join("\n");
    const changed = await changesOf(files);
    const before = this.known.get(key);
    if (before?.changed === changed) return before.value;
    const value = await compute();
    this.known.set(key, { changed, value });
    return value;
  }
}

/** A fingerprint of files: inode, size and time of each. */
export async function changesOf(files: readonly string[]): Promise<string> {
  const found = await Promise.all(files.map((file) => stat(file, { bigint: true }).catch(() => undefined)));
  return found.map((each) => (each === undefined ? "" : `${each.ino} ${each.size} ${each.mtimeNs}`)).join("\n");
}

/** When a file was last changed, in milliseconds; 0 where there is none. */
export async function changedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

export function chapterFiles({ folder }: Corpus, work: Work, number: number): string[] {
  return (["stories", "summaries"] as const).map((section) => join(folder, chapterPath(section, work.folder, number)));
}
