import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { Problem } from "../problem.ts";

/** The text of a file; undefined where there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A JSON file that people may have edited; undefined where there is none, a problem where it is not what it should be. */
export async function readJsonIfThere<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  const parsed = schema.safeParse(jsonOf(text, path));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Problem(`${path}: ${issue?.path.join(".") || "the file"}: ${issue?.message}. Mend it or move it away.`);
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new Problem(`${path}: this is not JSON. Mend it or move it away.`);
  }
}
