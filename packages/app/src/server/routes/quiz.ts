import { parsedJson } from "@plotline/base/node";
import { index, workFolder } from "@plotline/corpus";
import { peopleOf, readPerson } from "@plotline/corpus/node";
import { inThread, makeQuiz } from "@plotline/runs/node";
import { Hono } from "hono";
import { z } from "zod";
import { mostQuestions } from "../../page/questions.ts";
import { noteSeen } from "../../team/seen.ts";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import { askerOf, oneAtATime } from "../one-at-a-time.ts";
import { valid } from "./valid.ts";

/** How long the questions may take: each work is read whole. */
const longest = 180_000;

/** How far each work has been read. */
const readSoFar = z.record(z.string().max(1000), z.object({ chapter: index, paragraph: index }));

const wanted = z.object({
  folder: workFolder.optional(),
  task: z.enum(["cloze", "completion", "both"]),
  count: z.coerce.number().int().min(1).max(mostQuestions),
  seed: z.coerce.number().int().min(0).max(1_000_000_000),
  /** JSON. */
  soFar: z.string().max(20_000).transform(parsedJson).pipe(readSoFar).optional(),
});

/** The questions of a round, and everyone's answers as a file. */
export function quizRoutes(shelf: Shelf) {
  const alone = oneAtATime("Other questions are being made");
  return new Hono()
    .get("/quiz", valid("query", wanted), async (context) => {
      const { folder: only, ...options } = context.req.valid("query");
      const works = only === undefined ? {} : { works: [(await shelf.at({ folder: only })).work.title] };
      const who = whoAsks(context);
      const withoutGold = who?.role === "annotator";
      const questions = await alone(
        (signal) => inThread(makeQuiz(shelf.folder), { ...options, ...works, withoutGold }, { limit: longest, signal }),
        askerOf(context),
      );
      const corpus = await shelf.corpus();
      const shown = questions.flatMap(({ work: title, chapter: number }) =>
        corpus.works.flatMap(({ title: own, folder, annotated }) =>
          own === title && annotated.includes(number) ? [{ folder, number }] : [],
        ),
      );
      if (!withoutGold) await noteSeen(corpus, who, shown, "gold");
      return context.json({ questions });
    })
    .get("/export/quiz", async (context) => {
      const lines: string[] = [];
      for (const name of await peopleOf(shelf.folder))
        for (const { at, seed, answers } of (await readPerson(shelf.folder, name)).quiz)
          for (const answer of answers) lines.push(`${JSON.stringify({ name, at, seed, ...answer })}\n`);
      return context.body(lines.join(""), 200, { "Content-Type": "application/jsonl; charset=utf-8" });
    });
}
