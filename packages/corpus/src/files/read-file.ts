import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "@plotline/base";
import { faultIn, parsedJson } from "@plotline/base/node";
import type { z } from "zod";
import { mustNotLeadOut } from "./inside.ts";

/** The text of a file of a corpus; undefined where there is none. It may not lead out of the corpus. */
export async function readIfThere(root: string, path: string): Promise<string | undefined> {
  try {
    mustNotLeadOut(root, path);
    return await readFile(join(root, path), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A JSON file that people may have edited; undefined where there is none, a problem where it is not what it should be. */
export async function readJsonIfThere<T>(root: string, path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readIfThere(root, path);
  if (text === undefined) return undefined;
  const file = join(root, path);
  const value = parsedJson(text);
  if (value === undefined) throw new Problem(`${file}: this is not JSON. Repair it or move it away.`);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Problem(`${file}: ${faultIn(parsed.error)}. Repair it or move it away.`);
}
