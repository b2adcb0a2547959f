import type { Tensor } from "../graph.ts";
import { add, divide, multiply } from "../ops/arithmetic.ts";
import { reshape } from "../ops/layout.ts";
import { matmul } from "../ops/matmul.ts";
import { sum } from "../ops/reduce.ts";
import { gatherRows, scatterRows } from "../ops/rows.ts";
import { type Segments, spreadSegments, sumSegments } from "../ops/segments.ts";
import { maskedSoftmax } from "../ops/softmax.ts";
import type { Parameters } from "../parameters.ts";
import { misfit, product, showShape } from "../shape.ts";
import type { Groups } from "./groups.ts";
import type { Sequences } from "./sequences.ts";

/** Each query's mixture of the keys it may see: queries [Q, D], keys [K, D], seen [Q, K] → [Q, D]. */
export function attend(queries: Tensor, keys: Tensor, seen: Tensor): Tensor {
  const scores = matmul(queries, keys, { second: true });
  return matmul(maskedSoftmax(scores, seen), keys);
}

/**
 * Attention inside each sequence, with a query of its own: queries [N, D], tokens [T, R, D] → [N, D].
 * Works on the packed steps as they lie, so that padding costs nothing but the softmax of single numbers.
 */
export function attendWithin(queries: Tensor, tokens: Tensor, sequences: Sequences): Tensor {
  const width = tokens.shape.at(-1) ?? 1;
  const steps = product([sequences.sizes.steps, sequences.sizes.rows]);
  const flat = reshape(tokens, [steps, width]);
  const owner = reshape(sequences.owner, [steps]);
  const scores = sum(multiply(flat, gatherRows(queries, owner)), [1]);
  const weights = multiply(softmaxWithin(scores, sequences, steps), reshape(sequences.present, [steps]));
  return scatterRows(multiply(flat, reshape(weights, [steps, 1])), owner, sequences.sizes.count);
}

/** Softmax over the tokens of each sequence: a number for each step. */
function softmaxWithin(scores: Tensor, { places, filled, origin, sizes }: Sequences, steps: string | number): Tensor {
  const weights = maskedSoftmax(gatherRows(scores, places), filled);
  const flat = reshape(weights, [product([sizes.count, sizes.longest])]);
  return gatherRows(flat, reshape(origin, [steps]));
}

/** `x · W`, the left half of a bilinear score xᵀ W y. */
export function bilinear(p: Parameters, name: string, x: Tensor, width: number): Tensor {
  const from = x.shape.at(-1);
  if (x.shape.length !== 2 || typeof from !== "number")
    throw misfit(`bilinear ${name}`, "query", "[Q, width]", showShape(x.shape));
  return matmul(x, p.weight(name, [from, width]));
}

/**
 * Two-level attention (hierarchical attentive reader): over the tokens of each paragraph, then over the paragraphs of
 * each question. question [B, D], tokens [T, R, D] → what the question read, [B, D].
 *
 *   α ∝ exp(qᵀ W_α d_t)   p = Σ α d      β ∝ exp(qᵀ W_β p)   c = Σ β p
 */
export function readParagraphs(
  p: Parameters,
  name: string,
  question: Tensor,
  tokens: Tensor,
  { paragraphs, asked }: { paragraphs: Sequences; asked: Groups },
): Tensor {
  const width = Number(tokens.shape.at(-1));
  const queries = gatherRows(bilinear(p, `${name}.tokens`, question, width), asked.of);
  const vectors = attendWithin(queries, tokens, paragraphs);
  return attend(bilinear(p, `${name}.paragraphs`, question, width), vectors, asked.own);
}

/**
 * The same two levels where many questions read from one list of paragraphs: queries [Q, W], tokens [N, D], the
 * paragraph of each token, and which paragraphs each question may see, `seen` [Q, K] → what it read, [Q, D].
 * Paragraphs are encoded once however many questions read them, and p_j is never written down:
 *
 *   α_t = y_t / Σ_{t' in j} y_t'  with y = softmax over all tokens that q may see
 *   qᵀ W_β p_j = Σ_{t in j} α_t (qᵀ W_β d_t)      c = Σ_t β_{j(t)} α_t d_t
 */
export function readShared(
  p: Parameters,
  name: string,
  queries: Tensor,
  tokens: Tensor,
  { paragraphs, seen }: { paragraphs: Segments; seen: Tensor },
): Tensor {
  const width = Number(tokens.shape.at(-1));
  const scores = (level: string) => matmul(bilinear(p, `${name}.${level}`, queries, width), tokens, { second: true });
  const visible = spreadSegments(seen, paragraphs);
  const joint = maskedSoftmax(scores("tokens"), visible);
  const alpha = divide(joint, spreadSegments(add(sumSegments(joint, paragraphs), smallestShare), paragraphs));
  const beta = maskedSoftmax(sumSegments(multiply(alpha, scores("paragraphs")), paragraphs), seen);
  return matmul(multiply(alpha, spreadSegments(beta, paragraphs)), tokens);
}

/** A paragraph whose every token scores 69 below the best one has no share left to renormalise: it reads as zeros. */
const smallestShare = 1e-30;
