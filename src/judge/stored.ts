import { join } from "node:path";
import { z } from "zod";
import { readIfThere } from "../corpus/files/read-file.ts";
import type { Corpus, Work } from "../corpus/types.ts";
import { parsedJson } from "../json.ts";

const stored = z.looseObject({
  judge: z.object({
    model: z.string(),
    style: z.string(),
    address: z.string().optional(),
    /** Points for which plotline's own links are used, and why. */
    own: z.array(z.object({ bullet: z.int().nonnegative(), why: z.string() })),
  }),
});

type MadeBy = z.infer<typeof stored>["judge"];

/** How a model aligned a chapter, as stored; undefined for alignments that no model made. */
export async function madeBy(corpus: Corpus, work: Work, number: number, method: string): Promise<MadeBy | undefined> {
  const text = await readIfThere(corpus.folder, join("alignments", method, work.folder, `${number}.json`));
  return stored.safeParse(parsedJson(text ?? "")).data?.judge;
}
