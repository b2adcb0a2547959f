import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { asOnlyWriter, type Writer } from "../corpus/files/only-writer.ts";
import { readJsonIfThere } from "../corpus/files/read-file.ts";
import { Recent } from "../recent.ts";

/** A JSON file below `team/` in the corpus, with its schema and what is meant where there is none. */
export interface TeamFile<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  readonly empty: T;
}

/** The file's present content; it is read again only when some process has replaced it. */
export async function readTeamFile<T>(folder: string, { path, schema, empty }: TeamFile<T>): Promise<T> {
  const file = join(folder, path);
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  if (found === undefined) return empty;
  const mark = `${found.ino} ${found.size} ${found.mtimeNs}`;
  const before = known.get(file);
  if (before?.mark === mark) return before.value as T;
  const value = (await readJsonIfThere(folder, path, schema)) ?? empty;
  known.set(file, { mark, value });
  return value;
}

const known = new Recent<string, { readonly mark: string; readonly value: unknown }>(2_000);

/**
 * Changes the file's present content, and returns when the change is on disk; until then nobody else can change the
 * corpus. A change that returns what it was given writes nothing.
 */
export function changeTeamFile<T>(
  folder: string,
  file: TeamFile<T>,
  change: (now: T) => T | Promise<T>,
  alongside?: (writer: Writer, saved: T) => void,
): Promise<T> {
  return asOnlyWriter(folder, file.path, async (writer) => {
    const now = (await readJsonIfThere(folder, file.path, file.schema)) ?? file.empty;
    const next = await change(now);
    if (next !== now) writer.write(file.path, `${JSON.stringify(next, undefined, 1)}\n`);
    if (next !== now) alongside?.(writer, next);
    return next;
  });
}
