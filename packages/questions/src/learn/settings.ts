import { z } from "zod";
import { modelSchema, trainSchema } from "../readers/settings.ts";

const { embedding, hidden, longestParagraph, longestBullet } = modelSchema.shape;
const { learningRate, clip, chapters, questions, heldBack, seed } = trainSchema.shape;

/** The settings of learning an alignment with a task; a run's signature names them in this order. */
export const learnSchema = z.strictObject({
  reader: z
    .enum(["paper", "pointing"])
    .default("paper")
    .describe("the paper's reader, or ours, which answers by pointing at words"),
  gains: z
    .enum(["plain", "relative"])
    .default("relative")
    .describe("the paper's reader: a paragraph counts as it scores, or by what it adds to its point's mean"),
  start: z.enum(["diagonal", "random"]).default("diagonal").describe("the alignment that the first round learns from"),
  rounds: z
    .int("Must be a whole number.")
    .positive("Must be 1 or more.")
    .default(4)
    .describe("rounds, each a pass over the chapters"),
  embedding,
  hidden,
  longestParagraph,
  longestBullet,
  learningRate: learningRate.unwrap().default(1e-3).describe("learning rate for Adam"),
  clip,
  chapters: chapters.unwrap().default(4).describe("chapters per batch"),
  questions: questions.unwrap().default(64).describe("maximum questions of a chapter per batch"),
  longestChapter: z.int().positive().default(12_000).describe("longer chapters, in words, are not learned from"),
  heldBack: heldBack.unwrap().default(0.03).describe("share of the training works that decide which round is best"),
  seed,
});

/** How an alignment is learned with the task. */
export type LearnSettings = Readonly<z.infer<typeof learnSchema>>;

/** As the paper does it. */
export const learnDefaults: LearnSettings = learnSchema.parse({});
