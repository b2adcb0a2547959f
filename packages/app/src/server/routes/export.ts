import type { Corpus, Work } from "@plotline/align";
import type { ChapterPlace, TeamPerson } from "@plotline/corpus";
import { chapterPath, formatAlignment } from "@plotline/corpus/node";
import { type ExportRow, exportRows } from "@plotline/formats";
import { zipSync } from "fflate";
import { Hono } from "hono";
import { z } from "zod";
import { noteSeen } from "../../team/seen.ts";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import { NotThere } from "../refusals.ts";
import { chapterAddress, valid } from "./valid.ts";

/** Texts that may not be shared are left out unless they are asked for. */
const choice = z.object({ texts: z.enum(["free", "all"]).default("free") });

/** The corpus, a work, or one of its chapters. */
const scope = z.object({
  folder: chapterAddress.shape.folder.optional(),
  number: chapterAddress.shape.number.optional(),
});

/** Gold in the authors' format and rows of JSON, as files to keep. */
export function exportRoutes(shelf: Shelf) {
  return new Hono()
    .get("/export/gold/:folder?/:number?", valid("param", scope), async (context) => {
      const { corpus, works, number, name } = await chosenOf(shelf, context.req.valid("param"), whoAsks(context));
      if (number === undefined) return goldArchive(corpus, works, name ?? "gold");
      const { gold, summary } = await corpus.chapter(works[0]!, number);
      if (gold === undefined) throw new NotThere("This chapter has no gold yet.");
      return file(formatAlignment(gold, summary.length), `${name}.txt`, "text/plain; charset=utf-8");
    })
    .get("/export/rows/:folder?/:number?", valid("param", scope), valid("query", choice), async (context) => {
      const { corpus, works, number, name } = await chosenOf(shelf, context.req.valid("param"), whoAsks(context));
      const rows = exportRows(corpus, { includeRestricted: context.req.valid("query").texts === "all", works });
      return rowsFile(number === undefined ? rows : only(rows, number), name ?? "corpus");
    });
}

/** What is asked for; whoever exports it sees its gold. */
async function chosenOf(shelf: Shelf, { folder, number }: z.infer<typeof scope>, who: TeamPerson | undefined) {
  const corpus = await shelf.corpus();
  const works = folder === undefined ? corpus.works : [(await shelf.at({ folder })).work];
  if (number !== undefined) await corpus.chapter(works[0]!, number);
  const shown = works.flatMap((work) => work.annotated.map((each) => ({ folder: work.folder, number: each })));
  const isChosen = (place: ChapterPlace) => number === undefined || place.number === number;
  await noteSeen(corpus.folder, who, shown.filter(isChosen), "gold");
  return { corpus, works, number, name: number === undefined ? folder : `${folder} ${number}` };
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
