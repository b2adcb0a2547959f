import { join } from "node:path";
import { Problem } from "../problem.ts";
import { writeAtomically } from "../write.ts";
import { type Annotation, decided, noAnnotation } from "./annotation.ts";
import { annotationSchema } from "./annotation-schema.ts";
import { entriesOf } from "./listing.ts";
import { nameFault } from "./person-name.ts";
import { readJsonIfThere } from "./read-file.ts";
import { Turns } from "./turns.ts";
import type { Corpus, Work } from "./types.ts";

/** One person's file for one chapter. */
export interface Sheet {
  readonly annotator: string;
  readonly work: Work;
  readonly number: number;
}

/** Raised when someone else saved the sheet meanwhile; holds what they saved. */
export class Overtaken extends Problem {
  constructor(readonly current: Annotation) {
    super(
      "This chapter was changed in another tab or by someone else; what they saved is shown now, nothing was lost.",
    );
  }
}

export async function readAnnotation(corpus: Corpus, sheet: Sheet): Promise<Annotation> {
  return (await readJsonIfThere(sheetPath(corpus, sheet), annotationSchema)) ?? noAnnotation;
}

/**
 * Applies a change to what is on disk now, if that is the revision the person saw, and returns when it is on disk.
 * Saves of one sheet wait for each other.
 */
export async function saveAnnotation(
  corpus: Corpus,
  sheet: Sheet,
  seen: number,
  change: (annotation: Annotation) => Annotation,
): Promise<Annotation> {
  const path = sheetPath(corpus, sheet);
  return turns.take(path, async () => {
    const current = await readAnnotation(corpus, sheet);
    if (current.revision !== seen) throw new Overtaken(current);
    const next = change(current);
    writeAtomically(path, `${JSON.stringify({ ...next, ...decided(next) })}\n`);
    return next;
  });
}

/** The annotators of a corpus who have a sheet of this chapter. */
export async function annotatorsOf(corpus: Corpus, work: Work, number: number): Promise<string[]> {
  const people = (await entriesOf(join(corpus.folder, "annotators"))).filter((entry) => entry.isDirectory());
  const found = await Promise.all(
    people.map(async ({ name }) => {
      const sheets = await entriesOf(join(corpus.folder, "annotators", name, work.folder));
      return sheets.some((sheet) => sheet.name === `${number}.json`) ? name : undefined;
    }),
  );
  return found.filter((name) => name !== undefined);
}

const turns = new Turns();

function sheetPath(corpus: Corpus, { annotator, work, number }: Sheet): string {
  const fault = nameFault(annotator);
  if (fault !== undefined) throw new Problem(fault);
  return join(corpus.folder, "annotators", annotator, work.folder, `${number}.json`);
}
