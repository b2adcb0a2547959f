import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "../problem.ts";
import { writeAtomically } from "../write.ts";
import { type Annotation, decided, noAnnotation } from "./annotation.ts";
import { annotationSchema } from "./annotation-schema.ts";
import { isPlainName } from "./folder-name.ts";
import { nameFault } from "./person-name.ts";
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
  const path = sheetPath(corpus, sheet);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return noAnnotation;
  const parsed = annotationSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0];
  throw new Problem(`${path}: ${place?.path.join(".") || "the file"}: ${place?.message}. Mend it or move it away.`);
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
  const before = queues.get(path) ?? Promise.resolve();
  const turn = before
    .catch(() => undefined)
    .then(async () => {
      const current = await readAnnotation(corpus, sheet);
      if (current.revision !== seen) throw new Overtaken(current);
      const next = change(current);
      writeAtomically(path, `${JSON.stringify({ ...next, ...decided(next) })}\n`);
      return next;
    });
  queues.set(path, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(path) === turn) queues.delete(path);
  }
}

/** The annotators of a corpus who have a sheet of this chapter. */
export async function annotatorsOf(corpus: Corpus, work: Work, number: number): Promise<string[]> {
  const list = (...path: string[]): Promise<string[]> =>
    readdir(join(corpus.folder, "annotators", ...path)).catch(() => []);
  const names = await list();
  const found = await Promise.all(
    names.filter(isPlainName).map(async (name) => {
      const sheets = await list(name, work.folder);
      return sheets.includes(`${number}.json`) ? name : undefined;
    }),
  );
  return found.filter((name) => name !== undefined).sort();
}

const queues = new Map<string, Promise<unknown>>();

function sheetPath(corpus: Corpus, { annotator, work, number }: Sheet): string {
  const fault = nameFault(annotator);
  if (fault !== undefined) throw new Problem(fault);
  return join(corpus.folder, "annotators", annotator, work.folder, `${number}.json`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
