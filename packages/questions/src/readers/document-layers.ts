import {
  bilstm,
  type Inputs,
  membersOf,
  moveRows,
  type Pages,
  type Parameters,
  reshape,
  type Tensor,
} from "@plotline/nn";
import { documentInputs } from "./batches/documents.ts";
import type { ModelSettings } from "./settings.ts";

/** The rows of the one table that words and markers share. */
export function embedding(
  p: Parameters,
  { embedding: width }: ModelSettings,
  vocabulary: number,
): (ids: Tensor) => Tensor {
  return (ids) => p.rows("words", [vocabulary, width], ids);
}

/** d = BiLSTM_d(W_emb d), chapter by chapter: a vector for every token of the batch, and the paragraph of each. */
export function storyPages(p: Parameters, batch: Inputs, settings: ModelSettings, vocabulary: number): Pages {
  const { words, at, present, places, back, of, numbers } = documentInputs.tensors(batch);
  const vectors = embedding(p, settings, vocabulary)(words);
  const states = bilstm(p, "document", { vectors, at }, { present }, settings.hidden);
  const tokens = moveRows(reshape(states, [-1, 2 * settings.hidden]), places, reshape(back, at.shape));
  return { tokens, members: membersOf(of, numbers) };
}
