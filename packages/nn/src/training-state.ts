import type { Moments } from "./adam.ts";
import { roundedUp } from "./packing.ts";
import type { Declaration } from "./parameters.ts";
import { elements, type Values } from "./shape.ts";

/** Weights and both moving averages of Adam. */
export const parts = ["weights", "first", "second"] as const;

/** A table's state: its rows and averages, and for each worker the gradients of the rows that it touched. */
export interface TableState extends Moments {
  readonly name: string;
  readonly rows: number;
  readonly width: number;
  readonly gradients: readonly Float32Array[];
  readonly touched: readonly Uint8Array[];
}

/** Everything that workers share: all dense weights in one array, so that each worker can own a slice of it. */
export interface TrainingState {
  readonly dense: Moments;
  /** Where each weight is in the dense arrays. */
  readonly places: Readonly<Record<string, { readonly start: number; readonly shape: readonly number[] }>>;
  readonly gradients: readonly Float32Array[];
  readonly tables: readonly TableState[];
}

/** One worker needs no shared memory, and onnxruntime then reads and writes the state in place. */
export function allocate(declarations: readonly Declaration[], workers: number): TrainingState {
  const make = (bytes: number) => (workers > 1 ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  const floats = (count: number) => new Float32Array(make(4 * count));
  const moments = (count: number) => ({ weights: floats(count), first: floats(count), second: floats(count) });
  const each = <T>(what: () => T) => Array.from({ length: workers }, what);
  const places: Record<string, TrainingState["places"][string]> = {};
  let total = 0;
  for (const { name, shape } of declarations.filter(({ table }) => !table)) {
    places[name] = { start: total, shape };
    total += roundedUp(elements(shape), cacheLine);
  }
  total = roundedUp(total, kilo);
  const tables = declarations
    .filter(({ table }) => table)
    .map(({ name, shape: [rows = 1, width = 1] }) => ({
      name,
      rows,
      width,
      ...moments(rows * width),
      gradients: each(() => floats(rows * width)),
      touched: each(() => new Uint8Array(make(rows))),
    }));
  return { dense: moments(total), places, gradients: each(() => floats(total)), tables };
}

/** Weights start at whole cache lines, and so do the parts of all of them that threads own. */
const cacheLine = 16;
const kilo = 1024;

/** The part of `count` elements that a worker owns. */
export function shareOf(count: number, worker: number, workers: number): readonly [number, number] {
  return [Math.floor((count * worker) / workers), Math.floor((count * (worker + 1)) / workers)];
}

/** One parameter's part of the state. */
export function viewOf(memory: TrainingState, name: string): Moments & { readonly shape: readonly number[] } {
  const table = memory.tables.find((each) => each.name === name);
  if (table !== undefined) return { ...table, shape: [table.rows, table.width] };
  const place = memory.places[name];
  if (place === undefined) throw new Error(`no parameter is called ${name}`);
  const part = (all: Float32Array) => all.subarray(place.start, place.start + elements(place.shape));
  const { weights, first, second } = memory.dense;
  return { weights: part(weights), first: part(first), second: part(second), shape: place.shape };
}

/** A copy of every parameter by its name. */
export function weightsOf(memory: TrainingState): Values {
  const names = [...Object.keys(memory.places), ...memory.tables.map(({ name }) => name)];
  return Object.fromEntries(
    names.map((name) => {
      const { shape, weights } = viewOf(memory, name);
      return [name, { shape, data: Float32Array.from(weights) }];
    }),
  );
}
