import type { Matrix } from "../../similarity/matrix.ts";
import { flatter, type Network, slopeOfLogarithm } from "./network.ts";
import { type BlockTape, eights, fours, type Planes, type Tape } from "./planes.ts";
import { type BlockWeights, pathPlanes, taps, type Weights } from "./shape.ts";
import { staircase } from "./staircase.ts";

/** What training calls on the way back, layer by layer, to undo its dropout. */
export type Undisturb = (gradient: Planes, layer: number) => void;

/**
 * The gradient of a loss by every parameter, from its gradients by the logits and by the path scores (both as planes of
 * the tape's shape with empty margins).
 */
export class Gradient {
  readonly values: Float32Array;
  private readonly sums = new Map<Weights, number>();

  constructor(private readonly network: Network) {
    const { places } = network;
    this.values = new Float32Array(places.size);
    const blocks = [...places.before, ...places.after];
    const filters = blocks.map(({ filter }) => filter);
    const others = blocks.flatMap(({ near, row, column }) => [near, row, column]);
    for (const weights of [places.input, places.score, places.fromCells, places.fromPaths, places.output, ...others])
      this.sums.set(weights, network.arena.take(fours(weights.rows) * fours(weights.columns)));
    for (const filter of filters) this.sums.set(filter, network.arena.take(filter.rows * 16));
  }

  clear(): void {
    this.values.fill(0);
  }

  /** Adds one chapter's gradient. */
  add(tape: Tape, byLogits: Planes, byScores: Planes, undisturb: Undisturb): void {
    const { network } = this;
    const { places } = network;
    const { grid } = tape;
    let gradient = network.guarded(grid, places.inputBias.rows);
    this.backThrough(
      places.output,
      places.outputBias,
      byLogits,
      tape.after.at(-1)?.output ?? tape.joined,
      gradient,
      tape,
    );
    for (let k = tape.after.length - 1; k >= 0; k--) {
      undisturb(gradient, tape.before.length + k + 1);
      gradient = this.block(tape, tape.after[k]!, places.after[k]!, gradient);
    }
    const told = tape.before.at(-1)?.output ?? tape.first;
    const inner = this.rectifyBack(tape, tape.pathInner, gradient);
    this.weightSums(places.fromPaths, inner, { ...tape.paths, count: pathPlanes }, tape.grid.length);
    this.throughPaths(tape, inner, byScores);
    this.backThrough(places.fromCells, places.pathBias, inner, told, gradient, tape);
    this.backThrough(places.score, places.scoreBias, byScores, told, gradient, tape);
    for (let k = tape.before.length - 1; k >= 0; k--) {
      undisturb(gradient, k + 1);
      gradient = this.block(tape, tape.before[k]!, places.before[k]!, gradient);
    }
    undisturb(gradient, 0);
    const first = this.rectifyBack(tape, tape.inputInner, gradient);
    this.weightSums(places.input, first, tape.features, eights(grid.rows * grid.stride));
    this.biasSums(places.inputBias, first, grid.length);
  }

  /** Adds gradients of weights and bias, and of the input into `gradient`. */
  private backThrough(w: Weights, bias: Weights, by: Planes, input: Planes, gradient: Planes, { grid }: Tape): void {
    this.weightSums(w, by, input, grid.length);
    this.biasSums(bias, by, grid.length);
    this.network.mixBack(w, by, gradient, grid);
  }

