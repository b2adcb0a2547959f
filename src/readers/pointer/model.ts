import {
  add,
  type Build,
  concat,
  crossEntropy,
  divide,
  dropout,
  expand,
  linear,
  log,
  multiply,
  relu,
  reshape,
  scatterRows,
  slice,
  subtract,
  sum,
  type Tensor,
} from "../../nn/index.ts";
import { product } from "../../nn/shape.ts";
import type { Shape } from "./shape.ts";
import { nearest } from "./words.ts";

/** Candidates of a question, at most. */
export const optionCount = 10;

/**
 * Places are read one by one and added up for their candidate; candidates are read one by one, then once more beside the
 * mean of all. The same as `network.ts` computes, with gradients.
 */
export function pointerModel(shape: Shape, rate: number): Build {
  const { features, places, placeHidden, embedding, beside, buckets, hidden } = shape;
  return (p, batch) => {
    const [questions, rows] = ["questions", "rows"];
    const offered = batch.floats("offered", [questions, optionCount]);
    const seen = batch.floats("places", [rows, places]);
    const owner = batch.integers("owner", [rows]);
    const count = batch.floats("count", [questions, optionCount, 1]);
    const read = relu(linear(p, "place2", relu(linear(p, "place", seen, placeHidden)), placeHidden));
    const added = scatterRows(read, owner, product([questions, optionCount]));
    const total = reshape(added, [questions, optionCount, placeHidden]);
    const ids = batch.integers("words", [questions, beside + nearest]);
    const words = p.rows("words", [buckets, embedding], ids, { normal: 0.05 });
    const weights = batch.floats("wordWeights", [questions, beside + nearest, 1]);
    const text = bulletOf(multiply(words, weights), beside, embedding);
    const own = batch.floats("features", [questions, optionCount, features]);
    const wide = expand(reshape(text, [questions, 1, (beside + 1) * embedding]), [
      questions,
      optionCount,
      (beside + 1) * embedding,
    ]);
    const input = concat([own, log(add(total, 1)), divide(total, add(count, 1)), wide], 2);
    const each = dropout(relu(linear(p, "candidate", input, hidden)), rate);
    const mask = reshape(offered, [questions, optionCount, 1]);
    const mean = divide(sum(multiply(each, mask), [1], { keep: true }), sum(mask, [1], { keep: true }));
    const both = concat([each, expand(mean, [questions, optionCount, hidden])], 2);
    const last = dropout(relu(linear(p, "beside", both, hidden)), rate);
    const scores = reshape(linear(p, "score", last, 1), [questions, optionCount]);
    const visible = add(scores, multiply(subtract(offered, 1), 1e9));
    return { loss: crossEntropy(visible, batch.integers("answer", [questions])), scores: visible };
  };
}

/** The words beside the gap one after the other, then the sum of all others. */
function bulletOf(words: Tensor, beside: number, embedding: number): Tensor {
  const close = slice(words, 1, 0, beside);
  const others = sum(slice(words, 1, beside, beside + nearest), [1]);
  return concat([reshape(close, ["questions", beside * embedding]), others], 1);
}
