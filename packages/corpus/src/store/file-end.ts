import { z } from "zod";
import { readJsonIfThere } from "./read-file.ts";
import { storeOf } from "./store.ts";

/** What a growing file ended with: these bytes of it have this hash. */
const fileEnd = z.object({ file: z.string(), from: z.int().min(0), to: z.int().min(0), hash: z.string() });
export type FileEnd = z.infer<typeof fileEnd>;

/** Whether the file in `place` that grew last still has what it ended with; undefined where that is not on record. */
export async function hasItsEnd(folder: string, place: string, end: string): Promise<boolean | undefined> {
  const known = await readJsonIfThere(folder, end, fileEnd).catch(() => undefined);
  if (known === undefined) return undefined;
  const store = storeOf(folder);
  const hash = store.newHash();
  hash.update((await store.read(`${place}/${known.file}`))?.subarray(known.from, known.to) ?? new Uint8Array());
  return hash.digest("hex") === known.hash;
}