  /**
   * Through forward-backward. Marginals are the gradient of ln Z by the scores, so their Jacobian is symmetric: the
   * gradient of v · marginals is how the marginals move when the scores move along v.
   */
  private throughPaths({ grid, scores, paths }: Tape, inner: Planes, byScores: Planes): void {
    const { network } = this;
    const by = network.planes(fours(pathPlanes), grid.pitch);
    network.mixBack(network.places.fromPaths, inner, by, grid);
    const g = network.cells(grid, scores);
    const [sharp, flat, , , , share] = this.dense(grid, paths);
    const [byP, byQ, byLnP, byLnQ, byBoth, byS] = this.dense(grid, by);
    const [v, w, own] = [g.values.slice(), g.values.slice(), g.values.slice()];
    for (let cell = 0; cell < own.length; cell++) {
      const p = sharp![cell]!;
      const q = flat![cell]!;
      const s = share![cell]!;
      v[cell] = byP![cell]! + byLnP![cell]! * slopeOfLogarithm(p) + byBoth![cell]! * s;
      w[cell] = byQ![cell]! + byLnQ![cell]! * slopeOfLogarithm(q);
      own[cell] = (byBoth![cell]! * p + byS![cell]!) * s * (1 - s);
    }
    const moved = [alongMarginals(g, v, 1), alongMarginals(g, w, flatter)];
    const target = network.plane(byScores, 0, grid.length);
    for (let row = 0, cell = 0; row < grid.rows; row++)
      for (let at = row * grid.stride; at < row * grid.stride + grid.columns; at++, cell++)
        target[at]! += own[cell]! + moved[0]![cell]! + moved[1]![cell]!;
  }

  private dense(grid: Tape["grid"], planes: Planes): Matrix["values"][] {
    return Array.from({ length: pathPlanes }, (_, k) => this.network.cells(grid, planes, k).values);
  }

  /** A copy of the gradient, less what the rectifier held back. */
  private rectifyBack({ grid }: Tape, inner: Planes, gradient: Planes): Planes {
    const { network } = this;
    const made = network.guarded(grid, gradient.count);
    for (let k = 0; k < gradient.count; k++) {
      network.plane(made, k, grid.length).set(network.plane(gradient, k, grid.length));
      network.kernels.rectifyBack(inner.at + k * inner.pitch * 4, made.at + k * made.pitch * 4, grid.length * 4);
    }
    network.clearMargins(grid, made);
    return made;
  }

  private block(tape: Tape, block: BlockTape, weights: BlockWeights, gradient: Planes): Planes {
    const { network } = this;
    const { grid } = tape;
    const inner = this.rectifyBack(tape, block.inner, gradient);
    this.weightSums(weights.near, inner, block.filtered, grid.length);
    this.biasSums(weights.bias, inner, grid.length);
    const filtered = network.guarded(grid, gradient.count);
    network.mixBack(weights.near, inner, filtered, grid);
    network.clearMargins(grid, filtered);
    this.filterSums(weights, filtered, block.input, grid.length);
    const passed = network.planes(gradient.count, grid.pitch);
    network.filter(weights, filtered, passed, grid, true);
    network.addTo(gradient, passed, grid);
    this.maxima(tape, block, weights, inner, gradient);
    network.clearMargins(grid, gradient);
    return gradient;
  }

  /** Through the maxima: what all cells of a row or column say goes to the one that was the best. */
  private maxima({ grid }: Tape, block: BlockTape, weights: BlockWeights, inner: Planes, gradient: Planes): void {
    const { network } = this;
    const { rows, columns, stride } = grid;
    const byRows = network.planes(inner.count, block.rowMaxima.pitch);
    const byColumns = network.planes(inner.count, block.columnMaxima.pitch);
    const toRows = network.planes(inner.count, block.rowMaxima.pitch);
    const toColumns = network.planes(inner.count, block.columnMaxima.pitch);
    for (let k = 0; k < inner.count; k++) {
      const plane = network.plane(inner, k, grid.length);
      const [byRow, byColumn] = [network.plane(byRows, k, rows), network.plane(byColumns, k, columns)];
      for (let row = 0, at = 0; row < rows; row++, at += stride) {
        let sum = 0;
        for (let column = 0; column < columns; column++) {
          sum += plane[at + column]!;
          byColumn[column]! += plane[at + column]!;
        }
        byRow[row] = sum;
      }
    }
    this.weightSums(weights.row, byRows, block.rowMaxima, block.rowMaxima.pitch);
    this.weightSums(weights.column, byColumns, block.columnMaxima, block.columnMaxima.pitch);
    network.mixBack(weights.row, byRows, toRows, { length: toRows.pitch });
    network.mixBack(weights.column, byColumns, toColumns, { length: toColumns.pitch });
    for (let k = 0; k < inner.count; k++) {
      const [plane, target] = [network.plane(block.input, k, grid.length), network.plane(gradient, k, grid.length)];
      const [toRow, toColumn] = [network.plane(toRows, k, rows), network.plane(toColumns, k, columns)];
      const [ofRow, ofColumn] = [
        network.plane(block.rowMaxima, k, rows),
        network.plane(block.columnMaxima, k, columns),
      ];
      for (let row = 0, at = 0; row < rows; row++, at += stride) {
        let open = true;
        for (let column = 0; column < columns; column++) {
          const value = plane[at + column]!;
          if (open && value === ofRow[row]) {
            target[at + column]! += toRow[row]!;
            open = false;
          }
          if (value === ofColumn[column] && toColumn[column] !== 0) {
            target[at + column]! += toColumn[column]!;
            toColumn[column] = 0;
          }
        }
      }
    }
  }

