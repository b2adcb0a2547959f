import { type ChapterPlace, chapterPlace, isSameChapter, personName, type TeamPerson } from "@plotline/corpus";
import { chapterSize, finishedState, readJsonFile } from "@plotline/corpus/node";
import { Hono } from "hono";
import { z } from "zod";
import { assignmentsFile, deal, dealing } from "../../team/assignments.ts";
import { auditOf } from "../../team/audit.ts";
import { dashboardOf } from "../../team/dashboard.ts";
import type { Roster } from "../../team/roster.ts";
import { reopen } from "../../team/seen.ts";
import { handIn, hasPassed, setTraining, trainingFile } from "../../team/training.ts";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import { chapterAddress, valid } from "./valid.ts";

const someones = chapterAddress.extend({ name: personName });

/** What a team does together on one corpus. */
export function teamRoutes(shelf: Shelf, roster: Roster) {
  return new Hono()
    .route("/", trainingRoutes(shelf))
    .get("/team/work", async (context) => context.json(await ownWork(shelf, whoAsks(context)!)))
    .post("/team/reopened/:name/:folder/:number", valid("param", someones), async (context) => {
      const { name, folder, number } = context.req.valid("param");
      await reopen(shelf.folder, whoAsks(context)!.name, name, { folder, number });
      return context.json({ reopened: true });
    })
    .post("/team/assignments", valid("json", dealing), async (context) => {
      const [corpus, members] = await Promise.all([shelf.corpus(), roster.members()]);
      const add = await deal(corpus, members, whoAsks(context)!.name, context.req.valid("json"));
      return context.json({ add });
    })
    .get("/team/dashboard", async (context) => {
      const [corpus, members] = await Promise.all([shelf.corpus(), roster.members()]);
      return context.json(await dashboardOf(corpus, members));
    })
    .get("/team/audit", async (context) => {
      const { lines, faults } = await auditOf(shelf.folder);
      context.header("X-Audit-Faults", String(faults.length));
      const text = lines.map((line) => `${line}\n`).join("");
      return context.body(text, 200, { "Content-Type": "application/jsonl; charset=utf-8" });
    });
}

const trained = z.object({ chapters: z.array(chapterPlace).max(100), leastF: z.number().min(0).max(1) });

/** The chapters that a new annotator must pass, and how well they did. */
function trainingRoutes(shelf: Shelf) {
  return new Hono()
    .get("/team/training", async (context) => {
      const { chapters, leastF } = await readJsonFile(shelf.folder, trainingFile);
      return context.json({ chapters, leastF });
    })
    .put("/team/training", valid("json", trained), async (context) => {
      await setTraining(await shelf.corpus(), whoAsks(context)!.name, context.req.valid("json"));
      return context.json({ set: true });
    })
    .post("/team/training/:folder/:number", valid("param", chapterAddress), async (context) => {
      const { corpus, work, number } = await shelf.at(context.req.valid("param"));
      return context.json({ f: await handIn(corpus, work, number, whoAsks(context)!.name) });
    });
}

export type TeamRoutes = ReturnType<typeof teamRoutes>;

/** A person's own chapters, the training first. */
async function ownWork(shelf: Shelf, who: TeamPerson) {
  const corpus = await shelf.corpus();
  const [training, assignments] = await Promise.all([
    readJsonFile(shelf.folder, trainingFile),
    readJsonFile(shelf.folder, assignmentsFile),
  ]);
  const own = assignments.assignments.filter(({ name }) => name === who.name);
  const lookAt = async ({ folder: at, number: chapter }: ChapterPlace) => {
    const work = corpus.works.find((each) => each.folder === at);
    if (work === undefined || !work.summarised.includes(chapter)) return [];
    const { points } = await chapterSize(corpus, work, chapter);
    const { closed, isDone } = await finishedState(corpus, { annotator: who.name, work, number: chapter });
    return [{ folder: at, title: work.title, number: chapter, points, closed, isDone }];
  };
  const results = training.results.filter(({ name }) => name === who.name);
  return {
    hasPassed: hasPassed(training, who),
    leastF: training.leastF,
    training: (await Promise.all(training.chapters.map(lookAt))).flat().map((each) => ({
      ...each,
      result: results.find((result) => isSameChapter(result, each)) ?? null,
    })),
    chapters: (await Promise.all(own.map(lookAt))).flat(),
  };
}
