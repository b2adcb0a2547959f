import { linear } from "../../nn/layers/linear.ts";
import { crossEntropy } from "../../nn/layers/losses.ts";
import type { Build } from "../../nn/model.ts";
import { add, divide, log, multiply, relu, subtract } from "../../nn/ops/arithmetic.ts";
import { dropout } from "../../nn/ops/dropout.ts";
import { concat, expand, reshape } from "../../nn/ops/layout.ts";
import { sum } from "../../nn/ops/reduce.ts";
import { scatterRows } from "../../nn/ops/rows.ts";
import { product } from "../../nn/shape.ts";

export interface Shape {
  /** Numbers of a candidate, with its contrasts; numbers of a paragraph that names it. */
  readonly features: number;
  readonly places: number;
  readonly hidden: number;
  readonly placeHidden: number;
}

/** Candidates of a question, at most. */
export const optionCount = 10;

/**
 * Places are read one by one and added up for their candidate; candidates are read one by one, then once more next to the
 * mean of all.
 */
export function pointerModel(shape: Shape, rate: number): Build {
  const { features, places, placeHidden, hidden } = shape;
  return (p, batch) => {
    const [questions, rows] = ["questions", "rows"];
    const offered = batch.floats("offered", [questions, optionCount]);
    const seen = batch.floats("places", [rows, places]);
    const owner = batch.integers("owner", [rows]);
    const count = batch.floats("count", [questions, optionCount, 1]);
    const read = relu(linear(p, "place2", relu(linear(p, "place", seen, placeHidden)), placeHidden));
    const added = scatterRows(read, owner, product([questions, optionCount]));
    const total = reshape(added, [questions, optionCount, placeHidden]);
    const own = batch.floats("features", [questions, optionCount, features]);
    const input = concat([own, log(add(total, 1)), divide(total, add(count, 1))], 2);
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
