import type { Tensor } from "../graph.ts";
import { add, divide, multiply, relu, sqrt, square, subtract } from "../ops/arithmetic.ts";
import { equal, zeroIds } from "../ops/integers.ts";
import { concat, reshape, slice } from "../ops/layout.ts";
import { matmul } from "../ops/matmul.ts";
import { mean, sum } from "../ops/reduce.ts";
import { crossEntropyOfRows } from "../ops/softmax.ts";
import type { Parameters } from "../parameters.ts";
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

/**
 * Cross-entropy against a few sampled words instead of the whole vocabulary: states [M, D] are scored against the rows
 * of a table that the right words [M] and the samples [S] name, so that only those rows get gradients. A sample that
 * happens to be the right word does not count against it.
 */
export function sampledCrossEntropy(
  p: Parameters,
  name: string,
  states: Tensor,
  { targets, samples, words, counted }: { targets: Tensor; samples: Tensor; words: number; counted?: Tensor },
): Tensor {
  const [count, width] = [samples.shape[0], states.shape.at(-1)];
  if (typeof count !== "number" || typeof width !== "number") {
    throw misfit("sampledCrossEntropy", "list of samples", "of known length", showShape(samples.shape));
  }
  const rows = product(targets.shape);
  const flat = reshape(states, [rows, width]);
  const right = reshape(p.rows(name, [words, width], targets), [rows, width]);
  const wrong = p.rows(name, [words, width], samples);
  const same = equal(reshape(targets, [rows, 1]), reshape(samples, [1, count]));
  const others = subtract(matmul(flat, wrong, { second: true }), multiply(same, 1e9));
  const scores = concat([sum(multiply(flat, right), [1], { keep: true }), others], 1);
  return crossEntropy(scores, zeroIds(rows), counted && reshape(counted, [rows]));
}
