import type { Shape } from "./shape.ts";
import { inputWidth } from "./shape.ts";
import { beside } from "./words.ts";

/** What a network reads of a question, scaled: a row for each candidate, rows for its places, the bullet's words. */
export interface Case {
  readonly candidates: readonly Float32Array[];
  readonly places: readonly (readonly Float32Array[])[];
  readonly words: Int32Array;
}

/** One trained network: its parameters by name, row by row. */
export interface Network {
  readonly shape: Shape;
  readonly parameters: ReadonlyMap<string, Float32Array>;
}

/** The score of each candidate; the order of the candidates does not matter. */
export function networkScores(network: Network, { candidates, places, words }: Case): Float64Array {
  const { shape } = network;
  const text = bulletVector(network, words);
  const states = candidates.map((own, k) => {
    const input = new Float32Array(inputWidth(shape));
    input.set(own);
    input.set(placeVector(network, places[k] ?? []), shape.features);
    input.set(text, shape.features + 2 * shape.placeHidden);
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

/** The words beside the gap, each by itself, and the others added up and shared. */
function bulletVector({ shape: { embedding }, parameters }: Network, words: Int32Array): Float32Array {
  const table = parameters.get("words")!;
  const made = new Float32Array((beside.length + 1) * embedding);
  const weights = wordWeights(words);
  words.forEach((word, k) => {
    const to = Math.min(k, beside.length) * embedding;
    for (let at = 0; at < embedding; at++) made[to + at]! += weights[k]! * table[word * embedding + at]!;
  });
  return made;
}

/** How much each word counts: those beside the gap fully, the others by their number, empty places nothing. */
export function wordWeights(words: Int32Array): Float32Array {
  const others = words.subarray(beside.length).filter((word) => word > 0).length;
  return Float32Array.from(words, (word, k) => (word === 0 ? 0 : k < beside.length ? 1 : 1 / (others + 1)));
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
