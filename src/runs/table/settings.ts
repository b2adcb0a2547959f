import { type ModelSettings, modelDefaults, type TrainSettings, trainDefaults } from "../../readers/index.ts";

/** How large the readers of a table are, and on how much they are trained and asked. */
export interface TableSettings {
  readonly name: "full" | "quick";
  readonly model: ModelSettings;
  readonly train: Omit<TrainSettings, "seed">;
  /** Chapters to train on and to ask about, at most: whole works are taken until there are so many. */
  readonly trainChapters: number;
  readonly askedChapters: number;
  /** Groups of works that are left out in turn, where the corpus has no training works of its own. */
  readonly folds: number;
}

const { seed: _, ...paper } = trainDefaults;

/** The paper's sizes on everything there is. */
export const fullTable: TableSettings = {
  name: "full",
  model: modelDefaults,
  train: paper,
  trainChapters: Number.POSITIVE_INFINITY,
  askedChapters: Number.POSITIVE_INFINITY,
  folds: 5,
};

/** Small readers on few chapters: the same computation, in minutes on two cores. */
export const quickTable: TableSettings = {
  name: "quick",
  model: { embedding: 32, hidden: 32, longestParagraph: 100, longestBullet: 60 },
  train: { ...paper, learningRate: 3e-3, chapters: 2, questions: 12, tokens: 3000, epochs: 6, heldBack: 0.1 },
  trainChapters: 60,
  askedChapters: 30,
  folds: 2,
};

/** What two tables must have in common for their numbers to be compared. */
export function settingsWords({ name, model, train, trainChapters, askedChapters }: TableSettings): string {
  const some = (most: number) => (Number.isFinite(most) ? `up to ${most}` : "all");
  return [
    `size:${name}`,
    `model:${model.embedding}-${model.hidden}-${model.longestParagraph}-${model.longestBullet}`,
    `train:${[train.learningRate, train.margin, train.candidates, train.chapters, train.questions, train.tokens, train.epochs, train.patience, train.heldBack, train.clip].join("-")}`,
    `chapters:${some(trainChapters)} to train, ${some(askedChapters)} asked`,
  ].join("|");
}
