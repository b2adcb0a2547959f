import type { Tensor } from "../../../nn/graph.ts";
import type { Inputs } from "../../../nn/inputs.ts";
import { linear } from "../../../nn/layers/linear.ts";
import type { Build } from "../../../nn/model.ts";
import { add, multiply, relu, subtract } from "../../../nn/ops/arithmetic.ts";
import { dropout } from "../../../nn/ops/dropout.ts";
import { concat, reshape, transpose } from "../../../nn/ops/layout.ts";
import { matmul } from "../../../nn/ops/matmul.ts";
import { mean, sum } from "../../../nn/ops/reduce.ts";
import { crossEntropyOfRows } from "../../../nn/ops/softmax.ts";
import type { Parameters } from "../../../nn/parameters.ts";
import { type Continued, type Reach, stretches } from "./cut.ts";
import { rowsPerToken, type Spelling, tableRows } from "./spelling.ts";

/** Sizes of the network: vectors of tokens, the layer between, and the vectors whose product is the score. */
export interface Sizes extends Spelling, Reach {
  readonly width: number;
  readonly hidden: number;
  readonly meeting: number;
}

export function sizesOf({ words, endings, given, opening, rest, width, hidden, meeting }: Sizes): Sizes {
  return { words, endings, given, opening, rest, width, hidden, meeting };
}

/** A bullet cut in two. */
export interface CutText extends Continued {
  readonly begun: Int32Array;
  readonly stretch: number;
}

/**
 * How well a continuation follows the first tokens of a bullet: each side is read by a network of one hidden layer into
 * a vector, and the score is their product.
 *   begun = W₂ relu(W₁ [tokens] + stretch),  continued = V₂ relu(V₁ [tokens; Σ rest / √(length + 3)])
 * The right continuation is set apart from all others of the batch, and from those of its own group.
 */
export function coherenceModel(sizes: Sizes, rate = 0): Build {
  return (p, batch) => {
    const begun = begunVectors(p, batch, sizes, rate);
    const continued = continuedVectors(p, batch, sizes, rate);
    const scores = matmul(begun, continued, { second: true });
    const own = batch.integers("own", ["texts"]);
    const apart = batch.floats("apart", ["texts", "texts"]);
    const among = mean(crossEntropyOfRows(scores, own));
    const backwards = mean(crossEntropyOfRows(transpose(scores, [1, 0]), own));
    const inGroup = mean(crossEntropyOfRows(subtract(scores, apart), own));
    return { loss: add(add(among, multiply(backwards, 0.5)), inGroup), begun, continued };
  };
}

function begunVectors(p: Parameters, batch: Inputs, sizes: Sizes, rate: number): Tensor {
  const { given, width, hidden, meeting } = sizes;
  const read = reshape(tokenVectors(p, batch, "begun.rows", given, sizes), ["texts", given * width]);
  const place = p.rows("stretches", [stretches, hidden], batch.integers("stretch", ["texts"]), { value: 0 });
  const inner = relu(add(linear(p, "begun", dropout(read, rate), hidden), place));
  return linear(p, "begun.out", dropout(inner, rate), meeting);
}

function continuedVectors(p: Parameters, batch: Inputs, sizes: Sizes, rate: number): Tensor {
  const { opening, rest, width, hidden, meeting } = sizes;
  const first = reshape(tokenVectors(p, batch, "opening.rows", opening, sizes), ["texts", opening * width]);
  const others = tokenVectors(p, batch, "rest.rows", rest, sizes);
  const together = sum(multiply(others, batch.floats("rest.scale", ["texts", rest, 1])), [1]);
  const inner = relu(linear(p, "continued", dropout(concat([first, together], 1), rate), hidden));
  return linear(p, "continued.out", dropout(inner, rate), meeting);
}

function tokenVectors(p: Parameters, batch: Inputs, name: string, count: number, sizes: Sizes): Tensor {
  const rows = batch.integers(name, ["texts", count * rowsPerToken]);
  const table = p.rows("tokens", [tableRows(sizes), sizes.width], rows);
  return sum(reshape(table, ["texts", count, rowsPerToken, sizes.width]), [2]);
}
