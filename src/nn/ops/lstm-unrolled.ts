import { Problem } from "../../problem.ts";
import type { Emitter } from "../backends/onnx/emit.ts";
import { type Dimension, product } from "../shape.ts";
import type { Form, Loop } from "./lstm-form.ts";

/**
 * The LSTM with every step written out, for a GPU: both directions are stacked into one product per step (values are
 * [step · directions + direction, row, width]), absent steps are closed by their gates before the loop begins, and
 * everything that does not depend on the neighbouring step is done for all steps at once, in few large kernels. The
 * four gates of a unit lie side by side, so that a unit of a row is a tiny LSTM of its own, and one kernel does all of
 * a step but its product.
 */
export const unrolled: Form = {
  gates(to, weight, shape, way) {
    const last = shape.length;
    const [inner, outer] = way === "there" ? [-1, 4] : [4, -1];
    const apart = to.reshapeTo(weight, ...shape.slice(0, -1).map(Number), outer, inner);
    const swapped = to.op("Transpose", [apart], { perm: [...shape.slice(0, -1).keys(), last, last - 1] });
    return to.reshape(swapped, shape);
  },

  forward(to, loop) {
    const [steps, rows, hidden] = sizes(to, loop);
    const count = loop.weights.length;
    const open = closedWhereAbsent(to, loop, stacked(to, loop, loop.projected, 4 * hidden));
    const projected = eachStep(to, loop, to.withShape(open, [steps * count, rows, 4 * hidden]));
    const weight = to.withShape(stackedWeights(to, loop.weights), [count, hidden, 4 * hidden]);
    const step = stepOf(to, loop, weight);
    const walked: Walk[] = [];
    for (const each of projected) walked.push(step(each, walked.at(-1)));
    const all = (part: keyof Walk) =>
      to.concat(
        walked.map((step) => step[part]),
        0,
      );
    const states = all("h");
    const left = [all("z"), all("c")];
    return {
      states: unstacked(to, loop, states, hidden),
      before: unstacked(to, loop, beforeEach(to, loop, walked[0]?.h ?? "", states), hidden),
      left: [...left, ...Array(4 * loop.weights.length - left.length).fill(left[0])],
    };
  },

  /** dz = [dc, dc, dh, dc] · factor and dc = dc' + dh · slope, where factor and slope are known before the loop. */
  backward(to, loop, { dh, left }) {
    const [steps, , hidden] = sizes(to, loop);
    const count = loop.weights.length;
    const shaped = shaperOf(to, loop);
    const { slope, factor, forget } = factors(to, left, loop);
    const dy = stacked(to, loop, dh, hidden);
    const stepsOf = (all: string) =>
      to.split(to.reshapeTo(all, steps, -1, 1), Array(steps).fill(1), 0).map((piece) => shaped.units(piece));
    const dys = stepsOf(dy);
    const slopes = stepsOf(slope);
    const forgets = stepsOf(forget);
    const allFactors = eachStep(to, loop, to.reshapeTo(factor, 0, -1, 4 * hidden));
    const weight = to.op("Transpose", [stackedWeights(to, loop.weights)], { perm: [0, 2, 1] });
    const results: string[] = [];
    let [dhNext, dcNext]: (string | undefined)[] = [];
    for (let step = steps - 1; step >= 0; step--) {
      const at = (parts: readonly string[]) => parts[step]!;
      const dh = dhNext === undefined ? at(dys) : shaped.units(to.op("Add", [at(dys), dhNext]));
      const slant = dcNext === undefined ? to.op("Mul", [dh, at(slopes)]) : to.op(gatedAdd, [dcNext, dh, at(slopes)]);
      const dc = shaped.units(slant);
      const flow = to.reshapeTo(shaped.units(to.op("Concat", [dc, dc, dh, dc], { axis: 2 }), 4), count, -1, 4 * hidden);
      const dz = to.op("Mul", [shaped.rows(flow, 4 * hidden), shaped.rows(at(allFactors), 4 * hidden)]);
      results[step] = dz;
      if (step === 0) break;
      dhNext = to.reshapeTo(shaped.rows(to.op("MatMul", [dz, weight]), hidden), 1, -1, 1);
      dcNext = shaped.units(to.op("Mul", [dc, at(forgets)]));
    }
    return unstacked(to, loop, to.concat(results, 0), 4 * hidden);
  },
};

/**
 * Declares the shapes of the values of one step, so that onnxruntime reuses their buffers in later steps. A new buffer
 * is filled with zeros first, which costs nearly as much as a kernel; but the search for a free one is linear, so only
 * shapes that find theirs soon are declared.
 */
function shaperOf(to: Emitter, loop: Loop) {
  const [, rows, hidden] = sizes(to, loop);
  const count = loop.weights.length;
  const units = product([count * hidden, rows]);
  return {
    /** One or four numbers per unit, of all rows. */
    units: (value: string, width = 1) => to.withShape(value, [1, units, width]),
    /** The operands and the result of a product. */
    rows: (value: string, width: number) => to.withShape(value, [count, rows, width]),
  };
}

/** x + y · gate in one kernel. */
const gatedAdd = "com.microsoft.GatedAdd";

/** What a step leaves for the next one and for the backward pass. */
type Walk = Readonly<Record<"z" | "c" | "h", string>>;

/**
 * One step on; the first starts from zero, so it has no product to compute. The tiny LSTMs have four inputs (i, f, o,
 * g, which ONNX takes in the order i, o, f, g), one unit, and recurrent weights of zero: of the state before they use
 * the cell only.
 */
