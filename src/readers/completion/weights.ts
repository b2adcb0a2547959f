import type { Forest } from "../../tasks/trees.ts";
import type { PackedNetwork } from "./coherence/packed.ts";
import shipped from "./data/weights.json" with { type: "json" };

/** What the scorer has learned: numbers over its own features, made by `plotline train completion-scorer`. */
export interface CompletionWeights {
  readonly about: string;
  readonly coherence: PackedNetwork;
  /** Which columns count for what: one forest a kind of place. */
  readonly forests: Readonly<Record<string, Forest>>;
}

export const shippedCompletion: CompletionWeights = shipped;

/** The forest for an alignment in the paper's protocol, or for any other; blind has one. */
export const forestNames = ["blind", "TFIDF", "Chronological-TFIDF", "Posterior-BM25", "any"] as const;
export type ForestName = (typeof forestNames)[number];
