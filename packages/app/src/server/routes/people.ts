import { personName, placeSchema, played, quizScoreSchema, readUpTo } from "@plotline/corpus";
import { changePerson, peopleOf, readPerson } from "@plotline/corpus/node";
import { Hono } from "hono";
import { z } from "zod";
import type { Shelf } from "../library/shelf.ts";
import { valid } from "./valid.ts";

const personAddress = z.object({ name: personName });

/** How far people have read, and what they answered: saved in the corpus, so that another browser finds it. */
export function peopleRoutes(shelf: Shelf) {
  return new Hono()
    .get("/people", async (context) => context.json({ names: await peopleOf(shelf.folder) }))
    .get("/people/:name", valid("param", personAddress), async (context) =>
      context.json(await readPerson(shelf.folder, context.req.valid("param").name)),
    )
    .post("/people/:name/places", valid("param", personAddress), valid("json", placeSchema), async (context) => {
      const place = context.req.valid("json");
      const { corpus, work } = await shelf.at(place);
      await corpus.chapter(work, place.number);
      const { name } = context.req.valid("param");
      return context.json(await changePerson(shelf.folder, name, (person) => readUpTo(person, place)));
    })
    .post("/people/:name/quiz", valid("param", personAddress), valid("json", quizScoreSchema), async (context) => {
      const round = context.req.valid("json");
      await shelf.corpus();
      const { name } = context.req.valid("param");
      return context.json(await changePerson(shelf.folder, name, (person) => played(person, round)));
    });
}
