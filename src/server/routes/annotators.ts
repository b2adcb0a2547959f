import { Hono } from "hono";
import { z } from "zod";
import { addressOf, shortAddress } from "../../corpus/addresses/address.ts";
import { decided } from "../../corpus/annotations/annotation.ts";
import { annotatorsOf, readAnnotation } from "../../corpus/annotations/annotation-store.ts";
import type { Corpus, Work } from "../../corpus/types.ts";
import { agreementByPair, type LinkedByMany } from "../../evaluate/agreement.ts";
import { bulletConfidences } from "../library/bullet-confidence.ts";
import type { Shelf } from "../library/shelf.ts";
import { mustBeWanted, oneAtATime } from "../one-at-a-time.ts";
import { valid, workAddress } from "./valid.ts";

const wanted = z.object({ annotator: z.string().min(1).max(60), folder: z.string().min(1).max(200).optional() });

/** What annotators have to do, and how far they agree. */
export function annotatorRoutes(shelf: Shelf, method: string) {
  const alone = oneAtATime("The server is sorting points for someone else");
  return new Hono()
    .get("/queue", valid("query", wanted), async (context) => {
      const { annotator, folder } = context.req.valid("query");
      const corpus = await shelf.corpus();
      const works = folder === undefined ? corpus.works : [(await shelf.at({ folder })).work];
      const bullets = await alone(
        (signal) => openBullets(corpus, works, annotator, method, signal),
        context.req.raw.signal,
      );
      return context.json({ open: bullets.length, bullets: bullets.slice(0, 50) });
    })
    .get("/agreement/:folder", valid("param", workAddress), async (context) => {
      const { corpus, work } = await shelf.at(context.req.valid("param"));
      const pairs = await alone((signal) => agreements(corpus, work, signal), context.req.raw.signal);
      return context.json({ pairs });
    });
}

async function openBullets(
  corpus: Corpus,
  works: readonly Work[],
  annotator: string,
  method: string,
  signal: AbortSignal,
) {
  const chapters = await bulletConfidences(corpus, works, method, signal);
  const open = await Promise.all(
    chapters.map(async ({ work, number, bullets }) => {
      const { done, commentary } = decided(await readAnnotation(corpus, { annotator, work, number }));
      const closed = new Set([...done, ...commentary]);
      const address = shortAddress(addressOf(work, number));
      return bullets.flatMap((sure, bullet) =>
        closed.has(bullet) ? [] : [{ folder: work.folder, title: work.title, number, address, bullet, sure }],
      );
    }),
  );
  return open.flat().sort((a, b) => a.sure - b.sure);
}

/** Each two who have annotated the same chapters of a work, gold among them. */
async function agreements(corpus: Corpus, work: Work, signal: AbortSignal) {
  const chapters: LinkedByMany[] = [];
  for await (const { number, summary, story, gold } of corpus.chapters({ works: [work] })) {
    mustBeWanted(signal);
    const names = await annotatorsOf(corpus, work, number);
    const voices = await Promise.all(
      names.map(async (annotator) => ({
        name: annotator,
        links: decided(await readAnnotation(corpus, { annotator, work, number })).linked,
      })),
    );
    const everyone = gold === undefined ? voices : [...voices, { name: "gold", links: gold }];
    chapters.push({ bullets: summary.length, paragraphs: story.length, voices: everyone });
  }
  return agreementByPair(chapters);
}
