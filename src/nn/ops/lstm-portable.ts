import { logistic } from "../../logistic.ts";
import type { Calculator, Numbers } from "../backends/portable/calculator.ts";
import { dotProducts } from "../dot-products.ts";
import type { Value } from "../values.ts";

/** One direction of the loop, with numbers. */
interface Way {
  readonly weight: Value;
  readonly backwards: boolean;
}

/**
 * The steps of one direction: the states, the state before each step, and what the backward pass multiplies by, all [T,
 * N, H]: slope = o(1 − tanh²c'), f, and the factors of the gates, u(1−i), v(1−f), h'(1−o) side by side, [T, N, 3H], and
 * i − u·g, with u = i·g and v = f·c. Where a step is absent its gates are shut, and all of it is zero.
 */
export function walkForward(on: Calculator, present: Value, projected: Value, way: Way): Value[] {
  const [steps, rows, hidden] = sizesOf(projected, way);
  const one = [steps, rows, hidden];
  const made = [one, one, one, one, [steps, rows, 3 * hidden], one].map((shape) => on.empty(shape));
  const [states, before, slopes, forgets, factors, factorsOfG] = made.map(({ data }) => data) as Six;
  const [h, c, z] = [hidden, hidden, 4 * hidden].map((width) => on.zeros([rows, width]).data) as Three;
  const size = { rows, inner: hidden, columns: 4 * hidden };
  for (const step of order(steps, way.backwards)) {
    on.rowsTimesMatrix(h, way.weight.data as Numbers, z, size);
    for (let k = 0, from = step * z.length; k < z.length; k++) z[k]! += projected.data[from + k]!;
    before.set(h, step * h.length);
    for (let row = 0; row < rows; row++) {
      const isThere = present.data[step * rows + row]!;
      for (let k = 0; k < hidden; k++) {
        const [own, gate] = [row * hidden + k, row * 4 * hidden + k];
        const i = isThere * logistic(z[gate]!);
        const f = isThere * logistic(z[gate + hidden]!);
        const o = isThere * logistic(z[gate + 2 * hidden]!);
        const g = Math.tanh(z[gate + 3 * hidden]!);
        const [u, v] = [i * g, f * c[own]!];
        const tanhC = Math.tanh(u + v);
        const state = o * tanhC;
        c[own] = u + v;
        h[own] = state;
        const [at, factor] = [step * h.length + own, 3 * (step * h.length + row * hidden) + k];
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
export function walkBack(on: Calculator, dy: Value, left: readonly Value[], way: Way): Value {
  const [steps, rows, hidden] = dy.shape as [number, number, number];
  const [slopes, forgets, factors, factorsOfG] = left.map(({ data }) => data) as Four;
  const made = on.empty([steps, rows, 4 * hidden]);
  const [dh, dc] = [on.zeros([rows, hidden]).data, on.zeros([rows, hidden]).data];
  const size = { rows, inner: 4 * hidden, columns: hidden };
  for (const step of order(steps, !way.backwards)) {
    const dz = made.data.subarray(4 * step * dh.length, 4 * (step + 1) * dh.length) as Numbers;
    for (let row = 0; row < rows; row++)
      for (let k = 0; k < hidden; k++) {
        const [own, gate] = [row * hidden + k, row * 4 * hidden + k];
        const [at, factor] = [step * dh.length + own, 3 * (step * dh.length + row * hidden) + k];
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

type Three = [Numbers, Numbers, Numbers];
type Four = [Numbers, Numbers, Numbers, Numbers];
type Six = [Numbers, Numbers, Numbers, Numbers, Numbers, Numbers];

function sizesOf({ shape }: Value, { weight }: Way): [steps: number, rows: number, hidden: number] {
  return [shape[0]!, shape[1]!, weight.shape[0]!];
}

function* order(steps: number, backwards: boolean): Generator<number> {
  for (let k = 0; k < steps; k++) yield backwards ? steps - 1 - k : k;
}
