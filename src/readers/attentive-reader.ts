import { readChapters } from "../nn/layers/attention.ts";
import { linear } from "../nn/layers/linear.ts";
import { cosine, maxMargin } from "../nn/layers/losses.ts";
import { bilstm } from "../nn/layers/lstm.ts";
import type { Build } from "../nn/model.ts";
import { add } from "../nn/ops/arithmetic.ts";
import { reshape, slice } from "../nn/ops/layout.ts";
import { gatherRows } from "../nn/ops/rows.ts";
import { candidateSets } from "../tasks/options.ts";
import { optionCount } from "./batches/cloze-batch.ts";
import { chapterPages, documentTokens, embedding } from "./document-layers.ts";
import type { ModelSettings } from "./settings.ts";

/**
 * The Hierarchical Attentive Reader: a question is the BiLSTM's state at its mask, q; attention over the tokens of each
 * paragraph and over the paragraphs reads c; the answer a* = W_f (q + c) should be nearer, by cosine, to the marker of
 * the right entity than to every wrong one.
 */
export function attentiveReader(settings: ModelSettings, vocabulary: number, margin: number): Build {
  const [width, readers] = [2 * settings.hidden, "questions"];
  const choices = candidateSets.length * optionCount;
  return (p, batch) => {
    const embed = embedding(p, settings, vocabulary);
    const asking = batch.integers("question.ids", ["question.T", "question.R"]);
    const present = batch.floats("question.present", ["question.T", "question.R", 1]);
    const states = reshape(bilstm(p, "question", embed(asking), { present }, settings.hidden), [-1, width]);
    const question = gatherRows(states, batch.integers("question.mask", [readers]));

    const tokens = documentTokens(p, batch, settings, vocabulary);
    const seen = batch.floats("seen", ["chapters", "asked", "segments"]);
    const queries = gatherRows(question, batch.integers("asked.question", ["chapters", "asked"]));
    const read = reshape(readChapters(p, "read", queries, { ...chapterPages(batch, tokens), seen }), [-1, width]);
    const context = gatherRows(read, batch.integers("asked.place", [readers]));
    const answer = linear(p, "answer", add(question, context), settings.embedding);
    const candidates = embed(batch.integers("candidates", [readers, choices]));
    const scores = cosine(reshape(answer, [readers, 1, settings.embedding]), candidates);
    const offered = batch.floats("offered", [readers, choices]);
    const losses = candidateSets.map((_, set) => {
      const [from, to] = [set * optionCount, (set + 1) * optionCount];
      return maxMargin(slice(scores, 1, from, to), margin, slice(offered, 1, from, to));
    });
    return { loss: losses.reduce((sum, loss) => add(sum, loss)), scores };
  };
}
