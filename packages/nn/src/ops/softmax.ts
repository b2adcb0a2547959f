import { expectType, float, operation, type Tensor } from "../graph.ts";
import { axisOf, broadcast, expectShape, misfit, sameShape, showShape } from "../shape.ts";
import { add, multiply, subtract } from "./arithmetic.ts";
import { sum } from "./reduce.ts";

/** Numbers along an axis as probabilities. */
export function softmax(x: Tensor, along = -1): Tensor {
  expectType("softmax", "operand", x, "float32");
  const axis = axisOf("softmax", x.shape, along);
  const [y] = operation("softmax", [x], {
    makes: [float(x.shape)],
    onnx: (to, [x]) => [to.op("Softmax", [x], { axis })],
    compute: (on, [x]) => [on.each(on.logSoftmax(x, axis), Math.exp)],
    gradient: ([dy], [y]) => {
      if (dy === undefined) return [undefined];
      const weighted = multiply(dy, y);
      return [subtract(weighted, multiply(y, sum(weighted, [axis], { keep: true })))];
    },
  });
  return y;
}

/** Softmax over what a mask of ones and zeros lets through; where it lets nothing through, the result is zero. */
export function maskedSoftmax(x: Tensor, mask: Tensor, along = -1): Tensor {
  if (!sameShape(broadcast("maskedSoftmax", x.shape, mask.shape), x.shape)) {
    throw misfit("maskedSoftmax", "mask", `a shape that fits ${showShape(x.shape)}`, showShape(mask.shape));
  }
  const hidden = multiply(subtract(mask, 1), outOfSight);
  return multiply(softmax(add(x, hidden), along), mask);
}

/** Far below every score, yet finite, so that a row without anything to see gives no NaN. */
const outOfSight = 1e9;

/** −log softmax(scores)[target], a number for each row of scores. */
export function crossEntropyOfRows(scores: Tensor, targets: Tensor): Tensor {
  expectType("crossEntropy", "second operand (targets)", targets, "int32");
  const [rows, classes] = scores.shape;
  if (scores.shape.length !== 2 || rows === undefined || classes === undefined) {
    throw misfit("crossEntropy", "first operand (scores)", "of rank 2", showShape(scores.shape));
  }
  expectShape("crossEntropy", "second operand (targets)", targets.shape, [rows]);
  const [losses] = operation("crossEntropy", [scores, targets], {
    makes: [float([rows]), float(scores.shape)],
    onnx: (to, [scores, targets]) => {
      const logarithms = to.op("LogSoftmax", [scores], { axis: 1 });
      const column = to.op("Unsqueeze", [targets, to.integers(1)]);
      const picked = to.op("Squeeze", [to.op("GatherElements", [logarithms, column], { axis: 1 }), to.integers(1)]);
      return [to.op("Neg", [picked]), logarithms];
    },
    gradient: ([dy], [, logarithms]) => [dy && crossEntropyGradient(logarithms, targets, dy), undefined],
  });
  return losses;
}

/** (softmax − one-hot) times the gradient of each row. */
function crossEntropyGradient(logarithms: Tensor, targets: Tensor, dy: Tensor): Tensor {
  const [y] = operation("crossEntropyGradient", [logarithms, targets, dy], {
    makes: [float(logarithms.shape)],
    onnx: (to, [logarithms, targets, dy]) => {
      const column = to.op("Unsqueeze", [targets, to.integers(1)]);
      const weight = to.op("Unsqueeze", [dy, to.integers(1)]);
      const all = to.op("Mul", [to.op("Exp", [logarithms]), weight]);
      const right = to.op("Sub", [to.op("GatherElements", [all, column], { axis: 1 }), weight]);
      return [to.op("ScatterElements", [all, column, right], { axis: 1 })];
    },
  });
  return y;
}
