import { logistic } from "@plotline/base";
import type { Calculator, Numbers } from "../backends/portable/calculator.ts";
import { dotProducts } from "../dot-products.ts";
import type { Value } from "../values.ts";

/** One direction of the loop, with numbers. */
interface Way {
  readonly weight: Value;
  readonly backwards: boolean;
}

/**
 * What the backward pass multiplies by, all [T, N, H]: slope = o(1 − tanh²c'), f, and the factors of the gates, u(1−i),
 * v(1−f), h'(1−o) side by side, [T, N, 3H], and i − u·g, with u = i·g and v = f·c.
 */
interface Factors {
  readonly slopes: Value;
  readonly forgets: Value;
  readonly factors: Value;
  readonly factorsOfG: Value;
}

/** The state after each step, and before it. */
interface Walked extends Factors {
  readonly states: Value;
  readonly before: Value;
}

/** The steps of one direction. Where a step is absent its gates are shut, and all of its results are zero. */
export function walkForward(on: Calculator, present: Value, projected: Value, way: Way): Walked {
  const [steps, rows, hidden] = sizesOf(projected, way);
  const made = {
    states: on.empty([steps, rows, hidden]),
    before: on.empty([steps, rows, hidden]),
    slopes: on.empty([steps, rows, hidden]),
    forgets: on.empty([steps, rows, hidden]),
    factors: on.empty([steps, rows, 3 * hidden]),
    factorsOfG: on.empty([steps, rows, hidden]),
  };
  const { data: states } = made.states;
  const { data: before } = made.before;
  const { data: slopes } = made.slopes;
  const { data: forgets } = made.forgets;
  const { data: factors } = made.factors;
  const { data: factorsOfG } = made.factorsOfG;
  const { data: h } = on.zeros([rows, hidden]);
  const { data: c } = on.zeros([rows, hidden]);
  const { data: z } = on.zeros([rows, 4 * hidden]);
  const size = { rows, inner: hidden, columns: 4 * hidden };
  for (const step of order(steps, way.backwards)) {
    on.rowsTimesMatrix(h, way.weight.data as Numbers, z, size);
    for (let k = 0, from = step * z.length; k < z.length; k++) z[k]! += projected.data[from + k]!;
    before.set(h, step * h.length);
    for (let row = 0; row < rows; row++) {
      const isThere = present.data[step * rows + row]!;
      for (let k = 0; k < hidden; k++) {
        const own = row * hidden + k;
        const gate = row * 4 * hidden + k;
        const i = isThere * logistic(z[gate]!);
        const f = isThere * logistic(z[gate + hidden]!);
        const o = isThere * logistic(z[gate + 2 * hidden]!);
        const g = Math.tanh(z[gate + 3 * hidden]!);
        const u = i * g;
        const v = f * c[own]!;
        const tanhC = Math.tanh(u + v);
        const state = o * tanhC;
        c[own] = u + v;
        h[own] = state;
        const at = step * h.length + own;
        const factor = 3 * (step * h.length + row * hidden) + k;
        states[at] = state;
        slopes[at] = o - state * tanhC;
        forgets[at] = f;
        factors[factor] = u - u * i;
        factors[factor + hidden] = v - v * f;
        factors[factor + 2 * hidden] = state - state * o;
        factorsOfG[at] = i - u * g;
      }
    }
  }
  return made;
}

/**
 * The gradient of one direction's projected input, [T, N, 4H], step by step from dh and dc of the step after it:
 *   dc += dh · slope      dz = [dc, dc, dh, dc] · factors      dh₋₁ = dz·Wᵀ      dc₋₁ = dc·f
 */
export function walkBack(on: Calculator, dy: Value, left: Factors, way: Way): Value {
  const [steps, rows, hidden] = dy.shape as [number, number, number];
  const { data: slopes } = left.slopes;
  const { data: forgets } = left.forgets;
  const { data: factors } = left.factors;
  const { data: factorsOfG } = left.factorsOfG;
  const made = on.empty([steps, rows, 4 * hidden]);
  const { data: dh } = on.zeros([rows, hidden]);
  const { data: dc } = on.zeros([rows, hidden]);
  const size = { rows, inner: 4 * hidden, columns: hidden };
  for (const step of order(steps, !way.backwards)) {
    const dz = made.data.subarray(4 * step * dh.length, 4 * (step + 1) * dh.length) as Numbers;
    for (let row = 0; row < rows; row++)
      for (let k = 0; k < hidden; k++) {
        const own = row * hidden + k;
        const gate = row * 4 * hidden + k;
        const at = step * dh.length + own;
        const factor = 3 * (step * dh.length + row * hidden) + k;
        const dhNow = dh[own]! + dy.data[at]!;
        const dcNow = dc[own]! + dhNow * slopes[at]!;
        dz[gate] = dcNow * factors[factor]!;
        dz[gate + hidden] = dcNow * factors[factor + hidden]!;
        dz[gate + 2 * hidden] = dhNow * factors[factor + 2 * hidden]!;
        dz[gate + 3 * hidden] = dcNow * factorsOfG[at]!;
        dc[own] = dcNow * forgets[at]!;
      }
    dotProducts(dz, way.weight.data as Numbers, dh, size);
  }
  return made;
}

function sizesOf({ shape }: Value, { weight }: Way): [steps: number, rows: number, hidden: number] {
  return [shape[0]!, shape[1]!, weight.shape[0]!];
}

function* order(steps: number, backwards: boolean): Generator<number> {
  for (let k = 0; k < steps; k++) yield backwards ? steps - 1 - k : k;
}
