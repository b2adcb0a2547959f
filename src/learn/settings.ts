import type { ModelSettings, Task } from "../readers/settings.ts";

/** The alignment that the first round learns from. */
export type Start = "diagonal" | "random";
export const starts: readonly Start[] = ["diagonal", "random"];

export interface LearnSettings extends ModelSettings {
  readonly task: Task;
  readonly start: Start;
  /** Rounds of learning on an alignment and solving it anew. */
  readonly rounds: number;
  readonly learningRate: number;
  readonly clip: number;
  /** Chapters in a batch. */
  readonly chapters: number;
  /** Questions of a chapter in a batch, at most. */
  readonly questions: number;
  /** Longer chapters, in words, are not learned from. */
  readonly longestChapter: number;
  readonly contrast: number;
  readonly margin: number;
  /** The share of the training works that decide which round is the best. */
  readonly heldBack: number;
  readonly seed: number;
}

export const learnDefaults: LearnSettings = {
  task: "cloze",
  start: "diagonal",
  rounds: 4,
  embedding: 200,
  hidden: 200,
  longestParagraph: 256,
  longestBullet: 96,
  learningRate: 1e-3,
  clip: 5,
  chapters: 4,
  questions: 64,
  longestChapter: 12_000,
  contrast: 1,
  margin: 1,
  heldBack: 0.03,
  seed: 1,
};
