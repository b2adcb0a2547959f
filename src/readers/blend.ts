import { z } from "zod";
import { adamDefaults } from "../nn/adam.ts";
import { PortableProgram } from "../nn/backends/portable/program.ts";
import type { Tensor } from "../nn/graph.ts";
import {
  add,
  type Build,
  crossEntropy,
  linear,
  multiply,
  relu,
  reshape,
  subtract,
  Team,
  type Values,
} from "../nn/index.ts";
import { model } from "../nn/model.ts";
import { weightsOf } from "../nn/training-state.ts";
import { type PackedWeights, packWeights, unpackWeights } from "../nn/weights.ts";
import { packedWeights } from "../nn/weights-schema.ts";
import { Problem } from "../problem.ts";
import { random, shuffled } from "../random.ts";

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

/** Options of a question, at most, and numbers of the layer. */
const [optionCount, hidden] = [10, 8];

function blendModel(columns: number): Build {
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

/** Learns a blend; the same for one seed. */
export async function trainBlend(
  columns: readonly string[],
  lessons: readonly BlendLesson[],
  { passes = 12, size = 64, rate = 3e-3, seed = 1 } = {},
): Promise<Blend> {
  const team = await Team.open(model(blendModel(columns.length)), { seed });
  try {
    const steps = passes * Math.ceil(lessons.length / size);
    let step = 0;
    for (let pass = 0; pass < passes; pass++) {
      const order = shuffled(lessons, random("blend", seed, pass));
      for (let from = 0; from < order.length; from += size) {
        const some = order.slice(from, from + size);
        step++;
        await team.differentiate([{ values: batchOf(some, columns.length), weight: some.length }], { step, seed });
        await team.apply({ step, scale: 1 }, { ...adamDefaults, learningRate: rate * (1.02 - step / steps) });
      }
    }
    return new Blend(columns, weightsOf(team.memory));
  } finally {
    await team.close();
  }
}

function batchOf(lessons: readonly BlendLesson[], columns: number): Values {
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
export interface PackedBlend {
  readonly columns: readonly string[];
  readonly weights: PackedWeights;
}

export const packedBlend = z.object({ columns: z.array(z.string()), weights: packedWeights });

export function packBlend({ columns, weights }: Blend): PackedBlend {
  return { columns, weights: packWeights(weights, 16) };
}

export function unpackBlend({ columns, weights }: PackedBlend, expected: readonly string[]): Blend {
  if (columns.join() !== expected.join())
    throw new Problem("The blend of a reader's scores is of another version; train it again.");
  return new Blend(columns, unpackWeights(weights, model(blendModel(columns.length)).declarations));
}
