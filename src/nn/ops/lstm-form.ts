import type { Emitter } from "../backends/onnx/emit.ts";
import type { Dimension, Shape } from "../shape.ts";

/** What a form of the LSTM loop is written from: names of values, one a direction where a list. */
export interface Loop {
  readonly present: string;
  readonly weights: readonly string[];
  readonly backwards: readonly boolean[];
  /** Steps, rows, hidden size. */
  readonly shape: readonly [Dimension, Dimension, number];
}

/** What the way there leaves: the states, the state before each step, and what only the same form's way back reads. */
interface Walked {
  readonly states: readonly string[];
  readonly before: readonly string[];
  /** Four names a direction. */
  readonly left: readonly string[];
}

/** The ONNX form of the loop, there and back. */
export interface Form {
  /** A weight of shape […, 4H] with its gates side by side becomes one in the order that this form reads, or the reverse. */
  gates(to: Emitter, weight: string, shape: Shape, way: "there" | "back"): string;
  forward(to: Emitter, loop: Loop & { readonly projected: readonly string[] }): Walked;
  /** The gradients of the projected inputs, one a direction. */
  backward(
    to: Emitter,
    loop: Loop,
    values: { readonly dh: readonly string[]; readonly left: readonly string[] },
  ): readonly string[];
}