  private weightSums(weights: Weights, by: Planes, input: Planes, length: number): void {
    const { arena, kernels } = this.network;
    const [outs, ins] = [fours(weights.rows), weights.columns + (weights.columns % 2)];
    const address = this.sums.get(weights)!;
    arena.floats.fill(0, address / 4, address / 4 + outs * ins);
    for (let from = 0; from < length; from += chunk) {
      const bytes = Math.min(chunk, length - from) * 4;
      const [y, x] = [by.at + from * 4, input.at + from * 4];
      kernels.correlate(y, x, address, outs, ins, by.pitch * 4, input.pitch * 4, bytes);
    }
    for (let row = 0; row < weights.rows; row++)
      for (let column = 0; column < weights.columns; column++)
        this.values[weights.start + row * weights.columns + column]! += arena.floats[address / 4 + row * ins + column]!;
  }

  private filterSums({ filter }: BlockWeights, by: Planes, input: Planes, length: number): void {
    const { arena, kernels, offsets } = this.network;
    const address = this.sums.get(filter)!;
    arena.floats.fill(0, address / 4, address / 4 + filter.rows * 16);
    for (let channel = 0; channel < filter.rows; channel++) {
      const [y, x] = [by.at + channel * by.pitch * 4, input.at + channel * input.pitch * 4];
      kernels.correlateTaps(y, x, address + channel * 64, offsets, taps, length * 4);
      for (let tap = 0; tap < taps; tap++)
        this.values[filter.start + channel * taps + tap]! += arena.floats[address / 4 + channel * 16 + tap]!;
    }
  }

  private biasSums(bias: Weights, by: Planes, length: number): void {
    for (let k = 0; k < bias.rows; k++) {
      const plane = this.network.plane(by, k, length);
      let sum = 0;
      for (let at = 0; at < length; at++) sum += plane[at]!;
      this.values[bias.start + k]! += sum;
    }
  }
}

/** How far scores move at most to see where the marginals go. */
const nudge = 0.02;

/** The derivative of staircase(share · g) along v, by central differences. */
function alongMarginals(g: Matrix, v: Matrix["values"], share: number): Float64Array {
  let most = 0;
  for (let cell = 0; cell < v.length; cell++) most = Math.max(most, Math.abs(v[cell]!));
  const moved = new Float64Array(v.length);
  if (!(most > 1e-12)) return moved;
  const step = nudge / most;
  const side = (sign: number) => {
    const values = new Float64Array(v.length);
    for (let cell = 0; cell < values.length; cell++) values[cell] = g.values[cell]! + sign * step * v[cell]!;
    return staircase({ ...g, values }, 1 / share).values;
  };
  const [up, down] = [side(1), side(-1)];
  for (let cell = 0; cell < moved.length; cell++) moved[cell] = (up[cell]! - down[cell]!) / (2 * step);
  return moved;
}

/** Floats of a plane that stay in the cache together. */
const chunk = 2048;
