import { readFile } from "node:fs/promises";
import { type Alignment, type Corpus, distinctLinks, parseJsonl } from "@plotline/align";
import { Problem } from "@plotline/base";
import { findWork } from "@plotline/corpus/node";
import { chapterKey } from "@plotline/questions";
import type { GivenLinks } from "../evaluate.ts";

/** Links that were made elsewhere, in JSON Lines; works may be named by their folder too. */
export async function readRecorded(path: string, corpus: Corpus): Promise<GivenLinks["links"]> {
  const found = parseJsonl(await readFile(path, "utf8"), path);
  if (found.length === 0) throw new Problem(`${path} is empty: there is no alignment in it.`);
  const byChapter = new Map<string, Alignment>();
  for (const { work, chapter, links } of found) {
    const { title, chapters } = findWork(corpus, work);
    if (!chapters.includes(chapter))
      throw new Problem(`${path}: "${title}" has no chapter ${chapter}; chapters are counted from 0.`);
    const key = chapterKey(title, chapter);
    byChapter.set(key, distinctLinks([...(byChapter.get(key) ?? []), ...links]));
  }
  return byChapter;
}
