import { type Random, random } from "../../random.ts";

/** The sizes of a network: features in, channels inside, blocks before and after the paths. */
export interface Architecture {
  readonly inputs: number;
  readonly channels: number;
  readonly before: number;
  readonly after: number;
}

/** Rows and columns around a cell that a block looks at. */
export const reachRows = 1;
export const reachColumns = 2;
export const taps = (2 * reachRows + 1) * (2 * reachColumns + 1);
/** Planes that the paths give: two posteriors, their logarithms, the score itself and its product with the first. */
export const pathPlanes = 6;

/** A matrix of weights, `rows` outputs by `columns` inputs, from `start` of the parameters. */
export interface Weights {
  readonly start: number;
  readonly rows: number;
  readonly columns: number;
}

export interface BlockWeights {
  readonly filter: Weights;
  readonly near: Weights;
  readonly row: Weights;
  readonly column: Weights;
  readonly bias: Weights;
}

/** Where each matrix stands among the parameters, which are one row of numbers. */
export interface Layout {
  readonly input: Weights;
  readonly inputBias: Weights;
  readonly before: readonly BlockWeights[];
  readonly score: Weights;
  readonly scoreBias: Weights;
  readonly fromCells: Weights;
  readonly fromPaths: Weights;
  readonly pathBias: Weights;
  readonly after: readonly BlockWeights[];
  readonly output: Weights;
  readonly outputBias: Weights;
  readonly size: number;
}

export function layout({ inputs, channels: h, before, after }: Architecture): Layout {
  let size = 0;
  const take = (rows: number, columns: number): Weights => {
    const start = size;
    size += rows * columns;
    return { start, rows, columns };
  };
  const block = (): BlockWeights => ({
    filter: take(h, taps),
    near: take(h, h),
    row: take(h, h),
    column: take(h, h),
    bias: take(h, 1),
  });
  const blocks = (count: number) => Array.from({ length: count }, block);
  return {
    input: take(h, inputs),
    inputBias: take(h, 1),
    before: blocks(before),
    score: take(1, h),
    scoreBias: take(1, 1),
    fromCells: take(h, h),
    fromPaths: take(h, pathPlanes),
    pathBias: take(h, 1),
    after: blocks(after),
    output: take(1, h),
    outputBias: take(1, 1),
    size,
  };
}

/** Small random weights, as usual for layers of this width; links are rare, so the last bias starts low. */
export function firstWeights(architecture: Architecture, ...seeds: readonly (number | string)[]): Float32Array {
  const places = layout(architecture);
  const parameters = new Float32Array(places.size);
  const next = random("network", ...seeds);
  const h = architecture.channels;
  scatter(parameters, places.input, architecture.inputs, next);
  for (const block of [...places.before, ...places.after]) {
    scatter(parameters, block.filter, taps, next);
    for (const weights of [block.near, block.row, block.column]) scatter(parameters, weights, 3 * h, next);
  }
  scatter(parameters, places.score, h, next);
  scatter(parameters, places.fromCells, h + pathPlanes, next);
  scatter(parameters, places.fromPaths, h + pathPlanes, next);
  scatter(parameters, places.output, h, next);
  parameters[places.outputBias.start] = -2;
  return parameters;
}

function scatter(parameters: Float32Array, { start, rows, columns }: Weights, inputs: number, next: Random): void {
  const bound = 1 / Math.sqrt(inputs);
  for (let k = 0; k < rows * columns; k++) parameters[start + k] = (2 * next() - 1) * bound;
}
