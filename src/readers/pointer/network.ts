import type { Shape } from "./shape.ts";
import { inputWidth } from "./shape.ts";

/** What a network reads of a question, scaled: a row for each candidate, rows for its places. */
export interface Case {
  readonly candidates: readonly Float32Array[];
  readonly places: readonly (readonly Float32Array[])[];
}

/** One trained network: its parameters by name, row by row. */
export interface Network {
  readonly shape: Shape;
  readonly parameters: ReadonlyMap<string, Float32Array>;
}

/** The score of each candidate; the order of the candidates does not matter. */
export function networkScores(network: Network, { candidates, places }: Case): Float64Array {
  const { shape } = network;
  const states = candidates.map((own, k) => {
    const input = new Float32Array(inputWidth(shape));
    input.set(own);
    input.set(placeVector(network, places[k] ?? []), shape.features);
    return rectified(dense(network, "candidate", input));
  });
  const mean = new Float32Array(shape.hidden);
  for (const state of states) for (let k = 0; k < mean.length; k++) mean[k]! += state[k]! / states.length;
  return Float64Array.from(states, (state) => {
    const both = new Float32Array(2 * shape.hidden);
    both.set(state);
    both.set(mean, shape.hidden);
    return dense(network, "score", rectified(dense(network, "beside", both)))[0]!;
  });
}

/** ln(1 + sum) and sum ÷ (1 + count) over a candidate's places. */
function placeVector(network: Network, places: readonly Float32Array[]): Float32Array {
  const width = network.shape.placeHidden;
  const sums = new Float32Array(width);
  for (const place of places) {
    const read = rectified(dense(network, "place2", rectified(dense(network, "place", place))));
    for (let k = 0; k < width; k++) sums[k]! += read[k]!;
  }
  const made = new Float32Array(2 * width);
  for (let k = 0; k < width; k++) {
    made[k] = Math.log1p(sums[k]!);
    made[width + k] = sums[k]! / (places.length + 1);
  }
  return made;
}

/** input · weight + bias. */
function dense({ parameters }: Network, name: string, input: Float32Array): Float32Array {
  const weight = parameters.get(`${name}.weight`)!;
  const made = Float32Array.from(parameters.get(`${name}.bias`)!);
  const width = made.length;
  for (let k = 0; k < input.length; k++) {
    const value = input[k]!;
    if (value === 0) continue;
    const from = k * width;
    for (let at = 0; at < width; at++) made[at]! += value * weight[from + at]!;
  }
  return made;
}

function rectified(values: Float32Array): Float32Array {
  for (let k = 0; k < values.length; k++) if (values[k]! < 0) values[k] = 0;
  return values;
}
