import {
  add,
  affine,
  type Build,
  concat,
  constant,
  crossEntropyOfRows,
  gatherRows,
  type Inputs,
  linear,
  lstmCell,
  mean,
  type Parameters,
  pageKeys,
  readPages,
  reshape,
  scan,
  softmax,
  sum,
  type Tensor,
} from "@plotline/nn";
import { nextInputs, pointInputs } from "./batches/completion-batch.ts";
import { embedding, storyPages } from "./document-layers.ts";
import type { ModelSettings } from "./settings.ts";

/**
 * The summary decoder. At step t the reader's attention, with the decoder's own state after token t − 1 as the question,
 * reads c_t from the aligned paragraphs; LSTM_g goes on with the token and c_t; and a*_t = W_f of its state gives every
 * word of the vocabulary a score, of which the next one's should be the highest:
 *
 *   c_t = read(h_{t−1})      h_t = LSTM_g([W_emb y_{t−1}, c_t], h_{t−1})      −log softmax(W_f h_t)[y_t]
 */
export function summaryDecoder(settings: ModelSettings, vocabulary: number): Build {
  return (p, batch) => {
    const { at, next } = nextInputs.tensors(batch);
    const written = gatherRows(writtenStates(p, batch, settings, vocabulary), at);
    const losses = crossEntropyOfRows(linear(p, "next", written, vocabulary), next);
    return { loss: mean(losses), losses };
  };
}

/** The same network where it writes: how likely every token is after each point's last one. */
export function nextToken(settings: ModelSettings, vocabulary: number): Build {
  return (p, batch) => {
    const last = gatherRows(writtenStates(p, batch, settings, vocabulary), pointInputs.tensors(batch).last);
    const likely = softmax(linear(p, "next", last, vocabulary));
    return { loss: sum(likely), likely };
  };
}

/** h_t at every step, [T·C·R, hidden]. */
function writtenStates(p: Parameters, batch: Inputs, settings: ModelSettings, vocabulary: number): Tensor {
  const { hidden, embedding: width } = settings;
  const pages = storyPages(p, batch, settings, vocabulary);
  const keys = pageKeys(p, "read", pages, hidden);
  const { ids, present, owner, seen } = pointInputs.tensors(batch);
  const initial = { uniform: 1 / Math.sqrt(hidden) };
  const words = embedding(p, settings, vocabulary)(ids);
  const bias = p.weight("writer.bias", [4 * hidden], initial);
  const projected = affine(words, p.weight("writer.input", [width, 4 * hidden], initial), bias);
  const recurrent = p.weight("writer.hidden", [3 * hidden, 4 * hidden], initial);
  const [, ...slots] = ids.shape;
  const zero = constant(0, [...slots, hidden]);
  const { outputs } = scan(
    {
      states: [zero, zero],
      steps: [projected],
      marks: [present, owner],
      given: [pages.tokens, keys.tokens, keys.paragraphs],
      fixed: [pages.members, seen],
    },
    ({ states, steps, marks, given, fixed }) => {
      const [before, cell, word] = [...states, ...steps] as [Tensor, Tensor, Tensor];
      const [isThere, text, members, sights] = [...marks, ...fixed] as [Tensor, Tensor, Tensor, Tensor];
      const [tokens, ofTokens, ofParagraphs] = given as [Tensor, Tensor, Tensor];
      const page = { tokens, members, keys: { tokens: ofTokens, paragraphs: ofParagraphs } };
      const context = readPages(p, "read", before, page, gatherRows(sights, text));
      const sums = add(word, affine(concat([context, before], 2), recurrent));
      const made = lstmCell(sums, cell, isThere);
      return { states: [made.state, made.cell], outputs: [made.state] };
    },
  );
  return reshape(outputs[0]!, [-1, hidden]);
}
