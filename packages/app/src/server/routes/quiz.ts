import { sumOf } from "@plotline/base";
import { parsedJson } from "@plotline/base/node";
import { index, isAtLeast, nobody, type QuizScore, workFolder } from "@plotline/corpus";
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

/** JSON in a query: what has been read by work, and questions that are asked again. */
function jsonOf<Schema extends z.ZodType>(schema: Schema) {
  return z.string().max(20_000).transform(parsedJson).pipe(schema).optional();
}

const place = z.object({
  task: z.enum(["cloze", "completion"]),
  work: z.string().max(1000),
  chapter: index,
  point: index,
});

const wanted = z.object({
  folder: workFolder.optional(),
  task: z.enum(["cloze", "completion", "both"]),
  count: z.coerce.number().int().min(1).max(mostQuestions),
  seed: z.coerce.number().int().min(0).max(1_000_000_000),
  soFar: jsonOf(z.record(z.string().max(1000), z.object({ chapter: index, paragraph: index }))),
  again: jsonOf(z.array(place).max(50)),
});

/** The questions of a round, and what people have answered so far. */
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
      const { works: all } = await shelf.corpus();
      const shown = questions.flatMap(({ work: title, chapter: number }) =>
        all.flatMap(({ title: own, folder, annotated }) =>
          own === title && annotated.includes(number) ? [{ folder, number }] : [],
        ),
      );
      if (!withoutGold) await noteSeen(shelf.folder, who, shown, "gold");
      return context.json({ questions });
    })
    .get("/scores", async (context) => {
      const who = whoAsks(context);
      const isShown = (name: string) => who === undefined || name === who.name || isAtLeast(who.role, "curator");
      const named: { readonly name: string | null; readonly scores: Scores }[] = [];
      const others: QuizScore[] = [];
      for (const name of await peopleOf(shelf.folder)) {
        const { quiz } = await readPerson(shelf.folder, name).catch(() => nobody);
        if (isShown(name)) named.push({ name, scores: scoresOf(quiz) });
        else others.push(...quiz);
      }
      const people = [...named, { name: null, scores: scoresOf(others) }];
      return context.json({ people: people.filter(({ scores }) => scores.length > 0) });
    })
    .get("/export/quiz", async (context) => {
      const lines: string[] = [];
      for (const name of await peopleOf(shelf.folder))
        for (const { at, seed, answers } of (await readPerson(shelf.folder, name)).quiz)
          for (const answer of answers) lines.push(`${JSON.stringify({ name, at, seed, ...answer })}\n`);
      context.header("Content-Disposition", 'attachment; filename="quiz answers.jsonl"');
      return context.body(lines.join(""), 200, { "Content-Type": "application/jsonl; charset=utf-8" });
    });
}

type Scores = ReturnType<typeof scoresOf>;

/** How many questions of each kind were answered, how many rightly, and how many guessing would get right. */
function scoresOf(rounds: readonly QuizScore[]) {
  const answers = rounds.flatMap((round) => round.answers);
  return (["cloze", "completion"] as const).flatMap((task) => {
    const own = answers.filter((each) => each.task === task);
    const right = own.filter(({ given, answer }) => given === answer).length;
    return own.length === 0
      ? []
      : { task, questions: own.length, right, chance: sumOf(own, ({ options }) => 1 / Math.max(1, options)) };
  });
}
