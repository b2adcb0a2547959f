import type { Corpus, Work } from "@plotline/align";
import { chapterPath, formatAlignment } from "@plotline/corpus/node";
import { type ExportRow, exportRows } from "@plotline/formats";
import { zipSync } from "fflate";
import { Hono } from "hono";
import { z } from "zod";
import type { Shelf } from "../library/shelf.ts";
import { NotThere } from "../refusals.ts";
import { chapterAddress, valid, workAddress } from "./valid.ts";

/** Texts that may not be shared are left out unless they are asked for. */
const choice = z.object({ texts: z.enum(["free", "all"]).default("free") });

/** Gold in the authors' format and rows of JSON, of the corpus, a work or a chapter, as files to keep. */
export function exportRoutes(shelf: Shelf) {
  return new Hono()
    .get("/export/gold", async () => {
      const corpus = await shelf.corpus();
      return goldArchive(corpus, corpus.works, "gold");
    })
    .get("/export/gold/:folder", valid("param", workAddress), async (context) => {
      const { corpus, work } = await shelf.at(context.req.valid("param"));
      return goldArchive(corpus, [work], work.folder);
    })
    .get("/export/gold/:folder/:number", valid("param", chapterAddress), async (context) => {
      const { corpus, work, folder, number } = await shelf.at(context.req.valid("param"));
      const { gold, summary } = await corpus.chapter(work, number);
      if (gold === undefined) throw new NotThere("This chapter has no gold yet.");
      return file(formatAlignment(gold, summary.length), `${folder} ${number}.txt`, "text/plain; charset=utf-8");
    })
    .get("/export/rows", valid("query", choice), async (context) => {
      const corpus = await shelf.corpus();
      return rowsFile(exportRows(corpus, freedom(context.req.valid("query"))), "corpus");
    })
    .get("/export/rows/:folder", valid("param", workAddress), valid("query", choice), async (context) => {
      const { corpus, work } = await shelf.at(context.req.valid("param"));
      return rowsFile(exportRows(corpus, { ...freedom(context.req.valid("query")), works: [work] }), work.folder);
    })
    .get("/export/rows/:folder/:number", valid("param", chapterAddress), valid("query", choice), async (context) => {
      const { corpus, work, folder, number } = await shelf.at(context.req.valid("param"));
      await corpus.chapter(work, number);
      const rows = exportRows(corpus, { ...freedom(context.req.valid("query")), works: [work] });
      return rowsFile(only(rows, number), `${folder} ${number}`);
    });
}

function freedom({ texts }: z.infer<typeof choice>) {
  return { includeRestricted: texts === "all" };
}

async function* only(rows: AsyncIterable<ExportRow>, number: number): AsyncGenerator<ExportRow> {
  for await (const row of rows) if (row.chapter === number) yield row;
}

/** As the authors lay it out, zipped. */
async function goldArchive(corpus: Corpus, works: readonly Work[], name: string): Promise<Response> {
  const files: Record<string, Uint8Array> = {};
  for (const work of works)
    for await (const { number, gold, summary } of corpus.chapters({ works: [work], goldOnly: true }))
      if (gold !== undefined)
        files[chapterPath("manual_alignments", work.folder, number)] = new TextEncoder().encode(
          formatAlignment(gold, summary.length),
        );
  if (Object.keys(files).length === 0) throw new NotThere("There is no gold to export yet.");
  return file(zipSync(files), `${name} gold.zip`, "application/zip");
}

/** Row by row, so that the whole corpus is never in memory. */
function rowsFile(rows: AsyncGenerator<ExportRow>, name: string): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await rows.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    cancel: async () => void (await rows.return(undefined)),
  });
  return file(stream, `${name}.jsonl`, "application/jsonl; charset=utf-8");
}

function file(content: BodyInit | Uint8Array, name: string, type: string): Response {
  const body = content instanceof Uint8Array ? new Uint8Array(content) : content;
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
      "Cache-Control": "no-store",
    },
  });
}
