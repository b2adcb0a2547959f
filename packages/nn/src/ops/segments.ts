import { expectType, float, operation, type Tensor } from "../graph.ts";
import { misfit, showShape } from "../shape.ts";
import { equal } from "./integers.ts";
import { reshape } from "./layout.ts";

/** A partition of N columns into K segments: paragraphs that share one list of tokens. */
export interface Segments {
  /** The segment of each column, [N]. */
  readonly of: Tensor;
  /** 1 where a column belongs to a segment, [N, K]. */
  readonly members: Tensor;
}

/** `of` [N] names the segment of each column; `numbers` [K] counts the segments from 0. */
export function segments(of: Tensor, numbers: Tensor): Segments {
  const columns = of.shape[0] ?? 1;
  const count = numbers.shape[0] ?? 1;
  return { of, members: equal(reshape(of, [columns, 1]), reshape(numbers, [1, count])) };
}

/** Sums the columns of each segment: [R, N] → [R, K]. One product, so that the order of the sum never changes. */
export function sumSegments(x: Tensor, by: Segments): Tensor {
  const [rows, columns] = x.shape;
  const [expected, count] = by.members.shape;
  if (x.shape.length !== 2 || columns !== expected || rows === undefined || count === undefined)
    throw misfit("sumSegments", "first operand", `[rows, ${expected}]`, showShape(x.shape));
  const [y] = operation("sumSegments", [x, by.members], {
    makes: [float([rows, count])],
    onnx: (to, [x, members]) => [to.op("MatMul", [x, members])],
    compute: (on, [x, members]) => [on.product(x, members, false, false)],
    gradient: ([dy]) => [dy && spreadSegments(dy, by), undefined],
  });
  return y;
}

/** Gives every column its segment's number: [R, K] → [R, N]. */
export function spreadSegments(x: Tensor, by: Segments): Tensor {
  expectType("spreadSegments", "first operand", x, "float32");
  const [rows, count] = x.shape;
  if (x.shape.length !== 2 || count !== by.members.shape[1] || rows === undefined)
    throw misfit("spreadSegments", "first operand", `[rows, ${by.members.shape[1]}]`, showShape(x.shape));
  const [y] = operation("spreadSegments", [x, by.of], {
    makes: [float([rows, by.members.shape[0] ?? 1])],
    onnx: (to, [x, of]) => [to.op("Gather", [x, of], { axis: 1 })],
    compute: (on, [x, of]) => [on.transpose(on.gatherRows(on.transpose(x, [1, 0]), of), [1, 0])],
    gradient: ([dy]) => [dy && sumSegments(dy, by), undefined],
  });
  return y;
}
