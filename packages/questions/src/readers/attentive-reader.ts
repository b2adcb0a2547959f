import {
  add,
  bilstm,
  cosine,
  gatherRows,
  type Inputs,
  linear,
  maxMargin,
  type Parameters,
  readPages,
  reshape,
} from "@plotline/nn";
import { askedInputs, questionInputs } from "./batches/cloze-batch.ts";
import { embedding, storyPages } from "./document-layers.ts";
import type { ModelSettings } from "./settings.ts";

/**
 * The Hierarchical Attentive Reader: a question is the BiLSTM's state at its mask, q; attention over the tokens of each
 * paragraph and over the paragraphs reads c; the answer a* = W_f (q + c) should be nearer, by cosine, to the marker of
 * the right entity than to every wrong one.
 */
export function attentiveReader(settings: ModelSettings, vocabulary: number, margin: number) {
  const width = 2 * settings.hidden;
  return (p: Parameters, batch: Inputs) => {
    const embed = embedding(p, settings, vocabulary);
    const { words, at, present, mask, candidates, offered } = questionInputs.tensors(batch);
    const states = bilstm(p, "question", { vectors: embed(words), at }, { present }, settings.hidden);
    const questions = gatherRows(reshape(states, [-1, width]), mask);

    const pages = storyPages(p, batch, settings, vocabulary);
    const { question, place, seen } = askedInputs.tensors(batch);
    const read = readPages(p, "read", gatherRows(questions, question), pages, seen);
    const context = gatherRows(reshape(read, [-1, width]), place);
    const answer = linear(p, "answer", add(questions, context), settings.embedding);
    const scores = cosine(reshape(answer, ["questions", 1, settings.embedding]), embed(candidates));
    return { loss: maxMargin(scores, margin, offered), scores };
  };
}
