import { z } from "zod";

/*
 * The settings of a training, once: the command line makes its options from these schemas, what is sent to another
 * machine and what a run's folder contains is checked against them, and the library takes its types and defaults from
 * them.
 */

/** Both tasks of the paper. */
export const tasks = ["cloze", "completion"] as const;
/** A task of the paper. */
export type Task = (typeof tasks)[number];

const count = z.int("Must be a whole number.").positive("Must be 1 or more.");
const wholeNumber = z.int("Must be a whole number.").nonnegative("Must be 0 or more.");
const aboveZero = z.number("Must be a number.").positive("Must be a number above 0.");
const share = z
  .number("Must be at least 0 and less than 1.")
  .min(0, "Must be at least 0 and less than 1.")
  .lt(1, "Must be at least 0 and less than 1.");

/** Sizes of a model, the paper's unless given: with the word list, all that must be known to read its checkpoint. */
export const modelSchema = z.strictObject({
  embedding: count.default(200).describe("numbers per word"),
  hidden: count.default(200).describe("hidden units per direction"),
  longestParagraph: count.default(256).describe("tokens of a paragraph that are read"),
  longestBullet: count.default(96).describe("tokens of a point that are read, around its mask"),
});

/** How a reader is trained: the paper's learning rate and margin; where it is silent, what worked. */
export const trainSchema = z.strictObject({
  /** A rate of 1e-3 to 2e-3 needs far fewer passes than the paper's. */
  learningRate: aboveZero.default(1e-4).describe("learning rate for Adam"),
  margin: z.number().default(0.1).describe("by how much the right candidate should lead every wrong one"),
  /** Few, since many small steps bring more than few large ones. */
  chapters: count.default(2).describe("chapters per batch"),
  questions: count.default(24).describe("questions of a chapter per batch; the others come in another pass"),
  /** What exceeds it is left out of the contexts, in training only. */
  tokens: count.default(12_000).describe("maximum story tokens of a chapter per batch"),
  epochs: wholeNumber.default(10).describe("maximum passes over the chapters"),
  patience: wholeNumber.default(3).describe("stop after this many passes without improvement"),
  heldBack: share.default(0.05).describe("share of the training works held out to decide when to stop"),
  clip: z.number().default(5).describe("longest gradient"),
  /** Decoder: the next word is told from all words, as in the paper; the hashes of results were made with this field. */
  samples: z.literal(0).default(0),
  seed: wholeNumber.default(1).describe("the seed of everything random"),
});

export type ModelSettings = Readonly<z.infer<typeof modelSchema>>;
/** How a reader is trained. */
export type TrainSettings = Readonly<z.infer<typeof trainSchema>>;

/** The paper's size. */
export const modelDefaults: ModelSettings = modelSchema.parse({});
export const trainDefaults: TrainSettings = trainSchema.parse({});
