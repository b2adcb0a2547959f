import { z } from "zod";
import { clozeRowSchema, completionRowSchema, passageRowSchema, splitSchema } from "../tasks/row-schemas.ts";
import { linksShape, readableShape } from "./chapter-shapes.ts";

const place = z.int().nonnegative();
const rights = z.strictObject({
  source: z.string().exactOptional(),
  licence: z.string().exactOptional(),
  permission: z.string().exactOptional(),
});
const numbers = z.array(place).readonly();

/** A work and all its chapters, by value; `stored` has links that are stored in the corpus, by alignment and chapter. */
export const workShape = z.strictObject({
  work: z.strictObject({
    title: z.string(),
    folder: z.string(),
    kind: z.enum(["novel", "play", "story"]).optional(),
    split: splitSchema,
    story: rights,
    summary: rights,
    chapters: numbers,
    summarised: numbers,
    annotated: numbers,
    language: z.string().optional(),
  }),
  chapters: z.array(readableShape.extend({ gold: linksShape.optional() })),
  stored: z.record(z.string(), z.record(z.string(), linksShape)),
});

const controlLine = z.strictObject({
  task: z.enum(["cloze", "completion"]),
  alignment: z.string(),
  protocol: z.enum(["paper", "blind"]),
  set: z.enum(["story", "hard"]).optional(),
  sums: z.strictObject({
    questions: place,
    chance: z.number(),
    inContext: z.number(),
    struck: z.number(),
    right: z.record(z.string(), z.number()),
  }),
});

export const builtShape = z.strictObject({
  title: z.string(),
  rows: z.strictObject({
    bullets: place,
    cloze: z.array(clozeRowSchema),
    completion: z.array(completionRowSchema),
    passages: z.array(passageRowSchema),
  }),
  controls: z.array(controlLine).readonly(),
});
