import type { Tensor } from "../graph.ts";
import { add, divide, multiply, relu, sqrt, square, subtract } from "../ops/arithmetic.ts";
import { reshape, slice } from "../ops/layout.ts";
import { mean, sum } from "../ops/reduce.ts";
import { crossEntropyOfRows } from "../ops/softmax.ts";
import { expectShape, misfit, product, showShape } from "../shape.ts";

/** The cosine over the last axis; shapes may broadcast. */
export function cosine(a: Tensor, b: Tensor): Tensor {
  const length = (x: Tensor) => sqrt(add(sum(square(x), [-1]), smallest));
  return divide(sum(multiply(a, b), [-1]), multiply(length(a), length(b)));
}

/** Keeps the length of a zero vector and its gradient, and the mean over nothing, finite. */
const smallest = 1e-12;

/**
 * Σ over the wrong candidates of max(0, margin − right + wrong), averaged over the questions. The right answer is
 * candidate 0 of [B, C]; `offered` is 0 where a question has fewer candidates.
 */
export function maxMargin(scores: Tensor, margin: number, offered?: Tensor): Tensor {
  const candidates = scores.shape[1];
  if (scores.shape.length !== 2 || typeof candidates !== "number") {
    throw misfit("maxMargin", "scores", "[B, C] with a known C", showShape(scores.shape));
  }
  const [right, wrong] = [slice(scores, 1, 0, 1), slice(scores, 1, 1, candidates)];
  const short = relu(add(subtract(wrong, right), margin));
  const counted = offered === undefined ? short : multiply(short, slice(offered, 1, 1, candidates));
  return mean(sum(counted, [1]));
}

/** The mean of −log softmax(scores)[target] where `counted` is 1. scores [..., V], targets [...]. */
export function crossEntropy(scores: Tensor, targets: Tensor, counted?: Tensor): Tensor {
  expectShape("crossEntropy", "second operand (targets)", targets.shape, scores.shape.slice(0, -1));
  const rows = product(targets.shape);
  const losses = crossEntropyOfRows(reshape(scores, [rows, scores.shape.at(-1) ?? 1]), reshape(targets, [rows]));
  if (counted === undefined) return mean(losses);
  const weights = reshape(counted, [rows]);
  return divide(sum(multiply(losses, weights)), add(sum(weights), smallest));
}
