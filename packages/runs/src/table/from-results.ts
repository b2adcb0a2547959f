import { join } from "node:path";
import { readerResultSchema, resultRows } from "@plotline/align";
import { Problem } from "@plotline/base";
import { entriesOf, readJsonIfThere } from "@plotline/corpus/node";
import { z } from "zod";
import { usesOf } from "./alignments.ts";
import type { MadeTable } from "./table.ts";

const share = z.number().min(0).max(1);
const aligned = z.looseObject({ method: z.string().min(1), precision: share, recall: share, f: share });
/** What `plotline evaluate --json` prints. */
const evaluation = z.looseObject({ signature: z.string(), chapters: z.int(), methods: z.array(aligned) });
/** The result of `plotline learn`. */
const learned = aligned.extend({ signature: z.string().default("") });

/**
 * The table from a folder of numbers: `alignment.json` (an evaluation), `readers/*.json` (one training each) and
 * `learn/*.json` (learned alignments). Nothing is computed but means.
 */
export async function tableFrom(folder: string): Promise<MadeTable> {
  const evaluated = await readJsonIfThere(folder, "alignment.json", evaluation);
  const readers = await readEach(join(folder, "readers"), readerResultSchema);
  const learning = await readEach(join(folder, "learn"), learned);
  if (evaluated === undefined && readers.length === 0 && learning.length === 0)
    throw new Problem(`${folder} has no results: no alignment.json, and no JSON file in readers/ or learn/.`);
  const rows = [...(evaluated?.methods ?? []), ...learning].map(({ method, precision, recall, f }) => ({
    ...usesOf(method),
    method,
    precision,
    recall,
    f,
  }));
  return {
    rows: resultRows(rows, readers),
    signature: evaluated?.signature ?? "alignments:not evaluated",
    notes:
      readers.length === 0
        ? []
        : [`Readers: ${readers.length} trainings, each with its own signature in its file in readers/.`],
  };
}

async function readEach<T>(folder: string, schema: z.ZodType<T>): Promise<T[]> {
  const files = (await entriesOf(folder)).filter(({ name }) => name.endsWith(".json"));
  const read = await Promise.all(files.map(({ name }) => readJsonIfThere(folder, name, schema)));
  return read.filter((each) => each !== undefined);
}
