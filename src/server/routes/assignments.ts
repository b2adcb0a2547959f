import { Hono } from "hono";
import { z } from "zod";
import { assignmentsFile, reassigned, spread, type Task } from "../../team/assignments.ts";
import { noted } from "../../team/audit.ts";
import type { Roster } from "../../team/roster.ts";
import { changeTeamFile } from "../../team/team-file.ts";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import { NotUnderstood } from "../refusals.ts";
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

/** Which chapters each person is to annotate. */
export function assignmentRoutes(shelf: Shelf, roster: Roster, live: Live) {
  return new Hono()
    .put("/team/assignments", valid("json", assigned), async (context) => {
      const { add, remove } = context.req.valid("json");
      const { name: by } = whoAsks(context)!;
      await mustExist(shelf, roster, add);
      const { assignments } = await changeTeamFile(
        shelf.folder,
        assignmentsFile,
        (now) => reassigned(now, { add, remove, by }, new Date()),
        (writer) => noted(writer, shelf.folder, { who: by, did: "assign", add, remove }),
      );
      live.progressed();
      return context.json({ assignments: assignments.length });
    })
    .post("/team/assignments/spread", valid("json", spreading), async (context) => {
      const { name: by } = whoAsks(context)!;
      const wanted = context.req.valid("json");
      const add = spread(wanted);
      await mustExist(shelf, roster, add);
      const { names, overlap, seed } = wanted;
      await changeTeamFile(
        shelf.folder,
        assignmentsFile,
        (now) => reassigned(now, { add, remove: [], by }, new Date()),
        (writer) =>
          noted(writer, shelf.folder, {
            who: by,
            did: "spread",
            names,
            overlap,
            seed,
            chapters: wanted.chapters.length,
          }),
      );
      live.progressed();
      return context.json({ add });
    });
}

/** Checks that people and chapters exist; a chapter without a summary has nothing to annotate. */
async function mustExist(shelf: Shelf, roster: Roster, tasks: readonly Task[]): Promise<void> {
  const [corpus, members] = await Promise.all([shelf.corpus(), roster.members()]);
  const names = new Set(members.filter(({ role }) => role !== "reader").map(({ name }) => name));
  const stranger = tasks.find(({ name }) => !names.has(name));
  if (stranger !== undefined) throw new NotUnderstood(`Nobody called "${stranger.name}" annotates in this team.`);
  const works = new Map(corpus.works.map((work) => [work.folder, new Set(work.summarised)]));
  const missing = tasks.find((each) => works.get(each.folder)?.has(each.number) !== true);
  if (missing !== undefined)
    throw new NotUnderstood(`"${missing.folder}" has no chapter ${missing.number + 1} with a summary.`);
}
