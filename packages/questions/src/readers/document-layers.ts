import { bilstm, membersOf, moveRows, type Pages, type Parameters, reshape, type Tensor } from "@plotline/nn";
import type { DocumentTensors } from "./batches/documents.ts";
import type { ModelSettings } from "./settings.ts";

/** The rows of the one table that words and markers share. */
export function embedding(
  p: Parameters,
  { embedding: width }: ModelSettings,
  vocabulary: number,
): (ids: Tensor) => Tensor {
  return (ids) => p.rows("words", [vocabulary, width], ids);
}

/** d = BiLSTM_d(W_emb d): a vector for every token of every paragraph of the batch, [N, 2·hidden]. */
export function documentTokens(
  p: Parameters,
  { words, at, present }: DocumentTensors,
  settings: ModelSettings,
  vocabulary: number,
): Tensor {
  const vectors = embedding(p, settings, vocabulary)(words);
  const states = bilstm(p, "document", { vectors, at }, { present }, settings.hidden);
  return reshape(states, [-1, 2 * settings.hidden]);
}

/** The tokens chapter by chapter, and the paragraph of each. */
export function chapterPages({ at, places, back, of, numbers }: DocumentTensors, tokens: Tensor): Pages {
  return { tokens: moveRows(tokens, places, reshape(back, at.shape)), members: membersOf(of, numbers) };
}
