import { Hono } from "hono";
import { z } from "zod";
import { assign, spread } from "../../team/assignments.ts";
import type { Roster } from "../../team/roster.ts";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import type { Live } from "../team/live.ts";
import { chapterList, valid } from "./valid.ts";

const task = z.object({ name: z.string().min(1).max(60), folder: z.string().min(1).max(200), number: z.int().min(0) });
const assigned = z.object({ add: z.array(task).max(20_000), remove: z.array(task).max(20_000) });
const spreading = z.object({
  names: z.array(z.string().min(1).max(60)).min(1).max(500),
  chapters: chapterList.min(1),
  overlap: z.number().min(0).max(1),
  seed: z.int().min(0).max(1_000_000_000),
});

export function assignmentRoutes(shelf: Shelf, roster: Roster, live: Live) {
  const assigning = async (wanted: Parameters<typeof assign>[2]) => {
    const { assignments } = await assign(await shelf.corpus(), await roster.members(), wanted);
    live.progressed();
    return assignments.length;
  };
  return new Hono()
    .put("/team/assignments", valid("json", assigned), async (context) => {
      const wanted = { ...context.req.valid("json"), by: whoAsks(context)!.name, did: "assign" };
      return context.json({ assignments: await assigning(wanted) });
    })
    .post("/team/assignments/spread", valid("json", spreading), async (context) => {
      const { chapters, ...details } = context.req.valid("json");
      const add = spread({ chapters, ...details });
      const spreadOut = { ...details, chapters: chapters.length };
      await assigning({ add, remove: [], by: whoAsks(context)!.name, did: "spread", details: spreadOut });
      return context.json({ add });
    });
}
