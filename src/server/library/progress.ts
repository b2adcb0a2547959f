import { join } from "node:path";
import { allAnnotators, readAnnotation } from "../../corpus/annotations/annotation-store.ts";
import { FromFiles } from "../../corpus/files/from-files.ts";
import { entriesOf } from "../../corpus/listing.ts";
import type { Corpus, Work } from "../../corpus/types.ts";
import { sumOf } from "../../lists.ts";
import { closedBullets } from "../../team/progress.ts";

/** Everyone who has begun a work, and how many bullets they have finished or found to be commentary; a sheet is read again only when it has changed. */
export async function progressOf(corpus: Corpus, work: Work) {
  const found = await Promise.all((await allAnnotators(corpus)).map((name) => progressIn(corpus, work, name)));
  return found.filter(({ chapters }) => chapters > 0);
}

async function progressIn(corpus: Corpus, work: Work, name: string) {
  const sheets = new Set(
    (await entriesOf(join(corpus.folder, "annotators", name, work.folder))).map(({ name }) => name),
  );
  const numbers = work.chapters.filter((number) => sheets.has(`${number}.json`));
  const done = await Promise.all(numbers.map((number) => doneIn(corpus, work, number, name)));
  return { name, chapters: numbers.length, done: sumOf(done, (count) => count) };
}

const known = new FromFiles<number>(50_000);

/** A faulty sheet counts for nothing here; opening it reports the fault. */
function doneIn(corpus: Corpus, work: Work, number: number, annotator: string): Promise<number> {
  const path = join(corpus.folder, "annotators", annotator, work.folder, `${number}.json`);
  return known.get([path], async () => {
    const sheet = await readAnnotation(corpus, { annotator, work, number }).catch(() => undefined);
    return sheet === undefined ? 0 : closedBullets(sheet);
  });
}
