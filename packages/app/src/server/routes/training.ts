import { readJsonFile } from "@plotline/corpus/node";
import { Hono } from "hono";
import { z } from "zod";
import { handIn, hasPassed, setTraining, trainingFile } from "../../team/training.ts";
import { whoAsks } from "../identity.ts";
import type { Shelf } from "../library/shelf.ts";
import type { Live } from "../team/live.ts";
import { chapterAddress, chapterList, valid } from "./valid.ts";

const trained = z.object({ chapters: chapterList.max(100), leastF: z.number().min(0).max(1) });

/** The chapters that a new annotator must pass, and how well they did. */
export function trainingRoutes(shelf: Shelf, live: Live) {
  return new Hono()
    .get("/team/training", async (context) => {
      const { chapters: training, leastF, results } = await readJsonFile(shelf.folder, trainingFile);
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
      const who = whoAsks(context)!;
      const { corpus, work, number } = await shelf.at(context.req.valid("param"));
      const { f, tries } = await handIn(corpus, work, number, who);
      const training = await readJsonFile(shelf.folder, trainingFile);
      live.progressed();
      return context.json({ f, tries, leastF: training.leastF, hasPassed: hasPassed(training, who) });
    });
}
