import {
  type BlockTape,
  eights,
  fours,
  type Grid,
  type Planes,
  rowsOf,
  type Strip,
  strips,
  type Tape,
} from "./planes.ts";
import { type Architecture, type BlockWeights, pathPlanes } from "./shape.ts";
import { marginals } from "./staircase.ts";
import { Workspace } from "./workspace.ts";

/** Scores in the paths are taken as they are, and flattened to this share. */
export const flatter = 0.4;

/** Writes rows `from` to before `to` of all features, `stride` apart. */
export type Feed = (features: Planes, from: number, to: number) => void;

/** Called with the output of each layer while training: dropout. */
export type Disturb = (planes: Planes, layer: number) => void;

/** A network at work on one chapter after the other. */
export class Network extends Workspace {
  /** Numbers that kernels read. */
  private readonly sharpAt = this.constant(1);
  private readonly flatAt = this.constant(flatter);
  private readonly minusAt = this.constant(-1);
  private readonly leastAt = this.constant(leastMarginal);
  private readonly asIsAt = this.constant(0, 1, 1e30);

  constructor(architecture: Architecture, keeping = false) {
    super(architecture, keeping);
  }

  /** Logits of every cell; features are fed, or lie in memory already. */
  run(shape: Grid, feed: Feed | Planes, disturb: Disturb = () => undefined): Tape {
    this.setOffsets(shape);
    const { places } = this;
    const { features, inputInner, first } = this.input(shape, feed);
    disturb(first, 0);
    const before: BlockTape[] = [];
    for (const [k, weights] of places.before.entries()) {
      before.push(this.block(shape, weights, before.at(-1)?.output ?? first));
      disturb(before[k]!.output, k + 1);
    }
    const told = before.at(-1)?.output ?? first;
    const scores = this.biased(shape, places.scoreBias);
    this.mix(places.score, told, scores, shape);
    const paths = this.pathsOf(shape, scores);
    const { inner: pathInner, output: joined } = this.join(shape, told, paths);
    const after: BlockTape[] = [];
    for (const [k, weights] of places.after.entries()) {
      after.push(this.block(shape, weights, after.at(-1)?.output ?? joined));
      disturb(after[k]!.output, before.length + k + 1);
    }
    const logits = this.biased(shape, places.outputBias);
    this.mix(places.output, after.at(-1)?.output ?? joined, logits, shape);
    return { grid: shape, features, inputInner, first, before, scores, paths, pathInner, joined, after, logits };
  }

  /** The first layer; where nothing is kept, a few rows at a time. */
  private input(shape: Grid, feed: Feed | Planes): Pick<Tape, "features" | "inputInner" | "first"> {
    const { input, inputBias } = this.places;
    const first = this.guarded(shape, inputBias.rows);
    const inputInner = this.keeping ? this.biased(shape, inputBias) : this.biased(shape, inputBias, first);
    const features = typeof feed === "function" ? this.feedRows(shape, feed, inputInner) : feed;
    if (features === feed) this.mix(input, features, inputInner, { length: eights(shape.rows * shape.stride) });
    this.rectify(shape, inputInner, first);
    return { features, inputInner, first };
  }

  private feedRows(shape: Grid, feed: Feed, inner: Planes): Planes {
    const { input } = this.places;
    const step = this.keeping ? shape.rows : Math.min(shape.rows, 8 * Math.max(1, Math.floor(256 / shape.stride)));
    const features = this.planes(fours(input.columns), eights(step * shape.stride) + 8);
    for (let from = 0; from < shape.rows; from += step) {
      const to = Math.min(shape.rows, from + step);
      feed(features, from, to);
      const length = eights((to - from) * shape.stride);
      this.mix(input, features, { ...inner, at: inner.at + from * shape.stride * 4 }, { length });
    }
    return features;
  }

  private rectify(shape: Grid, inner: Planes, to: Planes): void {
    for (let k = 0; k < inner.count; k++)
      this.kernels.rectify(inner.at + k * inner.pitch * 4, to.at + k * to.pitch * 4, shape.length * 4);
    this.clearMargins(shape, to);
  }

