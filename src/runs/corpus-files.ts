import { existsSync } from "node:fs";
import { join } from "node:path";
import { storedMethods } from "../corpus/alignments/alignments.ts";
import { manifestName } from "../corpus/manifest.ts";
import type { Corpus } from "../corpus/types.ts";
import type { SentFolder } from "../jobs/executor.ts";
import { filesIn } from "../jobs/queue/bundle.ts";
import { storedAmong } from "./methods/named.ts";

/** What a training needs of a corpus: texts, gold, and those of the named alignments that are stored in it. */
export async function corpusFiles(corpus: Corpus, alignments: readonly string[]): Promise<SentFolder> {
  const stored = storedAmong(alignments, await storedMethods(corpus)).map((name) => join("alignments", name));
  const files = existsSync(join(corpus.folder, manifestName)) ? [manifestName] : [];
  for (const section of ["stories", "summaries", "manual_alignments", ...stored])
    if (existsSync(join(corpus.folder, section)))
      files.push(...(await filesIn(join(corpus.folder, section))).map((path) => join(section, path)));
  return { path: corpus.folder, files };
}
