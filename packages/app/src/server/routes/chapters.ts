import { annotatorsOf, corpusCalibration, storedAlignment, storedMethods } from "@plotline/corpus/node";
import { Hono } from "hono";
import { z } from "zod";
import { noteSeen, whyClosed } from "../../team/seen.ts";
import { whoAsks } from "../identity.ts";
import { bookOf } from "../library/book.ts";
import { searchBook } from "../library/search.ts";
import type { Shelf } from "../library/shelf.ts";
import { NotThere } from "../refusals.ts";
import { isStillAnnotating } from "../team/visibility.ts";
import { chapterAddress, valid, workAddress } from "./valid.ts";

const sought = z.object({ words: z.string().trim().min(2).max(200) });
const storedAddress = chapterAddress.extend({ method: z.string().min(1).max(200) });

/** The contents of a book; both texts of a chapter, its stored links and its gold. */
export function chapterRoutes(shelf: Shelf) {
  return new Hono()
    .get("/alignments/:folder/:number", valid("param", chapterAddress), async (context) => {
      const { corpus, work, number } = await shelf.at(context.req.valid("param"));
      return context.json({ methods: await storedMethods(corpus, { work, number }) });
    })
    .get("/alignments/:folder/:number/:method", valid("param", storedAddress), async (context) => {
      const { corpus, work, number, method } = await shelf.at(context.req.valid("param"));
      const links = await storedAlignment(corpus, work, await corpus.chapter(work, number), method);
      if (links === undefined) throw new NotThere(`This chapter has no stored alignment by ${method}.`);
      return context.json({ links });
    })
    .get("/works/:folder", valid("param", workAddress), async (context) => {
      const { corpus, work } = await shelf.at(context.req.valid("param"));
      return context.json(await bookOf(corpus, work));
    })
    .get("/search/:folder", valid("param", workAddress), valid("query", sought), async (context) => {
      const { corpus, work } = await shelf.at(context.req.valid("param"));
      const chapters = () => corpus.chapters({ works: [work], unsummarised: true });
      return context.json(await searchBook(chapters, context.req.valid("query").words));
    })
    .get("/works/:folder/:number", valid("param", chapterAddress), async (context) => {
      const { corpus, work, folder, number } = await shelf.at(context.req.valid("param"));
      const { summary, story, gold } = await corpus.chapter(work, number);
      const who = whoAsks(context);
      const isBlind = await isStillAnnotating({ corpus, work, number }, who);
      const place = { folder, number };
      if (!isBlind && gold !== undefined) await noteSeen(corpus, who, [place], "gold");
      // Readers need not know who annotated, and finding out means a look into each annotator's folder.
      const annotators = who?.role === "reader" ? [] : await annotatorsOf(corpus, work, number);
      return context.json({
        title: work.title,
        folder,
        number,
        summary,
        story,
        gold: isBlind ? null : (gold ?? null),
        /** Files of this chapter that are there and cannot be used. */
        faulty: [
          ...(story.length === 0 ? (["story"] as const) : []),
          ...(summary.length === 0 && work.summarised.includes(number) ? (["guide"] as const) : []),
          ...(gold === undefined && !isBlind && work.annotated.includes(number) ? (["gold"] as const) : []),
        ],
        annotators: isBlind ? annotators.filter((name) => name === who?.name) : annotators,
        calibration: (await corpusCalibration(corpus.folder)) ?? null,
        /** Why this person's own sheet is closed. */
        closed: (await whyClosed(corpus.folder, who, place)) ?? null,
      });
    });
}