  /** input + rectified(inner): in new planes where the tape is kept, else in the input's own. */
  private residual(shape: Grid, input: Planes, inner: Planes): Planes {
    const output = this.keeping ? this.guarded(shape, input.count) : input;
    const change = this.keeping ? output : inner;
    this.rectify(shape, inner, change);
    this.addTo(output, this.keeping ? input : inner, shape);
    return output;
  }

  /** Where a tape is kept, the whole; else strips, one after the other in the same room. */
  private stripsOf(shape: Grid): readonly Strip[] {
    return this.keeping ? [{ ...shape, from: 0 }] : strips(shape);
  }

  /**
   * x + rectified(near · filtered(x) + row · max over its row + column · max over its column + bias). A filter reads a
   * row beyond its strip on both sides: the strip before is changed only when that has been read.
   */
  private block(shape: Grid, weights: BlockWeights, input: Planes): BlockTape {
    const mark = this.arena.mark();
    const { rowMaxima, columnMaxima } = this.maxima(shape, input);
    const all = this.stripsOf(shape);
    const { pitch } = all[0]!;
    const filtered = this.planesAsTheyAre(input.count, pitch);
    const inners = all.slice(0, 2).map(() => this.planesAsTheyAre(input.count, pitch));
    const whole = this.arena.mark();
    const best = this.bestOf(weights, rowMaxima, columnMaxima, shape.rows);
    all.forEach((strip, k) => {
      const inner = inners[k % 2]!;
      this.filter(weights, rowsOf(input, strip), filtered, strip);
      this.spread(strip, best, inner);
      this.mix(weights.near, filtered, inner, strip);
      const before = all[k - 1];
      if (before !== undefined) this.residual(before, rowsOf(input, before), inners[(k - 1) % 2]!);
    });
    this.arena.release(whole);
    const [last, inner] = [all[all.length - 1]!, inners[(all.length - 1) % 2]!];
    const output = this.residual(last, rowsOf(input, last), inner);
    if (!this.keeping) this.arena.release(mark);
    return { input, filtered, rowMaxima, columnMaxima, inner, output: this.keeping ? output : input };
  }

  /** What the paths say, added to what the cells say. */
  private join(shape: Grid, told: Planes, paths: Planes): Pick<BlockTape, "inner" | "output"> {
    const { places } = this;
    const all = this.stripsOf(shape);
    const inner = this.planesAsTheyAre(fours(places.pathBias.rows), all[0]!.pitch);
    let output = told;
    for (const strip of all) {
      this.biased(strip, places.pathBias, inner);
      this.mix(places.fromCells, rowsOf(told, strip), inner, strip);
      this.mix(places.fromPaths, rowsOf(paths, strip), inner, strip);
      const changed = this.residual(strip, rowsOf(told, strip), inner);
      if (this.keeping) output = changed;
    }
    return { inner, output };
  }

  private maxima(shape: Grid, input: Planes): Pick<BlockTape, "rowMaxima" | "columnMaxima"> {
    const { rows, columns, stride } = shape;
    const rowMaxima = this.planes(input.count, eights(rows));
    const columnMaxima = this.planes(input.count, eights(columns));
    const mark = this.arena.mark();
    const folded = this.arena.takeAsIs(rows * 4);
    for (let k = 0; k < input.count; k++) {
      const plane = this.plane(input, k, shape.length);
      this.plane(columnMaxima, k, columns).set(plane.subarray(0, columns));
      const [from, to] = [input.at + k * input.pitch * 4, columnMaxima.at + k * columnMaxima.pitch * 4];
      this.kernels.larger(from, 0, to, rows, stride * 4, 0, 0, fours(columns) * 4);
      if (columns >= 4) this.kernels.fold(from, folded, rows, stride * 4, (columns & ~3) * 4);
      largestOfRows(plane, shape, this.arena.floats.subarray(folded / 4), this.plane(rowMaxima, k, rows));
    }
    this.arena.release(mark);
    return { rowMaxima, columnMaxima };
  }

