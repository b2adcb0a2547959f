import { z } from "zod";
import type { Forest } from "../../forest.ts";
import { packedWeights } from "../../nn/weights-schema.ts";
import type { PackedNetwork } from "./coherence/network.ts";
import shipped from "./data/weights.json" with { type: "json" };

/** What the scorer has learned: numbers over its own features, made by training/train-completion-scorer.mjs. */
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

/** Whether something read from a file is what training/train-completion-scorer.mjs wrote. */
export function isCompletionWeights(value: unknown): value is CompletionWeights {
  return completionWeights.safeParse(value).success;
}

const size = z.number().int().positive();
const forest = z.object({
  trees: z.array(
    z.object({ columns: z.array(z.number()), thresholds: z.array(z.number()), leaves: z.array(z.number()) }),
  ),
});
const completionWeights = z.object({
  about: z.string(),
  coherence: z.object({
    sizes: z.object({
      words: size,
      endings: size,
      given: size,
      opening: size,
      rest: size,
      width: size,
      hidden: size,
      meeting: size,
    }),
    weights: packedWeights,
  }),
  forests: z.record(z.string(), forest),
});

/** The alignment whose blind contexts the scorer reads. */
export const blindAlignment = "Posterior-BM25";
