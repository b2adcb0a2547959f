import { Hono } from "hono";
import { z } from "zod";
import { storedAlignment, storedMethods } from "../../corpus/alignments.ts";
import { cellSchema } from "../../corpus/annotation-schema.ts";
import { annotatorsOf } from "../../corpus/annotation-store.ts";
import { GoldChanged, settleGold } from "../../corpus/store.ts";
import { whoAsks } from "../identity.ts";
import { NotThere } from "../refusals.ts";
import type { Shelf } from "../shelf.ts";
import { isStillAnnotating } from "../team/sight.ts";
import { areThere, chapterAddress, noSuchParagraph, valid } from "./valid.ts";

/** New gold, and the gold that was seen when it was made: null where there was none. */
const settled = z.object({
  seen: z.array(cellSchema).max(200_000).nullable(),
  links: z.array(cellSchema).min(1).max(200_000),
});

const storedAddress = chapterAddress.extend({ method: z.string().min(1).max(200) });

/** Both texts of a chapter, what is stored of its links, and its gold: to be read, and to be settled anew. */
export function chapterRoutes(shelf: Shelf) {
  return new Hono()
    .get("/alignments/:folder/:number", valid("param", chapterAddress), async (context) => {
      const { folder, number } = context.req.valid("param");
      const { corpus, work } = await shelf.work(folder);
      return context.json({ methods: await storedMethods(corpus, { work, number }) });
    })
    .get("/alignments/:folder/:number/:method", valid("param", storedAddress), async (context) => {
      const { folder, number, method } = context.req.valid("param");
      const { corpus, work } = await shelf.work(folder);
      const links = await storedAlignment(corpus, work, await corpus.chapter(work, number), method);
      if (links === undefined) throw new NotThere(`This chapter has no stored alignment by ${method}.`);
      return context.json({ links: links.map((link) => ({ ...link })) });
    })
    .get("/works/:folder/:number", valid("param", chapterAddress), async (context) => {
      const { folder, number } = context.req.valid("param");
      const { corpus, work } = await shelf.work(folder);
      const { summary, story, gold } = await corpus.chapter(work, number);
      const who = whoAsks(context);
      const isBlind = await isStillAnnotating({ corpus, work, number }, who);
      const annotators = await annotatorsOf(corpus, work, number);
      return context.json({
        title: work.title,
        folder,
        number,
        summary: [...summary],
        story: [...story],
        gold: gold === undefined || isBlind ? null : gold.map((link) => ({ ...link })),
        goldIsFaulty: gold === undefined && !isBlind && work.annotated.includes(number),
        annotators: isBlind ? annotators.filter((name) => name === who?.name) : annotators,
      });
    })
    .put("/gold/:folder/:number", valid("param", chapterAddress), valid("json", settled), async (context) => {
      const { folder, number } = context.req.valid("param");
      const { seen, links } = context.req.valid("json");
      const { corpus, work } = await shelf.work(folder);
      if (!areThere(links, await corpus.chapter(work, number))) return context.json({ problem: noSuchParagraph }, 400);
      try {
        await settleGold(corpus.folder, work.title, number, { seen: seen ?? undefined, gold: links });
      } catch (error) {
        if (!(error instanceof GoldChanged)) throw error;
        const { current, added, removed } = error;
        return context.json({ problem: error.message, gold: current, changed: { added, removed } }, 409);
      } finally {
        shelf.reopen();
      }
      return context.json({ links: links.length });
    });
}
