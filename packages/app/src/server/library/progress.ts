import type { Corpus, Work } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { allAnnotators, sheetState, sheetsOf } from "@plotline/corpus/node";

/** Everyone who has begun a work, and how many points they have closed. */
export async function progressOf(corpus: Corpus, work: Work) {
  const found = await Promise.all((await allAnnotators(corpus)).map((name) => progressIn(corpus, work, name)));
  return found.filter(({ chapters }) => chapters > 0);
}

async function progressIn(corpus: Corpus, work: Work, annotator: string) {
  const numbers = await sheetsOf(corpus, work, annotator);
  const sheets = await Promise.all(
    // A faulty sheet counts for nothing here; opening it reports the fault.
    numbers.map((number) => sheetState(corpus, { annotator, work, number }).catch(() => undefined)),
  );
  return { name: annotator, chapters: numbers.length, done: sumOf(sheets, (sheet) => sheet?.closed ?? 0) };
}
