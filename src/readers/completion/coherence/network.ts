import type { Continued, Reach } from "./cut.ts";
import { rowsPerToken, type Spelling } from "./spelling.ts";

/** Sizes of the network: vectors of tokens, the layer between, and the vectors whose product is the score. */
export interface Sizes extends Spelling, Reach {
  readonly width: number;
  readonly hidden: number;
  readonly meeting: number;
}

/** By name: `tokens` and `stretches` are tables, the others the weights of linear layers. */
export type Weights = Readonly<Record<string, Float32Array>>;

/**
 * How well a continuation goes on from the first tokens of a bullet: each side is read by a network of one hidden layer
 * into a vector, and the score is their product.
 *   begun = W₂ relu(W₁ [tokens] + stretch),  continued = V₂ relu(V₁ [tokens; Σ rest / √(length + 3)])
 */
export class CoherenceNetwork {
  constructor(
    readonly sizes: Sizes,
    readonly weights: Weights,
  ) {}

  begun(rows: Int32Array, stretch: number): Float32Array {
    const { hidden } = this.sizes;
    const inner = this.layer("begun", this.tokens(rows));
    const place = this.weight("stretches").subarray(stretch * hidden, (stretch + 1) * hidden);
    return this.layer(
      "begun.out",
      inner.map((value, k) => Math.max(0, value + place[k]!)),
    );
  }

  continued({ opening, rest, length }: Continued): Float32Array {
    const { width } = this.sizes;
    const first = this.tokens(opening);
    const input = new Float32Array(first.length + width);
    input.set(first);
    const others = this.tokens(rest.subarray(0, length * rowsPerToken));
    const scale = 1 / Math.sqrt(length + 3);
    for (let k = 0; k < others.length; k++) input[first.length + (k % width)]! += others[k]! * scale;
    return this.layer(
      "continued.out",
      this.layer("continued", input).map((value) => Math.max(0, value)),
    );
  }

  /** The vectors of tokens, one after the other, each the sum of its rows. */
  private tokens(rows: Int32Array): Float32Array {
    const { width } = this.sizes;
    const table = this.weight("tokens");
    const vectors = new Float32Array((rows.length / rowsPerToken) * width);
    for (let k = 0; k < rows.length; k++) {
      const from = rows[k]! * width;
      const to = Math.floor(k / rowsPerToken) * width;
      for (let d = 0; d < width; d++) vectors[to + d]! += table[from + d]!;
    }
    return vectors;
  }

  private layer(name: string, input: Float32Array): Float32Array {
    const [weight, bias] = [this.weight(`${name}.weight`), this.weight(`${name}.bias`)];
    const made = Float32Array.from(bias);
    for (let k = 0; k < input.length; k++) {
      const value = input[k]!;
      if (value === 0) continue;
      for (let d = 0; d < made.length; d++) made[d]! += value * weight[k * made.length + d]!;
    }
    return made;
  }

  private weight(name: string): Float32Array {
    const found = this.weights[name];
    if (found === undefined) throw new Error(`the network has no weights called ${name}`);
    return found;
  }
}

export function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}
