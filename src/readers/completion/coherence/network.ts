import { PortableProgram } from "../../../nn/backends/portable/program.ts";
import type { Tensor } from "../../../nn/graph.ts";
import { model } from "../../../nn/model.ts";
import type { Values } from "../../../nn/values.ts";
import { type PackedWeights, packWeights, unpackWeights } from "../../../nn/weights.ts";
import { begunValues, continuedValues } from "./batch.ts";
import type { Continued } from "./cut.ts";
import { coherenceModel, type Sizes } from "./model.ts";

/** A network as a data file. */
export interface PackedNetwork {
  readonly sizes: Sizes;
  readonly weights: PackedWeights;
}

/** A trained network, one text at a time. */
export class CoherenceNetwork {
  private readonly begunProgram: PortableProgram;
  private readonly continuedProgram: PortableProgram;

  constructor(
    readonly sizes: Sizes,
    readonly weights: Values,
  ) {
    const { begun, continued } = model(coherenceModel(sizes)).outputs as Record<"begun" | "continued", Tensor>;
    this.begunProgram = new PortableProgram([begun]);
    this.continuedProgram = new PortableProgram([continued]);
  }

  begun(rows: Int32Array, stretch: number): Float32Array {
    return this.vector(this.begunProgram, begunValues([{ begun: rows, stretch }]));
  }

  continued(text: Continued): Float32Array {
    return this.vector(this.continuedProgram, continuedValues([text]));
  }

  private vector(program: PortableProgram, values: Values): Float32Array {
    return program.run({ ...this.weights, ...values })[0]!.data as Float32Array;
  }
}

export function packNetwork({ sizes, weights }: CoherenceNetwork): PackedNetwork {
  return { sizes, weights: packWeights(weights, 8) };
}

export function unpackNetwork({ sizes, weights }: PackedNetwork): CoherenceNetwork {
  return new CoherenceNetwork(sizes, unpackWeights(weights, model(coherenceModel(sizes)).declarations));
}

export function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}
