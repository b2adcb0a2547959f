import { z } from "zod";
import { PortableProgram } from "../nn/backends/portable/program.ts";
import type { Tensor } from "../nn/graph.ts";
import { linear } from "../nn/layers/linear.ts";
import { crossEntropy } from "../nn/layers/losses.ts";
import { type Build, model } from "../nn/model.ts";
import { add, multiply, relu, subtract } from "../nn/ops/arithmetic.ts";
import { reshape } from "../nn/ops/layout.ts";
import type { Values } from "../nn/values.ts";
import { type PackedWeights, packWeights, unpackWeights } from "../nn/weights.ts";
import { packedWeights } from "../nn/weights-schema.ts";
import { Problem } from "../problem.ts";

/** The options of a question as rows of numbers, and which of them is right. */
export interface BlendLesson {
  readonly rows: readonly (readonly number[])[];
  readonly answer: number;
}

/** Weighs what several readers say of each option; a sum, and a small layer for where they say more together. */
export class Blend {
  private readonly program: PortableProgram;

  constructor(
    readonly columns: readonly string[],
    readonly weights: Values,
  ) {
    this.program = new PortableProgram([model(blendModel(columns.length)).outputs["scores"] as Tensor]);
  }

  scores(rows: readonly (readonly number[])[]): number[] {
    const [scores] = this.program.run({ ...this.weights, ...batchOf([{ rows, answer: 0 }], this.columns.length) });
    return Array.from(scores!.data.subarray(0, rows.length));
  }
}

/** The most options of a question. */
const optionCount = 10;
const hidden = 8;

export function blendModel(columns: number): Build {
  return (p, batch) => {
    const rows = batch.floats("rows", ["questions", optionCount, columns]);
    const offered = batch.floats("offered", ["questions", optionCount]);
    const plain = linear(p, "sum", rows, 1);
    const together = linear(p, "score", relu(linear(p, "layer", rows, hidden)), 1);
    const scores = reshape(add(plain, together), ["questions", optionCount]);
    const visible = add(scores, multiply(subtract(offered, 1), 1e9));
    return { loss: crossEntropy(visible, batch.integers("answer", ["questions"])), scores: visible };
  };
}

export function batchOf(lessons: readonly BlendLesson[], columns: number): Values {
  const rows = new Float32Array(lessons.length * optionCount * columns);
  const offered = new Float32Array(lessons.length * optionCount);
  lessons.forEach((lesson, question) => {
    if (lesson.rows.length > optionCount)
      throw new Problem(`A question has ${lesson.rows.length} options; a blend takes ${optionCount} at most.`);
    lesson.rows.forEach((row, k) => {
      rows.set(row, (question * optionCount + k) * columns);
      offered[question * optionCount + k] = 1;
    });
  });
  return {
    rows: { shape: [lessons.length, optionCount, columns], data: rows },
    offered: { shape: [lessons.length, optionCount], data: offered },
    answer: { shape: [lessons.length], data: Int32Array.from(lessons, ({ answer }) => answer) },
  };
}

/** A blend as data: numbers alone. */
const weights: z.ZodType<PackedWeights> = packedWeights;
export const packedBlend = z.object({ columns: z.array(z.string()).readonly(), weights });
type PackedBlend = z.infer<typeof packedBlend>;

export function packBlend({ columns, weights }: Blend): PackedBlend {
  return { columns, weights: packWeights(weights, 16) };
}

export function unpackBlend({ columns, weights }: PackedBlend, expected: readonly string[]): Blend {
  if (columns.join() !== expected.join())
    throw new Problem("The blend of a reader's scores is of another version; train it again.");
  return new Blend(columns, unpackWeights(weights, model(blendModel(columns.length)).declarations));
}
