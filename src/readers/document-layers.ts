import type { Tensor } from "../nn/graph.ts";
import type { Inputs } from "../nn/inputs.ts";
import type { Chapters } from "../nn/layers/attention.ts";
import { bilstm } from "../nn/layers/lstm.ts";
import { reshape } from "../nn/ops/layout.ts";
import { copyRows, moveRows } from "../nn/ops/rows.ts";
import type { Parameters } from "../nn/parameters.ts";
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
export function documentTokens(p: Parameters, batch: Inputs, settings: ModelSettings, vocabulary: number): Tensor {
  const ids = batch.integers("document.ids", grid);
  const present = batch.floats("document.present", [...grid, 1]);
  const states = bilstm(p, "document", embedding(p, settings, vocabulary)(ids), { present }, settings.hidden);
  return reshape(states, [-1, 2 * settings.hidden]);
}

/** The tokens chapter by chapter, each in one chapter, and the paragraph of each. */
export function chapterPages(batch: Inputs, tokens: Tensor): Omit<Chapters, "seen"> {
  const back = reshape(batch.integers("document.back", [1, ...grid]), grid);
  return laidOut(batch, moveRows(tokens, batch.integers("document.places", laid), back));
}

/** The tokens group by group, where groups may share paragraphs. */
export function groupPages(batch: Inputs, tokens: Tensor): Omit<Chapters, "seen"> {
  const back = batch.integers("document.back", ["copies", ...grid]);
  return laidOut(batch, copyRows(tokens, batch.integers("document.places", laid), back));
}

function laidOut(batch: Inputs, tokens: Tensor): Omit<Chapters, "seen"> {
  return {
    tokens,
    of: batch.integers("document.of", laid),
    numbers: batch.integers("document.numbers", ["segments"]),
  };
}

const grid = ["document.T", "document.R"];
const laid = ["chapters", "tokens"];
