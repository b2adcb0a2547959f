import { personName } from "@plotline/corpus";
import { Hono } from "hono";
import { z } from "zod";
import { assign, spread } from "../../team/assignments.ts";
import type { Roster } from "../../team/roster.ts";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import type { Live } from "../team/live.ts";
import { chapterList, valid } from "./valid.ts";

const spreading = z.object({
  names: z.array(personName).min(1).max(500),
  chapters: chapterList.min(1),
  overlap: z.number().min(0).max(1),
  seed: z.int().min(0).max(1_000_000_000),
});

export function assignmentRoutes(shelf: Shelf, roster: Roster, live: Live) {
  return new Hono().post("/team/assignments/spread", valid("json", spreading), async (context) => {
    const { chapters, ...rest } = context.req.valid("json");
    const add = spread({ chapters, ...rest });
    const details = { ...rest, chapters: chapters.length };
    const assigning = { add, remove: [], by: whoAsks(context)!.name, did: "spread", details };
    await assign(await shelf.corpus(), await roster.members(), assigning);
    live.progressed();
    return context.json({ add });
  });
}
