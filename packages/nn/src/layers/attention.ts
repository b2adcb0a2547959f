import type { Tensor } from "../graph.ts";
import { add, divide, equal, multiply } from "../ops/arithmetic.ts";
import { reshape } from "../ops/layout.ts";
import { matmul } from "../ops/matmul.ts";
import { maskedSoftmax } from "../ops/softmax.ts";
import type { Parameters } from "../parameters.ts";
import { misfit, showShape } from "../shape.ts";

/** `x · W`, the left half of a bilinear score xᵀ W y. */
export function bilinear(p: Parameters, name: string, x: Tensor, width: number): Tensor {
  const from = x.shape.at(-1);
  if (x.shape.length !== 2 || typeof from !== "number")
    throw misfit(`bilinear ${name}`, "query", "[Q, width]", showShape(x.shape));
  return matmul(x, p.weight(name, [from, width]));
}

/** Paragraphs of a few chapters: their tokens, [C, N, D], and 1 where a token is of a paragraph, [C, N, K]. */
export interface Pages {
  readonly tokens: Tensor;
  readonly members: Tensor;
  /** W_α d and W_β d, [C, N, W]: where the same pages are read again and again. */
  readonly keys?: Readonly<Record<Level, Tensor>>;
}

type Level = "tokens" | "paragraphs";

/** From the paragraph of each token within its chapter (0: none), [C, N], and 0, 1, 2, … as far as they are counted, [K]. */
export function membersOf(of: Tensor, numbers: Tensor): Tensor {
  return equal(reshape(of, [...of.shape, 1]), reshape(numbers, [1, 1, ...numbers.shape]));
}

/**
 * Two-level attention (hierarchical attentive reader): over the tokens of each paragraph, then over the paragraphs that a
 * question may see, which `seen` [C, Q, K] marks. queries [C, Q, W] → what each read, [C, Q, D].
 *
 *   α ∝ exp(qᵀ W_α d_t)   p = Σ α d      β ∝ exp(qᵀ W_β p)   c = Σ β p
 *
 * The questions of a chapter share its paragraphs, which are encoded once, and p_j is never written down:
 *
 *   α_t = y_t / Σ_{t' in j} y_t'  with y = softmax over all tokens that q may see
 *   qᵀ W_β p_j = Σ_{t in j} α_t (qᵀ W_β d_t)      c = Σ_t β_{j(t)} α_t d_t
 */
export function readPages(
  p: Parameters,
  name: string,
  queries: Tensor,
  { tokens, members, keys }: Pages,
  seen: Tensor,
): Tensor {
  const width = Number(tokens.shape.at(-1));
  const [chapters = 1, questions = 1, from = 1] = queries.shape;
  const flat = reshape(queries, [-1, from]);
  const turned = (level: Level) => reshape(bilinear(p, `${name}.${level}`, flat, width), [chapters, questions, width]);
  const scores = (level: Level) => matmul(keys ? queries : turned(level), keys?.[level] ?? tokens, { second: true });
  const perParagraph = (x: Tensor) => matmul(x, members);
  const perToken = (x: Tensor) => matmul(x, members, { second: true });
  const joint = maskedSoftmax(scores("tokens"), perToken(seen));
  const alpha = divide(joint, perToken(add(perParagraph(joint), smallestShare)));
  const beta = maskedSoftmax(perParagraph(multiply(alpha, scores("paragraphs"))), seen);
  return matmul(multiply(alpha, perToken(beta)), tokens);
}

/** The keys of pages for queries of a width. */
export function pageKeys(p: Parameters, name: string, { tokens }: Pages, width: number): Record<Level, Tensor> {
  const [chapters = 1, count = 1, from = 1] = tokens.shape;
  const flat = reshape(tokens, [-1, from]);
  const keys = (level: Level) =>
    reshape(matmul(flat, p.weight(`${name}.${level}`, [width, Number(from)]), { second: true }), [
      chapters,
      count,
      width,
    ]);
  return { tokens: keys("tokens"), paragraphs: keys("paragraphs") };
}

/** A paragraph whose every token scores 69 below the best one has no share left to renormalise: it reads as zeros. */
const smallestShare = 1e-30;
