import type { Arena } from "./arena.ts";
import { fours } from "./planes.ts";
import { type BlockWeights, type Layout, taps, type Weights } from "./shape.ts";

/** Parameters as the kernels want them: packed for `mix` both ways, filters in memory, biases by their outputs. */
export interface Loaded {
  readonly packed: ReadonlyMap<Weights, { readonly forward: number; readonly backward: number }>;
  readonly filters: ReadonlyMap<Weights, number>;
  readonly biases: Map<Weights, Float32Array>;
  readonly hasBackward: boolean;
}

/** Room for the parameters of a network; `backward` only where gradients are wanted. */
export function roomFor(places: Layout, arena: Arena, backward: boolean): Loaded {
  const packed = matrices(places).map((weights) => {
    const size = fours(weights.rows) * fours(weights.columns);
    return [weights, { forward: arena.take(size), backward: arena.take(backward ? size : 0) }] as const;
  });
  const filters = blocksOf(places).map(({ filter }) => [filter, arena.take(filter.rows * 16)] as const);
  return { packed: new Map(packed), filters: new Map(filters), biases: new Map(), hasBackward: backward };
}

/** Writes parameters into their room. */
export function fill(
  { packed, filters, biases, hasBackward }: Loaded,
  places: Layout,
  arena: Arena,
  parameters: Float32Array,
): void {
  for (const [weights, { forward, backward }] of packed) {
    pack(parameters, weights, arena.floats, forward / 4, false);
    if (hasBackward) pack(parameters, weights, arena.floats, backward / 4, true);
  }
  for (const weights of biasesOf(places))
    biases.set(weights, parameters.slice(weights.start, weights.start + weights.rows));
  for (const [filter, address] of filters)
    for (let channel = 0; channel < filter.rows; channel++)
      arena.floats.set(
        parameters.subarray(filter.start + channel * taps, filter.start + (channel + 1) * taps),
        address / 4 + channel * 16,
      );
}

function blocksOf({ before, after }: Layout): readonly BlockWeights[] {
  return [...before, ...after];
}

/** The matrices that `mix` multiplies by. */
function matrices(places: Layout): readonly Weights[] {
  const inBlocks = blocksOf(places).flatMap(({ near, row, column }) => [near, row, column]);
  return [places.input, ...inBlocks, places.score, places.fromCells, places.fromPaths, places.output];
}

function biasesOf(places: Layout): readonly Weights[] {
  const inBlocks = blocksOf(places).map(({ bias }) => bias);
  return [places.inputBias, ...inBlocks, places.scoreBias, places.pathBias, places.outputBias];
}

/** Four outputs beside each other, input by input; missing ones are zero. */
function pack(
  from: Float32Array,
  { start, rows, columns }: Weights,
  to: Float32Array,
  at: number,
  back: boolean,
): void {
  const [outs, ins] = back ? [columns, rows] : [rows, columns];
  to.fill(0, at, at + fours(outs) * ins);
  for (let o = 0; o < outs; o++)
    for (let c = 0; c < ins; c++)
      to[at + ((o >> 2) * ins + c) * 4 + (o & 3)] = from[start + (back ? c * columns + o : o * columns + c)]!;
}
