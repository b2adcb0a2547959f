import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { z } from "zod";
import { readAnnotation } from "../../corpus/annotations/annotation-store.ts";
import { assignmentsFile, type ChapterRef, reassigned, spread, type Task } from "../../team/assignments.ts";
import { auditOf, noted } from "../../team/audit.ts";
import { dashboardOf } from "../../team/dashboard.ts";
import { GuidelineChanged, readGuideline, writeGuideline } from "../../team/guideline.ts";
import { addMessage, messagesOf, resolveMessage, visibleTo } from "../../team/messages.ts";
import { Pace } from "../../team/pace.ts";
import type { Person } from "../../team/people.ts";
import { closedBullets, isDone } from "../../team/progress.ts";
import type { Roster } from "../../team/roster.ts";
import { changeTeamFile, readTeamFile } from "../../team/team-file.ts";
import { handIn, hasPassed, isTraining, setTraining, trainingFile } from "../../team/training.ts";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import { NotAllowed, NotUnderstood } from "../refusals.ts";
import type { Live } from "../team/live.ts";
import { isStillAnnotating, whyNotAnnotate } from "../team/sight.ts";
import { chapterAddress, valid } from "./valid.ts";

const folder = z.string().min(1).max(200);
const number = z.int().min(0);
const task = z.object({ name: z.string().min(1).max(60), folder, number });
const chapters = z.array(z.object({ folder, number })).max(20_000);

const assigned = z.object({ add: z.array(task).max(20_000), remove: z.array(task).max(20_000) });
const spreading = z.object({
  names: z.array(z.string().min(1).max(60)).min(1).max(500),
  chapters: chapters.min(1),
  overlap: z.number().min(0).max(1),
  seed: z.int().min(0).max(1_000_000_000),
});
const written = z.object({ seen: z.string().max(64), text: z.string().max(200_000) });
const message = z.object({ bullet: number, text: z.string().trim().min(1).max(2_000) });
const messageAddress = chapterAddress.extend({ id: z.string().min(1).max(40) });
const trained = z.object({ chapters: chapters.max(100), leastF: z.number().min(0).max(1) });
const where = z.object({ folder: folder.optional(), number: z.coerce.number().int().min(0).optional() });

