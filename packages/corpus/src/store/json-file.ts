import type { z } from "zod";
import { FromFiles } from "./from-files.ts";
import { readJsonIfThere } from "./read-file.ts";
import { storeOf, type Writer } from "./store.ts";

/** A JSON file of a corpus, with its schema and what is meant where there is none. */
export interface JsonFile<T> {
  /** From the corpus folder. */
  readonly path: string;
  readonly schema: z.ZodType<T>;
  readonly empty: T;
}

/** The file's present content; it is read again only when some process has replaced it. */
export async function readJsonFile<T>(folder: string, file: JsonFile<T>): Promise<T> {
  return (await known.get(folder, [file.path], () => contentOf(folder, file))) as T;
}

const known = new FromFiles<unknown>(2_000);

/**
 * Changes the file's present content, and returns when the change is on disk; until then nobody else can change the
 * corpus. A change that returns what it was given writes nothing.
 */
export function changeJsonFile<T>(
  folder: string,
  file: JsonFile<T>,
  change: (now: T) => T | Promise<T>,
  alongside?: (writer: Writer, saved: T) => void,
): Promise<T> {
  return storeOf(folder).save(file.path, async (writer) => {
    const now = await contentOf(folder, file);
    const next = await change(now);
    if (next === now) return now;
    writer.write(file.path, `${JSON.stringify(next, undefined, 1)}\n`);
    alongside?.(writer, next);
    return next;
  });
}

async function contentOf<T>(folder: string, { path, schema, empty }: JsonFile<T>): Promise<T> {
  return (await readJsonIfThere(folder, path, schema)) ?? empty;
}
