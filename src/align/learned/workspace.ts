import { type Matrix, matrix } from "../../similarity/matrix.ts";
import { Arena } from "./arena.ts";
import { type Kernels, kernels } from "./kernels.ts";
import { fill, type Loaded, roomFor } from "./loaded.ts";
import { fours, type Grid, type Planes } from "./planes.ts";
import {
  type Architecture,
  type BlockWeights,
  type Layout,
  layout,
  reachColumns,
  reachRows,
  taps,
  type Weights,
} from "./shape.ts";

/** Planes in the kernels' memory, the parameters in use, and what one does with both. */
export class Workspace {
  readonly arena = new Arena();
  readonly kernels: Kernels = kernels(this.arena.memory);
  readonly places: Layout;
  protected loaded: Loaded;
  private readonly offsetsAt = this.arena.take(2 * taps);

  constructor(
    readonly architecture: Architecture,
    /** Whether to keep what a gradient needs; else planes are used again, and a long chapter needs little room. */
    protected readonly keeping: boolean,
  ) {
    this.places = layout(architecture);
    this.loaded = roomFor(this.places, this.arena, keeping);
  }

  /** Takes the parameters over, in place of those before. */
  set(parameters: Float32Array): void {
    fill(this.loaded, this.places, this.arena, parameters);
  }

  /** Keeps further parameters at hand, to be used in turn. */
  load(parameters: Float32Array): Loaded {
    const loaded = roomFor(this.places, this.arena, this.keeping);
    fill(loaded, this.places, this.arena, parameters);
    return loaded;
  }

  use(loaded: Loaded): void {
    this.loaded = loaded;
  }

  planes(count: number, pitch: number, guard = 0): Planes {
    return { at: this.arena.take(count * pitch + guard) + guard * 4, count, pitch };
  }

  /** Planes that will be written before they are read. */
  protected planesAsTheyAre(count: number, pitch: number): Planes {
    return { at: this.arena.takeAsIs(count * pitch), count, pitch };
  }

  /** Planes that a filter may read: with zeros before the first. */
  guarded(shape: Grid, count: number): Planes {
    return this.planes(count, shape.pitch, shape.pitch - shape.length);
  }

  plane({ at, pitch }: Planes, k: number, length: number): Float32Array {
    const start = at / 4 + k * pitch;
    return this.arena.floats.subarray(start, start + length);
  }

  /** One plane without its margins. */
  cells({ rows, columns, stride }: Grid, planes: Planes, k = 0): Matrix {
    const made = matrix(rows, columns);
    const plane = this.plane(planes, k, rows * stride);
    for (let row = 0; row < rows; row++)
      made.values.set(plane.subarray(row * stride, row * stride + columns), row * columns);
    return made;
  }

  mix(weights: Weights, from: Planes, to: Planes, { length }: { length: number }): void {
    const { forward } = this.loaded.packed.get(weights)!;
    this.kernels.mix(
      forward,
      from.at,
      to.at,
      fours(weights.rows),
      weights.columns,
      from.pitch * 4,
      to.pitch * 4,
      length * 4,
    );
  }

  /** The same the other way: from outputs to inputs, for gradients. */
  mixBack(weights: Weights, from: Planes, to: Planes, { length }: { length: number }): void {
    const { backward } = this.loaded.packed.get(weights)!;
    this.kernels.mix(
      backward,
      from.at,
      to.at,
      fours(weights.columns),
      weights.rows,
      from.pitch * 4,
      to.pitch * 4,
      length * 4,
    );
  }

  /** Filters every channel; backwards with the taps turned round. */
  filter({ filter }: BlockWeights, from: Planes, to: Planes, { length }: Grid, backwards = false): void {
    const offsets = this.offsetsAt + (backwards ? taps * 4 : 0);
    for (let channel = 0; channel < filter.rows; channel++)
      this.kernels.filter(
        from.at + channel * from.pitch * 4,
        to.at + channel * to.pitch * 4,
        this.loaded.filters.get(filter)! + channel * 64,
        offsets,
        taps,
        length * 4,
      );
  }

  get offsets(): number {
    return this.offsetsAt;
  }

  /** Zeros after each row, and behind the last. */
  clearMargins({ rows, columns, stride, length }: Grid, planes: Planes): void {
    const { floats } = this.arena;
    for (let k = 0; k < planes.count; k++) {
      const start = planes.at / 4 + k * planes.pitch;
      for (let row = 0; row < rows; row++) {
        floats[start + row * stride + columns] = 0;
        floats[start + row * stride + columns + 1] = 0;
      }
      floats.fill(0, start + rows * stride, start + length);
    }
  }

  addTo(target: Planes, added: Planes, { length }: Grid): void {
    for (let k = 0; k < target.count; k++)
      this.kernels.accumulate(added.at + k * added.pitch * 4, target.at + k * target.pitch * 4, length * 4);
  }

  protected constant(...values: number[]): number {
    const address = this.arena.take(values.length);
    this.arena.floats.set(values, address / 4);
    return address;
  }

  protected setOffsets({ stride }: Grid): void {
    let tap = 0;
    for (let row = -reachRows; row <= reachRows; row++)
      for (let column = -reachColumns; column <= reachColumns; column++, tap++) {
        this.arena.integers[this.offsetsAt / 4 + tap] = (row * stride + column) * 4;
        this.arena.integers[this.offsetsAt / 4 + taps + tap] = -(row * stride + column) * 4;
      }
  }

  protected biased(shape: Grid, bias: Weights, planes = this.planesAsTheyAre(fours(bias.rows), shape.pitch)): Planes {
    const values = this.loaded.biases.get(bias)!;
    for (let k = 0; k < values.length; k++) this.plane(planes, k, shape.length).fill(values[k]!);
    return planes;
  }
}
