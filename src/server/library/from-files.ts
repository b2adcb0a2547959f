import { stat } from "node:fs/promises";
import { join } from "node:path";
import { chapterPath } from "../../corpus/listing.ts";
import type { Corpus, Work } from "../../corpus/types.ts";
import { Recent } from "../../recent.ts";

/** What was computed from files; it is computed again only when one of them has changed. */
export class FromFiles<Value> {
  private readonly known: Recent<string, { readonly changed: string; readonly value: Value }>;

  constructor(most: number) {
    this.known = new Recent(most);
  }

  async get(files: readonly string[], compute: () => Promise<Value>): Promise<Value> {
    const key = files.join("\n");
    const changed = await changedAt(files);
    const before = this.known.get(key);
    if (before?.changed === changed) return before.value;
    const value = await compute();
    this.known.set(key, { changed, value });
    return value;
  }
}

/** When files were last changed; 0 stands for one that does not exist. */
export async function changedAt(files: readonly string[]): Promise<string> {
  const times = files.map(async (path) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0);
  return (await Promise.all(times)).join(" ");
}

/** Both texts of a chapter. */
export function chapterFiles({ folder }: Corpus, work: Work, number: number): string[] {
  return (["stories", "summaries"] as const).map((section) => join(folder, chapterPath(section, work.folder, number)));
}
