import { type Corpus, joinParagraphs, tidyParagraph, type Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { tidyTitle } from "../folder-name.ts";
import { folderOf, formatManifest, type ManifestWork, manifestName, readManifest } from "../manifest.ts";
import { openCorpus } from "../open.ts";
import { mostBytes } from "../read-chapter.ts";
import { type Change, storeOf } from "../store/store.ts";

interface Known {
  readonly corpus: Corpus;
  /** The manifest entry of each work, written or implied, by folder. */
  readonly entries: ReadonlyMap<string, ManifestWork>;
}

interface Plan {
  readonly changes: readonly Change[];
  /** The manifest entries of works that are new or changed. */
  readonly entries?: readonly ManifestWork[];
  /** The folder whose entry is removed. */
  readonly instead?: string;
}

/** Changes files and the manifest together. A folder that had no manifest gets one that names all its works. */
export async function changeWorks(folder: string, plan: (known: Known) => Plan | Promise<Plan>): Promise<void> {
  await storeOf(folder).transact(async () => {
    const corpus = await openCorpus(folder);
    const manifest = await readManifest(corpus.folder);
    const entries = new Map(corpus.works.map((work) => [work.folder, entryOf(work)]));
    for (const entry of manifest?.works ?? []) entries.set(folderOf(entry), entry);
    const { changes, entries: fresh = [], instead } = await plan({ corpus, entries });
    if (instead !== undefined) entries.delete(instead);
    for (const entry of fresh) {
      for (const [other, { title }] of entries) if (title === entry.title) entries.delete(other);
      entries.set(folderOf(entry), entry);
    }
    const content = formatManifest({ ...manifest, works: [...entries.values()] });
    return [...changes, { write: manifestName, content }];
  });
}

export function mustBeNew(corpus: Corpus, title: string, except?: Work): void {
  const same = corpus.works.find((work) => work.folder !== except?.folder && work.title === title);
  if (same === undefined) return;
  throw new Problem(
    `${corpus.folder} already has a work called "${title}"; rename or remove it, or choose another title.`,
  );
}

export function titleOf(title: string): string {
  const tidy = tidyTitle(title);
  if (tidy === "") throw new Problem("A work needs a title that is not empty.");
  if (tidy.length > 1000) throw new Problem("A title has at most 1,000 characters; this one is longer.");
  return tidy;
}

export function entryOf({ title, folder, kind, split, story, summary }: Work): ManifestWork {
  return tidyEntry({ title, folder, kind, split, story, summary });
}

/** Without unknown fields, and without a folder that only repeats the title. */
export function tidyEntry(entry: ManifestWork): ManifestWork {
  const isKnown = ([name, value]: [string, unknown]) =>
    value !== undefined &&
    !(name === "folder" && value === entry.title) &&
    !(typeof value === "object" && value !== null && Object.keys(value).length === 0);
  const known = Object.fromEntries(Object.entries(entry).filter(isKnown));
  return { ...known, title: entry.title };
}

/** Paragraphs are counted, so none may vanish on the way to the disk. */
export function chapterText(paragraphs: readonly string[], title: string, number: number): string {
  if (paragraphs.length === 0) throw new Problem(`Chapter ${number + 1} of "${title}" has no paragraph.`);
  const empty = paragraphs.findIndex((paragraph) => tidyParagraph(paragraph) === "");
  if (empty >= 0) {
    const place = `Paragraph ${empty + 1} of chapter ${number + 1} of "${title}"`;
    throw new Problem(`${place} is empty; leave it out.`);
  }
  const text = joinParagraphs(paragraphs);
  if (new TextEncoder().encode(text).length <= mostBytes) return text;
  throw new Problem(`Chapter ${number + 1} of "${title}" has over 8 MB, too much for a chapter; split it.`);
}
