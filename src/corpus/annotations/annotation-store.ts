import { join } from "node:path";
import { Problem } from "../../problem.ts";
import { changedAt } from "../files/from-files.ts";
import { asOnlyWriter, type Writer } from "../files/only-writer.ts";
import { readJsonIfThere } from "../files/read-file.ts";
import { entriesOf, foldersIn } from "../listing.ts";
import { nameFault } from "../people/person-name.ts";
import type { Chapter, Corpus, Work } from "../types.ts";
import { type Annotation, decided, noAnnotation } from "./annotation.ts";
import { annotationSchema } from "./annotation-schema.ts";

/** One person's file for one chapter. */
export interface Sheet {
  readonly annotator: string;
  readonly work: Work;
  readonly number: number;
}

/** Thrown when someone else has saved the sheet in the meantime; holds what they saved. */
export class Overtaken extends Problem {
  constructor(readonly current: Annotation) {
    super(
      "This chapter was changed in another tab or by someone else; the saved version is shown now, and nothing of it was lost.",
    );
  }
}

export async function readAnnotation(corpus: Corpus, sheet: Sheet): Promise<Annotation> {
  return (await readJsonIfThere(corpus.folder, sheetPath(sheet), annotationSchema)) ?? noAnnotation;
}

/**
 * Applies a change to what is on disk now, if that is the revision the person saw, and returns when it is on disk.
 * Until then no process can change the corpus: neither the sheet nor its chapter. What is written `alongside` reaches
 * the disk together with it.
 */
export async function saveAnnotation(
  corpus: Corpus,
  sheet: Sheet,
  seen: number,
  change: (annotation: Annotation, chapter: Chapter) => Annotation,
  alongside?: (writer: Writer, saved: Annotation) => void,
): Promise<Annotation> {
  const path = sheetPath(sheet);
  return asOnlyWriter(corpus.folder, path, async (writer) => {
    const current = await readAnnotation(corpus, sheet);
    if (current.revision !== seen) throw new Overtaken(current);
    const next = change(current, await corpus.chapter(sheet.work, sheet.number));
    writer.write(path, `${JSON.stringify({ ...next, ...decided(next) })}\n`);
    alongside?.(writer, next);
    return next;
  });
}

/** Everyone who has annotated something in a corpus. */
export async function allAnnotators(corpus: Corpus): Promise<string[]> {
  return (await foldersIn(join(corpus.folder, "annotators"))).filter((name) => nameFault(name) === undefined);
}

/** The annotators of a corpus who have a sheet of this chapter. */
export async function annotatorsOf(corpus: Corpus, work: Work, number: number): Promise<string[]> {
  const found = await Promise.all(
    (await allAnnotators(corpus)).map(async (name) => {
      const sheets = await entriesOf(join(corpus.folder, "annotators", name, work.folder));
      return sheets.some((sheet) => sheet.name === `${number}.json`) ? name : undefined;
    }),
  );
  return found.filter((name) => name !== undefined);
}

/** The chapter of a work that this annotator changed last; undefined where there is none. */
export async function lastSheet(corpus: Corpus, work: Work, annotator: string): Promise<number | undefined> {
  const sheets = await Promise.all(
    work.chapters.map(async (number) => {
      const path = join(corpus.folder, sheetPath({ annotator, work, number }));
      return { number, changed: await changedAt(path) };
    }),
  );
  const last = sheets.reduce((a, b) => (b.changed > a.changed ? b : a), { number: -1, changed: 0 });
  return last.changed === 0 ? undefined : last.number;
}

/** From the corpus folder. */
function sheetPath({ annotator, work, number }: Sheet): string {
  const fault = nameFault(annotator);
  if (fault !== undefined) throw new Problem(fault);
  return join("annotators", annotator, work.folder, `${number}.json`);
}
