import { afterEach, expect, test, vi } from "vitest";
import { adamDefaults } from "../../adam.ts";
import type { Inputs } from "../../inputs.ts";
import { linear } from "../../layers/linear.ts";
import { maxMargin } from "../../layers/losses.ts";
import { model } from "../../model.ts";
import { concat } from "../../ops/layout.ts";
import type { Parameters as Weights } from "../../parameters.ts";
import { decoder, reader } from "../../testing/models.ts";
import { allocate } from "../../training-state.ts";
import { OnnxGraph } from "../onnx/file/model.ts";
import { adamModel } from "./adam.ts";
import { gpuEvaluation, gpuTraining, heldParts } from "./programs.ts";

const sizes = { words: 20, width: 5, hidden: 4, candidates: 4, names: 2, margin: 0.5 };
const ops = vi.spyOn(OnnxGraph.prototype, "ops");
afterEach(() => void ops.mockClear());

/** Many weights, which a GPU cuts out of one vector, and many parts joined along the last axis. */
function wide(p: Weights, batch: Inputs) {
  const x = batch.floats("x", ["N", 8]);
  const parts = Array.from({ length: 40 }, (_, part) => linear(p, `part ${part}`, x, 3));
  return maxMargin(concat(parts, 1), 0.5);
}

test.each([
  ["the reader", reader(sizes), 32],
  ["the reader", reader(sizes), 128],
  ["the decoder", decoder(sizes), 256],
  ["a model of 40 layers", wide, 0],
])("whatever training hands to a GPU, no kernel binds more than ten buffers: %s, %#", (_, build, steps) => {
  const made = model(build);
  const memory = allocate(made.declarations, 1);
  const known = { "questions.T": steps, "paragraphs.T": steps, "text.T": steps };
  gpuTraining(made, memory, known);
  gpuEvaluation(made, memory, known);
  adamModel(heldParts(memory), adamDefaults);
  const kernels = ops.mock.calls.map(([kind, inputs, outputs, options]) => {
    const read = takesNumbersFromHost.has(kind) ? 1 : inputs.length;
    return { kind, axis: options?.["axis"], buffers: read + outputs };
  });
  const tooMany = kernels.filter(({ buffers }) => buffers > 10);
  expect(tooMany.filter(({ kind, axis }) => kind !== "Concat" || axis !== 0)).toEqual([]);
});

/** Shapes, sizes and axes are constants that the host reads; a join along the first axis continues in a second kernel. */
const takesNumbersFromHost = new Set(["Split", "Reshape", "Expand", "Squeeze", "Unsqueeze", "ReduceSum", "ReduceMax"]);
