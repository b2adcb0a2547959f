import type { Corpus, Work } from "@plotline/align";
import {
  cellSchema,
  changeSchema,
  index,
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
const gold = z.object({
  by: z.string().refine((name) => nameFault(name) === undefined, "a name is needed"),
  undecided: z.enum(["refuse", "keep", "empty"]),
  /** The gold that was seen; null where there was none. */
  seen: cells,
  sheets: z.record(z.string().max(60), index),
  revision: index,
});
const restored = z.object({ earlier: z.string().max(100), seen: cells });

/** The annotators' answers about a chapter, what was settled, and the gold made from both. */
export function settlingRoutes(shelf: Shelf) {
  const alone = oneAtATime("The server is comparing sheets for someone else");
  return new Hono()
    .get("/settling/:folder", valid("param", workAddress), async (context) => {
      const { corpus, work } = await shelf.at(context.req.valid("param"));
      return context.json({ chapters: await alone((signal) => overview(corpus, work, signal), askerOf(context)) });
    })
    .get("/settling/:folder/:number", valid("param", chapterAddress), async (context) => {
      const { corpus, work, number } = await shelf.at(context.req.valid("param"));
      const { sheets, settlement } = await readSettling(corpus, work, number);
      const who = whoAsks(context);
      const place = { folder: work.folder, number };
      if (sheets.some(({ name }) => name !== who?.name)) await noteSeen(corpus, who, [place], "sheet");
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
    .post("/gold/:folder/:number", valid("param", chapterAddress), valid("json", gold), async (context) => {
      const { by, seen, ...asked } = context.req.valid("json");
      const who = whoAsks(context)?.name ?? by;
      const { corpus, work, number } = await shelf.at(context.req.valid("param"));
      const request = { ...asked, number, seen: seen ?? undefined };
      return context.json(await shelf.reopenAfter(writeSettledGold(corpus.folder, work.title, who, request)));
    })
    .put("/gold/:folder/:number", valid("param", chapterAddress), valid("json", restored), async (context) => {
      const { seen, earlier } = context.req.valid("json");
      const { corpus, work, number } = await shelf.at(context.req.valid("param"));
      await shelf.reopenAfter(restoreGold(corpus.folder, work.title, number, { seen: seen ?? undefined, earlier }));
      return context.json({ restored: earlier });
    });
}

/** Each annotated chapter: the state of its points, and how much gold it has. */
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
  return {
    annotators: sheets.map(({ name }) => name),
    agreed: count("agreed"),
    differing: count("differing"),
    partial: count("partial"),
    unseen: count("unseen"),
    settled: count("settled"),
    written: settlement.written,
    gold: chapter.gold?.length ?? null,
  };
}
