import { modelSchema, trainSchema } from "@plotline/questions";
import { z } from "zod";

const count = z.int().positive();

/** How large the readers of a table are, and on how much they are trained and asked. */
export const tableSchema = z.strictObject({
  name: z.enum(["full", "quick"]),
  model: modelSchema,
  train: trainSchema.omit({ seed: true }),
  /** Whole works are taken up to this many chapters to train on and to ask about; all works where it is not given. */
  trainChapters: count.exactOptional(),
  askedChapters: count.exactOptional(),
  /** Groups of works that are left out in turn, where the corpus has no training works of its own. */
  folds: count,
});

export type TableSettings = Readonly<z.infer<typeof tableSchema>>;

/** The paper's sizes on everything there is. */
export const fullTable: TableSettings = tableSchema.parse({ name: "full", model: {}, train: {}, folds: 5 });

/** Small readers on few chapters: the same computation, in minutes on two cores. */
export const quickTable: TableSettings = tableSchema.parse({
  name: "quick",
  model: { embedding: 32, hidden: 32, longestParagraph: 100, longestBullet: 60 },
  train: { learningRate: 3e-3, chapters: 2, questions: 12, tokens: 3000, epochs: 6, heldBack: 0.1 },
  trainChapters: 60,
  askedChapters: 30,
  folds: 2,
});

/** What two tables must have in common for their numbers to be compared. */
export function signedSettings({ name: size, model, train, folds: _, ...chapters }: TableSettings): object {
  return { size, ...model, ...train, ...chapters };
}
