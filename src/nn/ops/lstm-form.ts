import type { Emitter } from "../backends/onnx/emit.ts";
import type { Dimension, Shape } from "../shape.ts";

/** The inputs of a form of the LSTM loop: names of values, in lists one per direction. */
export interface Loop {
  readonly present: string;
  readonly weights: readonly string[];
  readonly backwards: readonly boolean[];
  /** Steps, rows, hidden size. */
  readonly shape: readonly [Dimension, Dimension, number];
}

/**
 * The results of the forward pass: the states, the state before each step, and what only the same form's backward pass
 * reads.
 */
interface Walked {
  readonly states: readonly string[];
  readonly before: readonly string[];
  /** Four names per direction. */
  readonly left: readonly string[];
}

/** The ONNX form of the loop, forward and backward. */
export interface Form {
  /** A weight of shape […, 4H] with its gates side by side becomes one in the order that this form reads, or the reverse. */
  gates(to: Emitter, weight: string, shape: Shape, way: "there" | "back"): string;
  forward(to: Emitter, loop: Loop & { readonly projected: readonly string[] }): Walked;
  /** The gradients of the projected inputs, one per direction. */
  backward(
    to: Emitter,
    loop: Loop,
    values: { readonly dh: readonly string[]; readonly left: readonly string[] },
  ): readonly string[];
}
