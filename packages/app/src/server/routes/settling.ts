import { type Corpus, cellSet, type Work, without } from "@plotline/align";
import {
  cellSchema,
  changeSchema,
  goldOf,
  index,
  isUndecided,
  isWithoutDifference,
  nameFault,
  type PointState,
  type SettlementFile,
  settlementStepSchema,
} from "@plotline/corpus";
import {
  earlierGold,
  readSettling,
  restoreGold,
  type Settling,
  saveSettlement,
  writeSettledGold,
} from "@plotline/corpus/node";
import { Hono } from "hono";
import { z } from "zod";
import { noteSeen } from "../../team/seen.ts";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import { askerOf, mustBeWanted, oneAtATime } from "../one-at-a-time.ts";
import { changing } from "./sheets.ts";
import { chapterAddress, valid, workAddress } from "./valid.ts";

const save = changeSchema(settlementStepSchema);

const cells = z.array(cellSchema).max(200_000).nullable();
const request = z.object({
  number: index,
  undecided: z.enum(["refuse", "keep", "empty"]),
  /** The gold that was seen; null where there was none. */
  seen: cells,
  sheets: z.record(z.string().max(60), index),
  revision: index,
});
const gold = z.object({
  by: z.string().refine((name) => nameFault(name) === undefined, "a name is needed"),
  chapters: z.array(request).min(1).max(10_000),
});
const restored = z.object({ seen: cells, earlier: z.string().max(100) });

/** The annotators' answers about a chapter, what was settled, and the gold made from both. */
export function settlingRoutes(shelf: Shelf) {
  const alone = oneAtATime("The server is comparing sheets for someone else");
  return new Hono()
    .get("/settling/:folder", valid("param", workAddress), async (context) => {
      const { corpus, work } = await shelf.at(context.req.valid("param"));
      const chapters = await alone((signal) => overview(corpus, work, signal), askerOf(context));
      const shown = chapters.filter(({ gold }) => gold !== null).map(({ number }) => ({ folder: work.folder, number }));
      await noteSeen(corpus.folder, whoAsks(context), shown, "gold");
      return context.json({ title: work.title, folder: work.folder, chapters });
    })
    .get("/settling/:folder/:number", valid("param", chapterAddress), async (context) => {
      const { corpus, work, number } = await shelf.at(context.req.valid("param"));
      const { sheets, settlement } = await readSettling(corpus, work, number);
      const who = whoAsks(context);
      const place = { folder: work.folder, number };
      if (sheets.some(({ name }) => name !== who?.name)) await noteSeen(corpus.folder, who, [place], "sheet");
      return context.json({
        sheets,
        settlement,
        earlier: await earlierGold(corpus, work, number),
      });
    })
    .post("/settling/:folder/:number", valid("param", chapterAddress), valid("json", save), async (context) => {
      const { revision, change } = context.req.valid("json");
      const { corpus, work, number } = await shelf.at(context.req.valid("param"));
      const saving = { seen: revision, change: changing<SettlementFile>(change) };
      return context.json(await saveSettlement(corpus, { work, number }, saving));
    })
    .post("/gold/:folder", valid("param", workAddress), valid("json", gold), async (context) => {
      const { by, chapters } = context.req.valid("json");
      const who = whoAsks(context)?.name ?? by;
      const { corpus, work } = await shelf.at(context.req.valid("param"));
      const requests = chapters.map((each) => ({ ...each, seen: each.seen ?? undefined }));
      return context.json(await shelf.reopenAfter(writeSettledGold(corpus.folder, work.title, who, requests)));
    })
    .post("/gold/:folder/:number", valid("param", chapterAddress), valid("json", restored), async (context) => {
      const { seen, earlier } = context.req.valid("json");
      const { corpus, work, number } = await shelf.at(context.req.valid("param"));
      await shelf.reopenAfter(restoreGold(corpus.folder, work.title, number, { seen: seen ?? undefined, earlier }));
      return context.json({ restored: earlier });
    });
}

/** Each annotated chapter: the state of its points, and what gold written now would change. */
async function overview(corpus: Corpus, work: Work, signal: AbortSignal) {
  const found = [];
  for (const number of work.summarised) {
    mustBeWanted(signal);
    const settling = await readSettling(corpus, work, number);
    if (settling.sheets.length > 0) found.push({ number, ...lookOf(settling) });
  }
  return found;
}

function lookOf({ chapter, sheets, settlement, standings }: Settling) {
  const count = (state: PointState) => standings.filter((each) => each.state === state).length;
  const made = goldOf(standings, "keep", chapter.gold);
  const before = chapter.gold ?? [];
  return {
    annotators: sheets.map(({ name, revision }) => ({ name, revision })),
    points: standings.length,
    unseen: count("unseen"),
    partial: count("partial"),
    agreed: count("agreed"),
    differing: count("differing"),
    settled: count("settled"),
    undecided: standings.filter(isUndecided).length,
    isWithoutDifference: isWithoutDifference(standings),
    revision: settlement.revision,
    written: settlement.written,
    links: cellSet(made).size,
    gold: chapter.gold === undefined ? null : before.map(({ summary, story }) => ({ summary, story })),
    lost: without(before, made).length,
  };
}
