import {
  add,
  type Build,
  bilstm,
  cosine,
  gatherRows,
  linear,
  maxMargin,
  readShared,
  reshape,
  segments,
  slice,
} from "../nn/index.ts";
import { candidateSets } from "../tasks/options.ts";
import { optionCount } from "./cloze-batch.ts";
import type { ModelSettings } from "./settings.ts";

/**
 * The Hierarchical Attentive Reader: a question is the BiLSTM's state at its mask, q; attention over the tokens of each
 * paragraph and over the paragraphs reads c; the answer a* = W_f (q + c) should be nearer, by cosine, to the marker of
 * the right entity than to every wrong one.
 */
export function attentiveReader({ embedding, hidden }: ModelSettings, vocabulary: number, margin: number): Build {
  const width = 2 * hidden;
  const choices = candidateSets.length * optionCount;
  return (p, batch) => {
    const [steps, rows, readers] = ["document.T", "document.R", "questions"];
    const ids = batch.integers("document.ids", [steps, rows]);
    const present = batch.floats("document.present", [steps, rows, 1]);
    const of = reshape(batch.integers("document.of", [steps, rows]), [-1]);
    const numbers = batch.integers("document.numbers", ["segments"]);
    const seen = batch.floats("seen", [readers, "segments"]);
    const embed = (which: typeof ids) => p.rows("words", [vocabulary, embedding], which);

    const asking = batch.integers("question.ids", ["question.T", "question.R"]);
    const asked = batch.floats("question.present", ["question.T", "question.R", 1]);
    const states = reshape(bilstm(p, "question", embed(asking), { present: asked }, hidden), [-1, width]);
    const question = gatherRows(states, batch.integers("question.mask", [readers]));

    const tokens = reshape(bilstm(p, "document", embed(ids), { present }, hidden), [-1, width]);
    const read = readShared(p, "read", question, tokens, { paragraphs: segments(of, numbers), seen });
    const answer = linear(p, "answer", add(question, read), embedding);
    const candidates = embed(batch.integers("candidates", [readers, choices]));
    const scores = cosine(reshape(answer, [readers, 1, embedding]), candidates);
    const offered = batch.floats("offered", [readers, choices]);
    const losses = candidateSets.map((_, set) => {
      const [from, to] = [set * optionCount, (set + 1) * optionCount];
      return maxMargin(slice(scores, 1, from, to), margin, slice(offered, 1, from, to));
    });
    return { loss: losses.reduce((sum, loss) => add(sum, loss)), scores };
  };
}
