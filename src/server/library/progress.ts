import { stat } from "node:fs/promises";
import { join } from "node:path";
import { decided } from "../../corpus/annotations/annotation.ts";
import { readAnnotation } from "../../corpus/annotations/annotation-store.ts";
import { entriesOf } from "../../corpus/listing.ts";
import { nameFault } from "../../corpus/people/person-name.ts";
import type { Corpus, Work } from "../../corpus/types.ts";
import { Recent } from "../../recent.ts";

/** One annotator's progress in a work. */
interface Progress {
  readonly name: string;
  readonly chapters: number;
  /** Bullets that are finished or commentary. */
  readonly done: number;
}

/** Everyone who has begun a work; a sheet is read again only when it has changed. */
export async function progressOf(corpus: Corpus, work: Work): Promise<Progress[]> {
  const people = (await entriesOf(join(corpus.folder, "annotators"))).filter(
    (entry) => entry.isDirectory() && nameFault(entry.name) === undefined,
  );
  const found = await Promise.all(people.map(({ name }) => progressIn(corpus, work, name)));
  return found.filter(({ chapters }) => chapters > 0);
}

async function progressIn(corpus: Corpus, work: Work, name: string): Promise<Progress> {
  const sheets = new Set(
    (await entriesOf(join(corpus.folder, "annotators", name, work.folder))).map(({ name }) => name),
  );
  const numbers = work.chapters.filter((number) => sheets.has(`${number}.json`));
  const done = await Promise.all(numbers.map((number) => doneIn(corpus, work, number, name)));
  return { name, chapters: numbers.length, done: done.reduce((sum, count) => sum + count, 0) };
}

const known = new Recent<string, { readonly changed: number; readonly done: number }>(50_000);

/** A faulty sheet counts for nothing here; opening it reports the fault. */
async function doneIn(corpus: Corpus, work: Work, number: number, annotator: string): Promise<number> {
  const path = join(corpus.folder, "annotators", annotator, work.folder, `${number}.json`);
  const changed = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
  const before = known.get(path);
  if (before?.changed === changed) return before.done;
  const sheet = await readAnnotation(corpus, { annotator, work, number }).catch(() => undefined);
  const { done, commentary } = sheet === undefined ? { done: [], commentary: [] } : decided(sheet);
  const count = new Set([...done, ...commentary]).size;
  known.set(path, { changed, done: count });
  return count;
}