/** What a team does together on one corpus. */
export function teamRoutes(shelf: Shelf, roster: Roster, live: Live) {
  const pace = new Pace(shelf.folder);
  return new Hono()
    .get("/team/work", async (context) => context.json(await ownWork(shelf, whoAsks(context)!)))
    .get("/team/live", valid("query", where), (context) => {
      live.mustHavePlace();
      const { folder: at, number: chapter } = context.req.valid("query");
      const place = at === undefined || chapter === undefined ? undefined : { folder: at, number: chapter };
      const person = whoAsks(context)!;
      context.header("X-Accel-Buffering", "no");
      return streamSSE(context, (stream) => live.watch(stream, person, place));
    })
    .get("/team/guideline", async (context) => context.json(await readGuideline(shelf.folder)))
    .put("/team/guideline", valid("json", written), async (context) => {
      const { seen, text } = context.req.valid("json");
      try {
        return context.json(await writeGuideline(shelf.folder, whoAsks(context)!.name, seen, text));
      } catch (error) {
        if (!(error instanceof GuidelineChanged)) throw error;
        return context.json({ problem: error.message, current: error.current }, 409);
      }
    })
    .get("/team/dashboard", async (context) => {
      const [corpus, members] = await Promise.all([shelf.corpus(), roster.members()]);
      return context.json(await dashboardOf(corpus, members, await pace.byPerson()));
    })
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
    })
    .get("/team/messages/:folder/:number", valid("param", chapterAddress), async (context) => {
      const chapter = context.req.valid("param");
      const who = whoAsks(context)!;
      const { corpus, work } = await shelf.work(chapter.folder);
      const isOpen = await isStillAnnotating({ corpus, work, number: chapter.number }, who);
      const messages = visibleTo(who, !isOpen, await messagesOf(shelf.folder, chapter));
      return context.json({
        messages: messages.map(({ resolved, ...each }) => ({ ...each, resolved: resolved ?? null })),
      });
    })
    .post("/team/messages/:folder/:number", valid("param", chapterAddress), valid("json", message), async (context) => {
      const chapter = context.req.valid("param");
      const who = whoAsks(context)!;
      const { corpus, work } = await shelf.work(chapter.folder);
      await mustAnnotate({ corpus, work, number: chapter.number }, who);
      const { summary } = await corpus.chapter(work, chapter.number);
      const { bullet, text } = context.req.valid("json");
      if (bullet >= summary.length) throw new NotUnderstood("This chapter does not have that point.");
      const added = await addMessage(shelf.folder, { ...chapter, bullet, text }, who);
      live.messaged(chapter);
      return context.json({ id: added.id });
    })
    .post("/team/messages/:folder/:number/:id/resolve", valid("param", messageAddress), async (context) => {
      const { id, ...chapter } = context.req.valid("param");
      await shelf.work(chapter.folder);
      await resolveMessage(shelf.folder, chapter, id, whoAsks(context)!);
      live.messaged(chapter);
      return context.json({ resolved: true });
    })
    .get("/team/training", async (context) => {
      const { chapters: training, leastF, results } = await readTeamFile(shelf.folder, trainingFile);
      const who = whoAsks(context)!;
      const seen = who.role === "annotator" ? results.filter(({ name }) => name === who.name) : results;
      return context.json({ chapters: training, leastF, results: seen });
    })
    .put("/team/training", valid("json", trained), async (context) => {
      const { chapters: training, leastF } = await setTraining(
        await shelf.corpus(),
        whoAsks(context)!.name,
        context.req.valid("json"),
      );
      live.progressed();
      return context.json({ chapters: training, leastF });
    })
    .post("/team/training/:folder/:number", valid("param", chapterAddress), async (context) => {
      const { folder: at, number: chapter } = context.req.valid("param");
      const who = whoAsks(context)!;
      const { corpus, work } = await shelf.work(at);
      const { f, tries } = await handIn(corpus, work, chapter, who);
      const training = await readTeamFile(shelf.folder, trainingFile);
      live.progressed();
      return context.json({ f, tries, leastF: training.leastF, hasPassed: hasPassed(training, who) });
    })
    .get("/team/audit", async (context) => {
      const { lines, faults } = await auditOf(shelf.folder);
      context.header("Content-Disposition", 'attachment; filename="audit.jsonl"');
      context.header("X-Audit-Faults", String(faults.length));
      const text = lines.map((line) => `${line}\n`).join("");
      return context.body(text, 200, { "Content-Type": "application/jsonl; charset=utf-8" });
    });
}

export type TeamRoutes = ReturnType<typeof teamRoutes>;

/** A person's own chapters, the training first. */
async function ownWork(shelf: Shelf, who: Person) {
  const corpus = await shelf.corpus();
  const [training, assignments] = await Promise.all([
    readTeamFile(shelf.folder, trainingFile),
    readTeamFile(shelf.folder, assignmentsFile),
  ]);
  const own = assignments.assignments.filter(({ name }) => name === who.name);
  const lookAt = async ({ folder: at, number: chapter }: ChapterRef) => {
    const work = corpus.works.find((each) => each.folder === at);
    if (work === undefined || !work.summarised.includes(chapter)) return [];
    const [sheet, { summary }] = await Promise.all([
      readAnnotation(corpus, { annotator: who.name, work, number: chapter }),
      corpus.chapter(work, chapter),
    ]);
    const place = { folder: at, title: work.title, number: chapter, bullets: summary.length };
    return [{ ...place, closed: closedBullets(sheet), isDone: isDone(sheet, summary.length) }];
  };
  const results = training.results.filter(({ name }) => name === who.name);
  return {
    hasPassed: hasPassed(training, who),
    leastF: training.leastF,
    training: (await Promise.all(training.chapters.map(lookAt))).flat().map((each) => ({
      ...each,
      result: results.find((result) => isTraining({ ...training, chapters: [each] }, result)) ?? null,
    })),
    chapters: (await Promise.all(own.map(lookAt))).flat(),
  };
}

async function mustAnnotate(place: Parameters<typeof whyNotAnnotate>[0], who: Person): Promise<void> {
  const refusal = await whyNotAnnotate(place, who);
  if (refusal !== undefined) throw new NotAllowed(refusal);
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
