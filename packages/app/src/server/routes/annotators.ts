import { type Corpus, defaultMethod, type Work } from "@plotline/align";
import { Recent } from "@plotline/base";
import {
  addressOf,
  annotatorsOf,
  changesOf,
  chapterFiles,
  closedPoints,
  corpusCalibration,
  decided,
  finishedState,
  personName,
  readSheet,
  shortAddress,
  workFolder,
} from "@plotline/corpus/node";
import { alignChapters, type ChapterRef, threads } from "@plotline/runs/node";
import { Hono } from "hono";
import { z } from "zod";
import { type AnnotatedChapter, agreementOfFinished } from "../../team/dashboard.ts";
import type { Shelf } from "../library/shelf.ts";
import { askerOf, mustBeWanted, oneAtATime } from "../one-at-a-time.ts";
import { valid, workAddress } from "./valid.ts";

const wanted = z.object({ annotator: personName, folder: workFolder.optional() });

/** What annotators have to do, and how far they agree. */
export function annotatorRoutes(shelf: Shelf) {
  const alone = oneAtATime("The server is sorting points for someone else");
  return new Hono()
    .get("/queue", valid("query", wanted), async (context) => {
      const { annotator, folder } = context.req.valid("query");
      const corpus = await shelf.corpus();
      const works = folder === undefined ? corpus.works : [(await shelf.at({ folder })).work];
      const points = await alone((signal) => openPoints(corpus, works, annotator, signal), askerOf(context));
      return context.json({ open: points.length, points: points.slice(0, 50) });
    })
    .get("/agreement/:folder", valid("param", workAddress), async (context) => {
      const { corpus, work } = await shelf.at(context.req.valid("param"));
      const pairs = await alone((signal) => agreements(corpus, work, signal), askerOf(context));
      return context.json({ pairs });
    });
}

async function openPoints(corpus: Corpus, works: readonly Work[], annotator: string, signal: AbortSignal) {
  const chapters = await pointConfidences(corpus, works, signal);
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

/**
 * The usual method's confidence for each point of chapters: that of its best link, 0 where it has none. Chapters are aligned in
 * threads next to the server's own, and again only when their files have changed; the threads end when nobody waits.
 */
async function pointConfidences(corpus: Corpus, works: readonly Work[], signal: AbortSignal) {
  const all = works.flatMap((work) => work.summarised.map((number) => ({ work, number })));
  const calibration = await corpusCalibration(corpus.folder);
  const by = JSON.stringify(calibration);
  const keys = await Promise.all(all.map(({ work, number }) => keyOf(corpus, work, number, by)));
  const before = keys.map((key) => known.get(key));
  const missing = all.filter((_, k) => before[k] === undefined);
  const refs = missing.map(({ work, number }): ChapterRef => ({ work: work.title, number }));
  const found = new Map<string, readonly number[]>();
  const job = alignChapters({ folder: corpus.folder, methods: [defaultMethod], seed: 1, calibration });
  if (refs.length > 0)
    for await (const { work, number, points, alignments } of threads(refs.length < 3 ? 1 : 2).run(job, refs)) {
      mustBeWanted(signal);
      const sure = new Array<number>(points).fill(0);
      for (const { summary, confidence } of alignments?.[0] ?? [])
        sure[summary] = Math.max(sure[summary] ?? 0, confidence);
      found.set(`${work}\n${number}`, sure);
    }
  return all.map(({ work, number }, k) => {
    const key = keys[k] ?? "";
    const points = before[k] ?? found.get(`${work.title}\n${number}`) ?? [];
    known.set(key, points);
    return { work, number, points };
  });
}

const known = new Recent<string, readonly number[]>(20_000);

async function keyOf(corpus: Corpus, work: Work, number: number, by: string): Promise<string> {
  const files = chapterFiles(work, number);
  return [corpus.folder, ...files, by, await changesOf(corpus.folder, files)].join("\n");
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
