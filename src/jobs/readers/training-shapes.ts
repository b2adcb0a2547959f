import { z } from "zod";

const count = z.int().positive();

/** The sizes of a model, as they travel. */
export const modelShape = z.strictObject({
  embedding: count,
  hidden: count,
  longestParagraph: count,
  longestBullet: count,
});

/** How a reader is trained, as it travels. */
export const trainShape = z.strictObject({
  learningRate: z.number(),
  margin: z.number(),
  candidates: z.enum(["story", "hard", "both"]),
  chapters: count,
  questions: count,
  tokens: count,
  epochs: z.int(),
  patience: z.int(),
  heldBack: z.number(),
  clip: z.number(),
  seed: z.int(),
});
