import { faultIn, Problem, parsedJson } from "@plotline/base";
import type { z } from "zod";
import { storeOf } from "./store.ts";

/** The text of a file of a corpus; undefined where there is none. */
export async function readIfThere(folder: string, path: string): Promise<string | undefined> {
  const bytes = await storeOf(folder).read(path);
  return bytes && textOf(bytes);
}

/** The bytes of a file that must be there. */
export async function readBytes(folder: string, path: string): Promise<Uint8Array> {
  const bytes = await storeOf(folder).read(path);
  if (bytes === undefined) throw new Problem(`${folder}/${path}: there is no such file.`);
  return bytes;
}

/** As UTF-8, with its byte order mark; each wrong byte becomes a replacement character. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A JSON file that people may have edited; undefined where there is none, a problem where it is not what it should be. */
export async function readJsonIfThere<T>(folder: string, path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readIfThere(folder, path);
  if (text === undefined) return undefined;
  const file = `${folder}/${path}`;
  const value = parsedJson(text);
  if (value === undefined) throw new Problem(`${file}: this is not JSON. Repair it or move it away.`);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Problem(`${file}: ${faultIn(parsed.error)}. Repair it or move it away.`);
}