function stepOf(to: Emitter, loop: Loop, weight: string): (projected: string, last?: Walk) => Walk {
  const count = loop.weights.length;
  const hidden = loop.shape[2];
  const shaped = shaperOf(to, loop);
  const input = to.floats([1, 4, 4], [1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
  const recurrent = to.floats([1, 4, 1], [0, 0, 0, 0]);
  return (projected, last) => {
    const z = plus(to, projected, last && to.op("MatMul", [last.h, weight]));
    const before = last === undefined ? [] : ["", "", "", last.c];
    const inputs = [to.reshapeTo(z, 1, -1, 4), input, recurrent, ...before];
    const [h = "", , c = ""] = to.ops("LSTM", inputs, 3, { hidden_size: 1 }, (place) => place !== 1);
    return { z, c: shaped.units(c), h: shaped.rows(to.reshapeTo(h, count, -1, hidden), hidden) };
  };
}

function gatesOf(to: Emitter, z: string, hidden: number) {
  const units = to.reshapeTo(z, 0, -1, hidden, 4);
  const [i = "", f = "", o = "", g = ""] = to.split(units, [1, 1, 1, 1], 3);
  const open = (gate: string) => to.op("Sigmoid", [gate]);
  return { i: open(i), f: open(f), o: open(o), g: to.op("Tanh", [g]) };
}

/** The state before each step: zero, then the state after the one before it. */
function beforeEach(to: Emitter, loop: Loop, first: string, states: string): string {
  const [steps] = sizes(to, loop);
  const count = loop.weights.length;
  const zero = to.op("Sub", [first, first]);
  if (steps === 1) return zero;
  const [allButLast = ""] = to.split(states, [(steps - 1) * count, count], 0);
  return to.concat([zero, allButLast], 0);
}

function plus(to: Emitter, value: string, more: string | undefined): string {
  return more === undefined ? value : to.op("Add", [value, more]);
}

/** slope = o(1 − tanh²c); factor = u(1−i), v(1−f), h(1−o), i − u·g with u = i·g and v = c − u; f itself. */
function factors(to: Emitter, [z = "", cells = ""]: readonly string[], loop: Loop) {
  const [steps, , hidden] = sizes(to, loop);
  const { i, f, o, g } = gatesOf(to, z, hidden);
  const c = to.reshapeTo(cells, steps * loop.weights.length, -1, hidden, 1);
  const tanhC = to.op("Tanh", [c]);
  const less = (value: string, by: string) => to.op("Sub", [value, to.op("Mul", [value, by])]);
  const u = to.op("Mul", [i, g]);
  const h = to.op("Mul", [o, tanhC]);
  const parts = [less(u, i), less(to.op("Sub", [c, u]), f), less(h, o), to.op("Sub", [i, to.op("Mul", [u, g])])];
  return { slope: to.op("Sub", [o, to.op("Mul", [h, tanhC])]), factor: to.concat(parts, 3), forget: f };
}

/** One value per direction, [T, N, width], becomes one value [T · directions, N, width] in the order of the walk. */
function stacked(to: Emitter, loop: Loop, values: readonly string[], width: number): string {
  const walking = values.map((value, place) => inWalkingOrder(to, loop, value, place));
  const parts = walking.map((value) => to.op("Unsqueeze", [value, to.integers(1)]));
  return to.reshapeTo(to.concat(parts, 1), sizes(to, loop)[0] * values.length, -1, width);
}

function unstacked(to: Emitter, loop: Loop, value: string, width: number): string[] {
  const [steps] = sizes(to, loop);
  const count = loop.weights.length;
  const apart = to.reshapeTo(value, steps, count, -1, width);
  const parts = to.split(apart, Array(count).fill(1), 1);
  return parts.map((part, place) => inWalkingOrder(to, loop, to.op("Squeeze", [part, to.integers(1)]), place));
}

/** The backward direction walks from the last step to the first. */
function inWalkingOrder(to: Emitter, loop: Loop, value: string, place: number): string {
  if (!loop.backwards[place]) return value;
  const [steps] = sizes(to, loop);
  return to.op("Gather", [value, to.integers(...Array.from({ length: steps }, (_, step) => steps - 1 - step))], {
    axis: 0,
  });
}

/** A gate that is far below zero is shut: i = f = o = 0 gives c = h = 0, and no gradient passes. */
function closedWhereAbsent(to: Emitter, loop: Loop, projected: string): string {
  const absent = to.op("Mul", [to.op("Sub", [loop.present, to.float(1)]), to.float(1e4)]);
  return to.op("Add", [
    projected,
    stacked(
      to,
      loop,
      loop.weights.map(() => absent),
      1,
    ),
  ]);
}

function stackedWeights(to: Emitter, weights: readonly string[]): string {
  const parts = weights.map((weight) => to.op("Unsqueeze", [weight, to.integers(0)]));
  return to.concat(parts, 0);
}

function eachStep(to: Emitter, loop: Loop, value: string): string[] {
  const [steps] = sizes(to, loop);
  return to.split(value, Array(steps).fill(loop.weights.length), 0);
}

/** The number of steps must be known when the model is written. */
function sizes(to: Emitter, { shape }: Loop): [number, Dimension, number] {
  const [steps, rows] = to.known(shape);
  if (typeof steps !== "number" || rows === undefined) {
    throw new Problem(
      `lstm: on WebGPU the number of steps must be known when the model is compiled, but it is ${steps}.`,
    );
  }
  return [steps, rows, shape[2]];
}
