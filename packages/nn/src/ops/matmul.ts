import type { Emitter } from "../backends/onnx/emit.ts";
import { expectType, float, operation, type Tensor } from "../graph.ts";
import { type Dimension, expectShape, misfit, product, type Shape, showShape } from "../shape.ts";
import { reshape, transpose } from "./layout.ts";
import { sum } from "./reduce.ts";

interface Transposed {
  /** Use the first operand transposed (its last two axes swapped); costs nothing. */
  readonly first?: boolean;
  readonly second?: boolean;
}

/** The matrix product of two matrices, or of two equally long stacks of matrices. */
export function matmul(a: Tensor, b: Tensor, { first = false, second = false }: Transposed = {}): Tensor {
  const shape = productShape(a, b, first, second);
  const [y] = operation("matmul", [a, b], {
    makes: [float(shape)],
    onnx: (to, [left, right]) => {
      if (shape.length === 3) return [to.op("MatMul", [swapped(to, left, first), swapped(to, right, second)])];
      if (first && !second) return [to.op("Gemm", [laidAcross(to, left, a), right])];
      return [to.op("Gemm", [left, right], { transA: Number(first), transB: Number(second) })];
    },
    compute: (on, [a, b]) => [on.product(a, b, first, second)],
    gradient: ([dy]) =>
      dy === undefined
        ? [undefined, undefined]
        : [
            first ? matmul(b, dy, { first: second, second: true }) : matmul(dy, b, { second: !second }),
            second ? matmul(dy, a, { first: true, second: first }) : matmul(a, dy, { first: !first }),
          ],
    overSteps: first
      ? undefined
      : (a, dy) => {
          const [left, right] = second ? [dy, a] : [a, dy];
          return matmul(rowsOfSteps(left), rowsOfSteps(right), { first: true });
        },
  });
  return y;
}

/** Matrices of all steps, [T, N, W], one under the other; of stacks of matrices, [T, C, N, W], one pile for each place. */
function rowsOfSteps(x: Tensor): Tensor {
  const [steps = 1, ...shape] = x.shape;
  const [width = 1, rows = 1, ...stacked] = shape.toReversed();
  const piled = stacked.length === 0 ? x : transpose(x, [1, 0, 2, 3]);
  return reshape(piled, [...stacked, product([steps, rows]), width]);
}

/** `x · weight + bias` over the last axis of `x`, which may have any rank. */
export function affine(x: Tensor, weight: Tensor, bias?: Tensor): Tensor {
  const [width, made] = weight.shape;
  if (weight.shape.length !== 2 || width === undefined || made === undefined)
    throw misfit("affine", "weight", "a matrix", showShape(weight.shape));
  if (x.shape.at(-1) !== width) {
    throw misfit(
      "affine",
      "first operand",
      `${width} wide for a weight of ${showShape(weight.shape)}`,
      showShape(x.shape),
    );
  }
  const rows = reshape(x, [product(x.shape.slice(0, -1)), width]);
  const y = bias === undefined ? matmul(rows, weight) : matmulPlus(rows, weight, bias, made);
  return reshape(y, [...x.shape.slice(0, -1), made]);
}

/** One Gemm for the product and the bias. */
function matmulPlus(x: Tensor, weight: Tensor, bias: Tensor, made: Dimension): Tensor {
  expectShape("affine", "bias", bias.shape, [made]);
  const [y] = operation("affine", [x, weight, bias], {
    makes: [float([x.shape[0] ?? 1, made])],
    onnx: (to, names) => [to.op("Gemm", names)],
    compute: (on, [x, weight, bias]) => [on.plusBias(on.product(x, weight, false, false), bias)],
    gradient: ([dy]) =>
      dy === undefined
        ? [undefined, undefined, undefined]
        : [matmul(dy, weight, { second: true }), matmul(x, dy, { first: true }), sum(dy, [0])],
  });
  return y;
}

/**
 * The first operand of a weight's gradient (all tokens down its long axis), transposed as a step of its own, once for all
 * products that read it: onnxruntime's Gemm is a third slower when it must swap such an operand itself. The Reshape
 * changes nothing but keeps its optimizer from joining the two again.
 */
function laidAcross(to: Emitter, name: string, { shape }: Tensor): string {
  return to.once(`${name} across`, () => to.reshape(swapped(to, name, true, 2), shape.toReversed()));
}

function swapped(to: Emitter, name: string, swap: boolean, rank = 3): string {
  return swap ? to.op("Transpose", [name], { perm: rank === 3 ? [0, 2, 1] : [1, 0] }) : name;
}

function productShape(a: Tensor, b: Tensor, first: boolean, second: boolean): Shape {
  expectType("matmul", "first operand", a, "float32");
  expectType("matmul", "second operand", b, "float32");
  const rank = a.shape.length;
  if (rank !== 2 && rank !== 3) throw misfit("matmul", "first operand", "of rank 2 or 3", showShape(a.shape));
  if (b.shape.length !== rank) throw misfit("matmul", "second operand", `of rank ${rank}`, showShape(b.shape));
  const [rows, inner] = matrixOf(a.shape, first);
  const [expected, columns] = matrixOf(b.shape, second);
  const stacked = rank === 3 ? [a.shape[0] ?? 1] : [];
  if (inner !== expected || (rank === 3 && a.shape[0] !== b.shape[0])) {
    const fit = second ? [...stacked, "any", inner] : [...stacked, inner, "any"];
    throw misfit("matmul", "second operand", showShape(fit), showShape(b.shape));
  }
  return [...stacked, rows, columns];
}

function matrixOf(shape: Shape, transposed: boolean): [Dimension, Dimension] {
  const rows = shape.at(-2) ?? 1;
  const columns = shape.at(-1) ?? 1;
  return transposed ? [columns, rows] : [rows, columns];
}
