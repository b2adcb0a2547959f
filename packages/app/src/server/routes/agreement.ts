import type { Corpus, Work } from "@plotline/align";
import { annotatorsOf, readJsonFile } from "@plotline/corpus/node";
import { Hono } from "hono";
import { type AnnotatedChapter, agreementOfFinished } from "../../team/dashboard.ts";
import { blindStates, seenFile } from "../../team/seen.ts";
import type { Shelf } from "../library/shelf.ts";
import { askerOf, mustBeWanted, oneAtATime } from "../one-at-a-time.ts";
import { valid, workAddress } from "./valid.ts";

/** How far each two agree over the chapters of a work that both have finished, gold among them. */
export function agreementRoutes(shelf: Shelf) {
  const alone = oneAtATime("The server is comparing sheets for someone else");
  return new Hono().get("/agreement/:folder", valid("param", workAddress), async (context) => {
    const { corpus, work } = await shelf.at(context.req.valid("param"));
    const chapters = await alone((signal) => annotatedChapters(corpus, work, signal), askerOf(context));
    return context.json({ pairs: agreementOfFinished(chapters) });
  });
}

async function annotatedChapters(corpus: Corpus, work: Work, signal: AbortSignal): Promise<AnnotatedChapter[]> {
  const chapters: AnnotatedChapter[] = [];
  const seen = await readJsonFile(corpus.folder, seenFile);
  for await (const { number, summary, story, gold } of corpus.chapters({ works: [work] })) {
    mustBeWanted(signal);
    const names = await annotatorsOf(corpus, work, number);
    const sheets = await blindStates(seen, corpus, work, number, names);
    chapters.push({ points: summary.length, paragraphs: story.length, sheets, gold });
  }
  return chapters;
}