  /** What a bullet's and a paragraph's best say, the bias with the former. */
  private bestOf(weights: BlockWeights, rowMaxima: Planes, columnMaxima: Planes, rows: number): Best {
    const ofRows = this.planes(rowMaxima.count, rowMaxima.pitch);
    const ofColumns = this.planes(columnMaxima.count, columnMaxima.pitch);
    this.mix(weights.row, rowMaxima, ofRows, { length: rowMaxima.pitch });
    this.mix(weights.column, columnMaxima, ofColumns, { length: columnMaxima.pitch });
    const bias = this.loaded.biases.get(weights.bias)!;
    for (let k = 0; k < ofRows.count; k++) {
      const ofRow = this.plane(ofRows, k, rows);
      for (let row = 0; row < rows; row++) ofRow[row]! += bias[k]!;
    }
    return { ofRows, ofColumns };
  }

  /** Puts it into every cell of theirs. */
  private spread({ from, rows, columns, stride }: Strip, { ofRows, ofColumns }: Best, inner: Planes): void {
    const bytes = fours(columns) * 4;
    for (let k = 0; k < inner.count; k++) {
      const [s, x] = [ofRows.at + (k * ofRows.pitch + from) * 4, ofColumns.at + k * ofColumns.pitch * 4];
      const y = inner.at + k * inner.pitch * 4;
      this.kernels.sum(s, x, y, rows, 4, 0, stride * 4, bytes);
    }
  }

  /** Forward-backward over the scores of the cells so far. */
  private pathsOf(shape: Grid, scores: Planes): Planes {
    const { rows, columns } = shape;
    const planes = this.planes(pathPlanes + 2, shape.pitch);
    const mark = this.arena.mark();
    const room = fours(rows * columns) + 4;
    const [g, weights, p, q, ln, s] = [0, 1, 2, 3, 4, 5].map(() => this.arena.takeAsIs(room)) as Six;
    const bytes = fours(rows * columns) * 4;
    const dense = (address: number) => this.arena.floats.subarray(address / 4, address / 4 + rows * columns);
    dense(g).set(this.cells(shape, scores).values);
    for (const [likely, share] of [
      [p, this.sharpAt],
      [q, this.flatAt],
    ] as const) {
      this.kernels.exponential(share, g, weights, bytes);
      marginals(dense(weights), rows, columns, dense(likely));
    }
    this.kernels.logistic(this.minusAt, g, s, bytes);
    [p, q].forEach((likely, k) => {
      this.open(shape, likely, planes, k);
      this.kernels.logarithm(this.leastAt, likely, ln, bytes);
      this.open(shape, ln, planes, 2 + k);
    });
    this.kernels.scale(s, p, bytes);
    this.open(shape, p, planes, 4);
    this.open(shape, s, planes, 5);
    this.arena.release(mark);
    return planes;
  }

  /** Puts cells without margins into plane k. */
  private open({ rows, columns, stride }: Grid, from: number, planes: Planes, k: number): void {
    const to = planes.at + k * planes.pitch * 4;
    this.kernels.standard(from, this.asIsAt, to, rows, columns * 4, 0, stride * 4, fours(columns) * 4);
  }
}

/** Of each row the largest of what its fours were folded into, and of what is left over. */
function largestOfRows(
  plane: Float32Array,
  { columns, stride }: Grid,
  folded: Float32Array,
  largest: Float32Array,
): void {
  const whole = columns & ~3;
  for (let row = 0; row < largest.length; row++) {
    let best = plane[row * stride]!;
    for (let k = row * 4; whole > 0 && k < row * 4 + 4; k++) if (folded[k]! > best) best = folded[k]!;
    for (let k = row * stride + whole; k < row * stride + columns; k++) if (plane[k]! > best) best = plane[k]!;
    largest[row] = best;
  }
}

interface Best {
  readonly ofRows: Planes;
  readonly ofColumns: Planes;
}

type Six = [number, number, number, number, number, number];

/** Logarithms of marginals begin here. */
const leastMarginal = Math.exp(-8);

/** The derivative of the logarithm of a marginal. */
export function slopeOfLogarithm(p: number): number {
  return 1 / (p + leastMarginal);
}
