import {
  add,
  type Build,
  bilinear,
  bilstm,
  concat,
  divide,
  equal,
  gatherRows,
  type Inputs,
  linear,
  log,
  maskedSoftmax,
  matmul,
  mean,
  multiply,
  negate,
  type Parameters,
  relu,
  reshape,
  slice,
  subtract,
  sum,
  type Tensor,
} from "@plotline/nn";
import type { ModelSettings } from "../readers/settings.ts";
import { documentInputs, pointInputs, questionInputs } from "./batch.ts";

/**
 * A reader that answers by pointing. Every word of a point is a question; the reader attends to the words of the
 * chapter, and the probability of an answer is the attention on its occurrences:
 *
 *   y_t ∝ exp(qᵀ W [d_t; e_t] + b(d_t))        P(a | H) = Σ_{t in H, x_t = a} y_t / Σ_{t in H} y_t
 *
 * What paragraph j gives point i is how much of the attention on the right answers falls into it, summed over the
 * point's questions: it is nothing where no answer occurs, so the score of an alignment is linear in its cells.
 *
 *   share_qj = P(a_q at j | a_q)               g(s_i, d_j) = Σ_q log(1 + κ share_qj)
 */
export function pointingReader(settings: ModelSettings, vocabulary: number): Build {
  return (p, batch) => {
    const embed = (ids: Tensor) => p.rows("words", [vocabulary, settings.embedding], ids);
    const document = documentInputs.tensors(batch);
    const question = questionInputs.tensors(batch);
    const { numbers: points, chosen, rival } = pointInputs.tensors(batch);
    const paragraphs = column(reshape(document.of, [-1]), row(document.numbers));
    const asks = question.point;
    const attention = attended(p, batch, settings, embed);
    const onAnswers = multiply(attention, column(question.answer, row(document.ids)));
    const found = matmul(onAnswers, paragraphs);
    const share = divide(found, add(sum(found, [1], { keep: true }), smallest));
    const gain = log(add(multiply(share, sharpness), 1));
    const gains = matmul(column(points, row(asks)), gain);

    const context = gatherRows(chosen, asks);
    const inContext = (x: Tensor) => sum(multiply(x, context), [1]);
    const right = divide(inContext(found), add(inContext(matmul(attention, paragraphs)), smallest));
    const lead = subtract(meanOver(gains, chosen), meanOver(gains, rival));
    const contrast = mean(relu(add(negate(lead), margin)));
    return { loss: add(surprise(right, question.counted), contrast), gains, right };
  };
}

/**
 * κ: how much better it is to find an answer in one place only than everywhere. Chosen by a look at gold, never trained
 * on it.
 */
const sharpness = 8;
/** By how much the chosen cells of a point should gain more than those of a random alignment. */
const margin = 1;
const smallest = 1e-9;

/** The attention of every question on every word of its chapter that can be an answer: [questions, words]. */
function attended(
  p: Parameters,
  batch: Inputs,
  { hidden, embedding }: ModelSettings,
  embed: (ids: Tensor) => Tensor,
): Tensor {
  const width = 2 * hidden + embedding;
  const { ids, present, chapter } = documentInputs.tensors(batch);
  const vectors = embed(ids);
  const states = bilstm(p, "document", vectors, { present }, hidden);
  const words = reshape(concat([states, vectors], 2), [-1, width]);
  const question = questionStates(p, batch, hidden, embed);
  const match = matmul(bilinear(p, "point", question, width), words, { second: true });
  const scores = add(match, reshape(linear(p, "salient", words, 1), [1, -1]));
  return maskedSoftmax(scores, column(questionInputs.tensors(batch).chapter, row(chapter)));
}

/** What comes before the asked word, read forwards, and what comes after it, read backwards. */
function questionStates(p: Parameters, batch: Inputs, hidden: number, embed: (ids: Tensor) => Tensor): Tensor {
  const { ids, present } = pointInputs.tensors(batch);
  const { before, after } = questionInputs.tensors(batch);
  const states = reshape(bilstm(p, "bullet", embed(ids), { present }, hidden), [-1, 2 * hidden]);
  return concat(
    [slice(gatherRows(states, before), 1, 0, hidden), slice(gatherRows(states, after), 1, hidden, 2 * hidden)],
    1,
  );
}

/** −log P, over the questions that have their answer in their context. */
function surprise(right: Tensor, counted: Tensor): Tensor {
  const logs = multiply(log(add(right, smallest)), counted);
  return negate(divide(sum(logs), add(sum(counted), smallest)));
}

/** The mean of the marked cells of each row. */
function meanOver(values: Tensor, marked: Tensor): Tensor {
  return divide(sum(multiply(values, marked), [1]), add(sum(marked, [1]), smallest));
}

/** 1 where a number of the first list (down) equals one of the second (across). */
function column(numbers: Tensor, across: Tensor): Tensor {
  return equal(reshape(numbers, [numbers.shape[0] ?? 1, 1]), across);
}

function row(numbers: Tensor): Tensor {
  return reshape(numbers, [1, -1]);
}
