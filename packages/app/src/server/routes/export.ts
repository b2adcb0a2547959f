import type { Corpus, Work } from "@plotline/align";
import { workFolder } from "@plotline/corpus";
import { chapterPath, formatAlignment } from "@plotline/corpus/node";
import { strToU8, zipSync } from "fflate";
import { Hono } from "hono";
import { z } from "zod";
import { noteSeen } from "../../team/seen.ts";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import { NotThere } from "../refusals.ts";
import { valid } from "./valid.ts";

/** The corpus, or a work. */
const scope = z.object({ folder: workFolder.optional() });

/** Gold in the authors' format, as a file to keep. */
export function exportRoutes(shelf: Shelf) {
  return new Hono().get("/export/gold/:folder?", valid("param", scope), async (context) => {
    const { folder } = context.req.valid("param");
    const corpus = await shelf.corpus();
    const works = folder === undefined ? corpus.works : [(await shelf.at({ folder })).work];
    const seen = works.flatMap((work) => work.annotated.map((number) => ({ folder: work.folder, number })));
    await noteSeen(corpus, whoAsks(context), seen, "gold");
    return context.body(await goldArchive(corpus, works), 200, { "Content-Type": "application/zip" });
  });
}

/** As the authors lay it out, zipped. */
async function goldArchive(corpus: Corpus, works: readonly Work[]): Promise<Uint8Array<ArrayBuffer>> {
  const files: Record<string, Uint8Array> = {};
  for (const work of works)
    for await (const { number, gold, summary } of corpus.chapters({ works: [work], goldOnly: true }))
      if (gold !== undefined)
        files[chapterPath("manual_alignments", work.folder, number)] = strToU8(formatAlignment(gold, summary.length));
  if (Object.keys(files).length === 0) throw new NotThere("There is no gold to export yet.");
  return new Uint8Array(zipSync(files));
}
