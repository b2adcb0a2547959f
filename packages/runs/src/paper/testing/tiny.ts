import { modelSchema } from "@plotline/questions";
import type { TableCell } from "../cells.ts";
import type { CellSize } from "../sizes.ts";

/** Readers that are trained in a second. */
export const tinySize: CellSize = {
  name: "tiny",
  model: modelSchema.parse({ hidden: 3, embedding: 4, longestParagraph: 40, longestBullet: 40 }),
  train: { questions: 6, tokens: 1500, epochs: 3, patience: 3, samples: 0, heldBack: 0.3 },
};

const cell = (alignment: string, seed: number): TableCell => ({ task: "cloze", alignment, seed, learningRate: 0.01 });

export const tinyCells = [cell("TFIDF", 1), cell("Random-1", 1), cell("TFIDF", 2)];
