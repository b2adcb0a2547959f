export type { AdamOptions } from "./adam.ts";
export { inKernelMemory } from "./backends/portable/kernel-memory.ts";
export { PortableProgram } from "./backends/portable/program.ts";
export { gradients } from "./gradients.ts";
export { type DataType, float, input, operation, parameter, type Tensor } from "./graph.ts";
export { Inputs } from "./inputs.ts";
export { Kernel } from "./kernel.ts";
export { bilinear, membersOf, type Pages, pageKeys, readPages } from "./layers/attention.ts";
export { linear } from "./layers/linear.ts";
export { cosine, crossEntropy, maxMargin } from "./layers/losses.ts";
export { bilstm, lstm, lstmCell } from "./layers/lstm.ts";
export { distinctWords, inRows, type PackedRows, packed, type Sequences } from "./layers/sequences.ts";
export { type Build, type Model, model } from "./model.ts";
export {
  add,
  constant,
  divide,
  equal,
  exp,
  leakyRelu,
  log,
  multiply,
  negate,
  relu,
  sigmoid,
  softplus,
  sqrt,
  square,
  subtract,
  tanh,
} from "./ops/arithmetic.ts";
export { depthwise } from "./ops/depthwise.ts";
export { dropout } from "./ops/dropout.ts";
export { largest } from "./ops/largest.ts";
export { concat, expand, reshape, slice, split, transpose } from "./ops/layout.ts";
export { affine, matmul } from "./ops/matmul.ts";
export { rectifiedSum } from "./ops/rectified-sum.ts";
export { mean, sum } from "./ops/reduce.ts";
export { gatherRows, moveRows, scatterRows } from "./ops/rows.ts";
export { scan } from "./ops/scan.ts";
export { crossEntropyOfRows, maskedSoftmax, softmax } from "./ops/softmax.ts";
export { Parameters } from "./parameters.ts";
export { misfit, type Shape, showShape, type Value, type Values } from "./shape.ts";
export { viewOf, weightsOf } from "./training-state.ts";
export { type PackedWeights, packWeights, unpackWeights } from "./weights.ts";
export { packedWeights } from "./weights-schema.ts";
