import { Hono } from "hono";
import { fewestChapters } from "../../align/guide/calibrate.ts";
import {
  calibrationShape,
  readCalibration,
  removeCalibration,
  writeCalibration,
} from "../../corpus/alignments/calibration-file.ts";
import { inThread } from "../../jobs/in-thread.ts";
import { correctedChapters, planCalibrationJob } from "../../runs/calibrate.ts";
import type { Shelf } from "../library/shelf.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { valid } from "./valid.ts";

/** How long the corrected chapters may take to be aligned. */
const longest = 180_000;

/** A corpus's own calibration: whether there is one or could be, what it would change, and setting and removing it. */
export function calibrationRoutes(shelf: Shelf) {
  const alone = oneAtATime("Another calibration is being computed");
  return new Hono()
    .get("/calibration", async (context) => {
      const corpus = await shelf.corpus();
      const corrected = (await correctedChapters(corpus)).length;
      return context.json({
        saved: readCalibration(corpus.folder) ?? null,
        corrected,
        isEnough: corrected >= fewestChapters,
      });
    })
    .post("/calibration/look", async (context) => {
      const look = (signal: AbortSignal) => inThread(planCalibrationJob, shelf.folder, { limit: longest, signal });
      return context.json(await alone(look, context.req.raw.signal));
    })
    .put("/calibration", valid("json", calibrationShape), async (context) => {
      await writeCalibration(shelf.folder, context.req.valid("json"));
      return context.json({ saved: true });
    })
    .delete("/calibration", async (context) => context.json({ removed: await removeCalibration(shelf.folder) }));
}
