import { z } from "zod";
import type { ModelSettings, TrainSettings } from "../readers/settings.ts";

const count = z.int().positive();

/** The sizes of a model, as they travel. */
export const modelShape = z.strictObject({
  embedding: count,
  hidden: count,
  longestParagraph: count,
  longestBullet: count,
  tied: z.boolean().exactOptional(),
} satisfies Record<keyof ModelSettings, z.ZodType>);

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
  samples: z.int().nonnegative().exactOptional(),
  seed: z.int(),
} satisfies Record<keyof TrainSettings, z.ZodType>);
