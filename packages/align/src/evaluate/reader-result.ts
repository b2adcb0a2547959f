import { z } from "zod";

const share = z.number().min(0).max(1);
const count = z.int().min(0);
/** For each work a 1 for every question that was answered right and a 0 for every other, in the work's own order. */
const hits = z.record(z.string(), z.string().regex(/^[01]*$/, "must consist of 0 and 1"));

/** What a trained reader did on one alignment with one seed: numbers only, so that it may be shared. */
export const readerResultSchema = z.looseObject({
  task: z.enum(["cloze", "completion"]),
  alignment: z.string().min(1),
  protocol: z.string().default("paper"),
  seed: z.int(),
  accuracy: share,
  interval: z.tuple([share, share]),
  chance: share,
  questions: count,
  works: z.array(z.looseObject({ work: z.string(), questions: count, right: share })).default([]),
  right: hits.default({}),
  trainedOn: z.object({ works: count, chapters: count, questions: count }).optional(),
  steps: count.optional(),
  passes: z.number().min(0).optional(),
  seconds: z.number().min(0).optional(),
  device: z.string().optional(),
  signature: z.string().default(""),
});

/** What a trained reader did. */
export type ReaderResult = z.infer<typeof readerResultSchema>;

/** The alignment that is learned with the task. */
export const learnedWithTask = "CCCP";
