import { modelSchema, type TrainSettings, trainSchema } from "@plotline/questions";
import type { CellFile } from "./cell-file.ts";
import { type TableCell, usualRate } from "./cells.ts";

/** How large the readers of a table are, and how they are trained; a cell adds its seed and its rate. */
export interface CellSize {
  readonly name: string;
  readonly model: CellFile["model"];
  readonly train: Partial<TrainSettings>;
}

/** No paragraph, point or chapter is cut, and every question is asked in every pass. */
const whole = 1_000_000;

/** The paper's size; where it is silent, until works held back stop improving. */
export const paperSize: CellSize = {
  name: "paper",
  model: modelSchema.parse({ longestParagraph: whole, longestBullet: whole }),
  train: { questions: whole, tokens: whole, epochs: 30, patience: 3, samples: 0 },
};

/** Small readers that read little of a chapter: the same computation, in minutes. */
export const quickSize: CellSize = {
  name: "quick",
  model: modelSchema.parse({ embedding: 32, hidden: 32, longestParagraph: 100, longestBullet: 60 }),
  train: { questions: 12, tokens: 3000, epochs: 6, patience: 3, heldBack: 0.1 },
};

/** A smaller rate may take as many more passes. */
export function trainSettings({ seed, learningRate }: TableCell, { train }: CellSize): TrainSettings {
  const longer = Math.max(1, Math.round(usualRate / learningRate));
  return trainSchema.parse({ ...train, ...(train.epochs && { epochs: longer * train.epochs }), seed, learningRate });
}
