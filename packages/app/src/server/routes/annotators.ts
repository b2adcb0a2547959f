import type { Corpus, Work } from "@plotline/align";
import { addressOf, closedPoints, decided, personName, shortAddress, workFolder } from "@plotline/corpus";
import { annotatorsOf, finishedState, readSheet } from "@plotline/corpus/node";
import { Hono } from "hono";
import { z } from "zod";
import { type AnnotatedChapter, agreementOfFinished } from "../../team/agreement.ts";
import { pointConfidences } from "../library/point-confidence.ts";
import type { Shelf } from "../library/shelf.ts";
import { mustBeWanted, oneAtATime } from "../one-at-a-time.ts";
import { valid, workAddress } from "./valid.ts";

const wanted = z.object({ annotator: personName, folder: workFolder.optional() });

/** What annotators have to do, and how far they agree. */
export function annotatorRoutes(shelf: Shelf, method: string) {
  const alone = oneAtATime("The server is sorting points for someone else");
  return new Hono()
    .get("/queue", valid("query", wanted), async (context) => {
      const { annotator, folder } = context.req.valid("query");
      const corpus = await shelf.corpus();
      const works = folder === undefined ? corpus.works : [(await shelf.at({ folder })).work];
      const points = await alone(
        (signal) => openPoints(corpus, works, annotator, method, signal),
        context.req.raw.signal,
      );
      return context.json({ open: points.length, points: points.slice(0, 50) });
    })
    .get("/agreement/:folder", valid("param", workAddress), async (context) => {
      const { corpus, work } = await shelf.at(context.req.valid("param"));
      const pairs = await alone((signal) => agreements(corpus, work, signal), context.req.raw.signal);
      return context.json({ pairs });
    });
}

async function openPoints(
  corpus: Corpus,
  works: readonly Work[],
  annotator: string,
  method: string,
  signal: AbortSignal,
) {
  const chapters = await pointConfidences(corpus, works, method, signal);
  const open = await Promise.all(
    chapters.map(async ({ work, number, points }) => {
      const closed = closedPoints(decided(await readSheet(corpus, { annotator, work, number })));
      const address = shortAddress(addressOf(work, number));
      return points.flatMap((sure, point) =>
        closed.has(point) ? [] : [{ folder: work.folder, title: work.title, number, address, point, sure }],
      );
    }),
  );
  return open.flat().sort((a, b) => a.sure - b.sure);
}

/** How far each two agree over the chapters of a work that both have finished, gold among them. */
async function agreements(corpus: Corpus, work: Work, signal: AbortSignal) {
  const chapters: AnnotatedChapter[] = [];
  for await (const { number, summary, story, gold } of corpus.chapters({ works: [work] })) {
    mustBeWanted(signal);
    const names = await annotatorsOf(corpus, work, number);
    const sheets = await Promise.all(
      names.map(async (name) => ({ name, ...(await finishedState(corpus, { annotator: name, work, number })) })),
    );
    chapters.push({ points: summary.length, paragraphs: story.length, sheets, gold });
  }
  return agreementOfFinished(chapters);
}
