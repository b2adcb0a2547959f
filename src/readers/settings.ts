import type { CandidateSet } from "../tasks/options.ts";

export type Task = "cloze" | "completion";
export const tasks = ["cloze", "completion"] as const satisfies readonly Task[];

/** Sizes of a model: with the word list, all that must be known to read its checkpoint. */
export interface ModelSettings {
  readonly embedding: number;
  /** Of each direction. */
  readonly hidden: number;
  /** A paragraph is read up to so many tokens. */
  readonly longestParagraph: number;
  /** A bullet is read up to so many tokens (around its mask). */
  readonly longestBullet: number;
  /** Decoder: W_f is the table of embeddings, so that a word of the context raises its own probability; else its own. */
  readonly tied?: boolean;
}

export interface TrainSettings {
  readonly learningRate: number;
  /** By how much the right candidate should lead every wrong one. */
  readonly margin: number;
  /** The candidates a cloze reader learns to tell apart. */
  readonly candidates: CandidateSet | "both";
  /** Chapters in a batch: few, since many small steps bring more than few large ones. */
  readonly chapters: number;
  /** Questions of a chapter in a batch, at most; others come in another pass. */
  readonly questions: number;
  /** Story tokens of a chapter in a batch, at most: what goes beyond is left out of the contexts, in training only. */
  readonly tokens: number;
  readonly epochs: number;
  /** Passes without a better score on the works held back before training stops. */
  readonly patience: number;
  /** The share of the training works that early stopping is decided on. */
  readonly heldBack: number;
  readonly clip: number;
  /** Decoder: in training the next word is told from so many others, not from all; 0: from all. */
  readonly samples?: number;
  readonly seed: number;
}

/** The paper's sizes. */
export const modelDefaults: ModelSettings = {
  embedding: 200,
  hidden: 200,
  longestParagraph: 256,
  longestBullet: 96,
};

/** The paper's learning rate and margin; where it is silent, what worked. A rate of 1e-3 to 2e-3 needs far fewer passes. */
export const trainDefaults: TrainSettings = {
  learningRate: 1e-4,
  margin: 0.1,
  candidates: "story",
  chapters: 2,
  questions: 24,
  tokens: 12_000,
  epochs: 10,
  patience: 3,
  heldBack: 0.05,
  clip: 5,
  seed: 1,
};

/** Tokens that the next one is told from while a decoder learns, unless settings say otherwise. */
export const samplesDefault = 1024;
