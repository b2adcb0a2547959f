import { Problem } from "@plotline/base";
import {
  joined,
  nobody,
  type Person,
  personName,
  personSchema,
  placeSchema,
  played,
  quizScoreSchema,
  readUpTo,
} from "@plotline/corpus";
import { changePerson, peopleOf, readPerson } from "@plotline/corpus/node";
import { Hono } from "hono";
import { z } from "zod";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import { NotAllowed } from "../refusals.ts";
import { valid } from "./valid.ts";

const personAddress = z.object({ name: personName });
/** What a browser remembered before a name was given, and the name before, where it was changed. */
const taken = z.object({
  from: personName.optional(),
  places: personSchema.shape.places,
  rounds: z.array(quizScoreSchema).max(50),
});

/** What one person may save: about 500 rounds of ten questions. */
const mostRounds = 1_000;
const mostBytes = 1_000_000;

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
      return context.json(await changePerson(shelf.folder, name, (person) => bounded(played(person, round))));
    })
    .post("/people/:name/taken", valid("param", personAddress), valid("json", taken), async (context) => {
      const { from, places, rounds } = context.req.valid("json");
      const { name } = context.req.valid("param");
      if (whoAsks(context) !== undefined) throw new NotAllowed("In a team, names are given by its owner.");
      const { works } = await shelf.corpus();
      const isThere = ([folder]: [string, unknown]) => works.some((work) => work.folder === folder);
      const own = { ...nobody, places: Object.fromEntries(Object.entries(places).filter(isThere)) };
      const before = from === undefined ? own : joined(own, await readPerson(shelf.folder, from));
      const taking = (person: Person) => bounded(rounds.reduce(played, joined(person, before)));
      const changed = await changePerson(shelf.folder, name, taking);
      if (from !== undefined && from !== name) await changePerson(shelf.folder, from, () => nobody);
      return context.json(changed);
    });
}

/** Everyone's file is read when scores are shown, so none may grow without end. */
function bounded(person: Person): Person {
  if (person.quiz.length <= mostRounds && JSON.stringify(person).length <= mostBytes) return person;
  throw new Problem("No more rounds can be saved under this name: 1,000 rounds or 1 MB is the most.");
}
