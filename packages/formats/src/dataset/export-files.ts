import { closeSync, openSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { joinParagraphs, type Work } from "@plotline/align";
import { makeFolder } from "@plotline/base/node";
import { chapterPath, formatManifest, manifestName, type Product, sections } from "@plotline/corpus/node";
import { datasetNames, writeDataset } from "./dataset-folder.ts";
import { type ExportRow, exportRowSchema } from "./export.ts";
import { writeParquet } from "./parquet.ts";

/** The formats of a whole corpus. */
export const exportFormats = ["jsonl", "parquet", "dataset", "shmoop"] as const;
/** A format of a whole corpus. */
export type ExportFormat = (typeof exportFormats)[number];

/** Writes rows to a path where nothing is yet: a file, or for a dataset and for the authors' layout a folder. */
type Exporter = (path: string, rows: AsyncIterable<ExportRow>, works: readonly Work[]) => Promise<void>;

/** What an export in this format consists of, for a check before one is replaced. */
export function exportProduct(format: ExportFormat): Product {
  const folders = { shmoop: [...sections, manifestName], dataset: datasetNames };
  return { what: "an export", holds: format === "shmoop" || format === "dataset" ? folders[format] : undefined };
}

/** What writes each format of a whole corpus. */
export const exporters: Readonly<Record<ExportFormat, Exporter>> = {
  jsonl: writeJsonLines,
  parquet: (path, rows) => writeParquet(path, plain(rows), exportRowSchema, 200),
  dataset: writeDataset,
  shmoop: writeLayout,
};

async function writeJsonLines(path: string, rows: AsyncIterable<ExportRow>): Promise<void> {
  const file = openSync(path, "wx");
  try {
    for await (const row of rows) writeFileSync(file, `${JSON.stringify(row)}\n`);
  } finally {
    closeSync(file);
  }
}

/** The authors' folders and our manifest: another corpus, without what may not be shared. */
async function writeLayout(path: string, rows: AsyncIterable<ExportRow>, works: readonly Work[]): Promise<void> {
  const folders = new Map(works.map((work) => [work.title, work.folder]));
  const write = (file: string, content: string) => {
    makeFolder(dirname(join(path, file)));
    writeFileSync(join(path, file), content);
  };
  const titles = new Set<string>();
  for await (const { work, chapter, story, summary, gold } of rows) {
    const folder = folders.get(work) ?? work;
    if (story !== null) write(chapterPath("stories", folder, chapter), joinParagraphs(story));
    if (summary !== null) write(chapterPath("summaries", folder, chapter), joinParagraphs(summary));
    const rows = gold?.map((stories, i) => `S${i}:${stories.length > 0 ? " " : ""}${stories.join(", ")}\n`);
    if (rows !== undefined) write(chapterPath("manual_alignments", folder, chapter), rows.join(""));
    titles.add(work);
  }
  const entries = works.filter((work) => titles.has(work.title)).map(manifestEntry);
  write(manifestName, formatManifest({ works: entries }));
}

function manifestEntry({ title, folder, kind, split, story, summary, language, headings }: Work) {
  return { title, folder: folder === title ? undefined : folder, kind, split, story, summary, language, headings };
}

/** The writer takes rows as records of anything. */
async function* plain(rows: AsyncIterable<ExportRow>): AsyncGenerator<Record<string, unknown>> {
  for await (const row of rows) yield { ...row };
}
