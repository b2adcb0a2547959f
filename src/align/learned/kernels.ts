import {
  add,
  addFloats,
  addVectors,
  assemble,
  type Code,
  constant,
  each,
  get,
  type KernelCode,
  lane,
  largerOfVectors,
  load,
  loadFloat,
  loadSpread,
  loadVector,
  multiply,
  multiplyVectors,
  set,
  step,
  storeFloat,
  storeVector,
  zeroVector,
} from "../../assembler.ts";
import { type PointwiseKernels, pointwiseCodes } from "./pointwise.ts";

/**
 * The network's inner loops, four floats at a time. All addresses and strides are in bytes; a plane holds one number a
 * cell. The same bytes run in Node and in browsers.
 */
export interface Kernels extends PointwiseKernels {
  /** y[o] += Σ_c w[o, c] · x[c] over `bytes` of every plane (of 32). w is packed: four outputs beside each other. */
  mix(
    w: number,
    x: number,
    y: number,
    outs: number,
    ins: number,
    xStride: number,
    yStride: number,
    bytes: number,
  ): void;
  /** w[o, c] += Σ y[o] · x[c] over `bytes` (of 16); w row by row; outs in fours, ins in twos. */
  correlate(
    y: number,
    x: number,
    w: number,
    outs: number,
    ins: number,
    yStride: number,
    xStride: number,
    bytes: number,
  ): void;
  /** y[k] = Σ_t w[t] · x[k + offsets[t]] over `bytes` (of 64). */
  filter(x: number, y: number, w: number, offsets: number, taps: number, bytes: number): void;
  /** w[t] += Σ_k y[k] · x[k + offsets[t]] over `bytes` (of 16). */
  correlateTaps(y: number, x: number, w: number, offsets: number, taps: number, bytes: number): void;
  /** Four floats of y for each row of x, `stride` apart: the largest of its `bytes` in each of the four places. */
  fold(x: number, y: number, rows: number, stride: number, bytes: number): void;
}

export function kernels(memory: WebAssembly.Memory): Kernels {
  compiled ??= new WebAssembly.Module(assemble(codes));
  const { exports } = new WebAssembly.Instance(compiled, { plotline: { memory } });
  return exports as unknown as Kernels;
}

let compiled: WebAssembly.Module | undefined;

const times = (a: Code, b: Code): Code => [...a, ...b, ...multiply];
const plus = (a: Code, b: Code): Code => [...a, ...b, ...add];
const range = (count: number) => [...Array(count).keys()];

const mix: KernelCode = (() => {
  const [w, x, y, outs, ins, xStride, yStride, bytes] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const [k, o, c, from, weights, to] = [8, 9, 10, 11, 12, 13] as const;
  const [x0, x1, weight, first] = [14, 15, 16, 17] as const;
  const sum = (row: number, half: number) => first + row * 2 + half;
  const output = (row: number, half: number) => [row, half] as const;
  const all = range(4).flatMap((row) => range(2).map((half) => output(row, half)));
  const place = (row: number) => plus(get(to), times(constant(row), get(yStride)));
  const read = all.flatMap(([row, half]) => [...place(row), ...loadVector(16 * half), ...set(sum(row, half))]);
  const write = all.flatMap(([row, half]) => [...place(row), ...get(sum(row, half)), ...storeVector(16 * half)]);
  const inner = [
    ...get(from),
    ...loadVector(0),
    ...set(x0),
    ...get(from),
    ...loadVector(16),
    ...set(x1),
    ...range(4).flatMap((row) => [
      ...get(weights),
      ...loadSpread(4 * row),
      ...set(weight),
      ...range(2).flatMap((half) => [
        ...get(weight),
        ...get(half === 0 ? x0 : x1),
        ...multiplyVectors,
        ...get(sum(row, half)),
        ...addVectors,
        ...set(sum(row, half)),
      ]),
    ]),
    ...plus(get(from), get(xStride)),
    ...set(from),
    ...step(weights, 16),
  ];
  const outputs = [
    ...plus(plus(get(y), get(k)), times(get(o), get(yStride))),
    ...set(to),
    ...read,
    ...plus(get(x), get(k)),
    ...set(from),
    ...each(c, constant(0), get(ins), 1, inner),
    ...write,
  ];
  const body = each(k, constant(0), get(bytes), 32, [
    ...get(w),
    ...set(weights),
    ...each(o, constant(0), get(outs), 4, outputs),
  ]);
  return { name: "mix", parameters: 8, integers: 6, vectors: 11, body };
})();

const correlate: KernelCode = (() => {
  const [y, x, w, outs, ins, yStride, xStride, bytes] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const [o, c, k, rows, columns, to] = [8, 9, 10, 11, 12, 13] as const;
  const [x0, x1, row0, first] = [14, 15, 16, 17] as const;
  const sum = (row: number, column: number) => first + row * 2 + column;
  const clear = range(8).flatMap((s) => [...zeroVector, ...set(first + s)]);
  const column = (side: number) => plus(plus(get(columns), get(k)), times(constant(side), get(xStride)));
  const inner = [
    ...column(0),
    ...loadVector(0),
    ...set(x0),
    ...column(1),
    ...loadVector(0),
    ...set(x1),
    ...range(4).flatMap((row) => [
      ...plus(plus(get(rows), get(k)), times(constant(row), get(yStride))),
      ...loadVector(0),
      ...set(row0),
      ...range(2).flatMap((side) => [
        ...get(row0),
        ...get(side === 0 ? x0 : x1),
        ...multiplyVectors,
        ...get(sum(row, side)),
        ...addVectors,
        ...set(sum(row, side)),
      ]),
    ]),
  ];
  const write = range(4).flatMap((row) =>
    range(2).flatMap((side) => [
      ...plus(get(to), times(constant(4 * row), get(ins))),
      ...plus(get(to), times(constant(4 * row), get(ins))),
      ...loadFloat(4 * side),
      ...total(sum(row, side)),
      ...addFloats,
      ...storeFloat(4 * side),
    ]),
  );
  const pair = [
    ...clear,
    ...plus(get(x), times(get(c), get(xStride))),
    ...set(columns),
    ...each(k, constant(0), get(bytes), 16, inner),
    ...plus(get(w), times(constant(4), plus(times(get(o), get(ins)), get(c)))),
    ...set(to),
    ...write,
  ];
  const body = each(o, constant(0), get(outs), 4, [
    ...plus(get(y), times(get(o), get(yStride))),
    ...set(rows),
    ...each(c, constant(0), get(ins), 2, pair),
  ]);
  return { name: "correlate", parameters: 8, integers: 6, vectors: 11, body };
})();

/** The sum of a vector's four floats. */
function total(vector: number): Code {
  const [a, b, c, d] = range(4).map((k) => [...get(vector), ...lane(k)]);
  return [...a!, ...b!, ...addFloats, ...c!, ...d!, ...addFloats, ...addFloats];
}

const filter: KernelCode = (() => {
  const [x, y, w, offsets, taps, bytes] = [0, 1, 2, 3, 4, 5] as const;
  const [k, t, from, tap] = [6, 7, 8, 9] as const;
  const [weight, first] = [10, 11] as const;
  const inner = [
    ...plus(get(w), get(tap)),
    ...loadSpread(0),
    ...set(weight),
    ...plus(plus(get(x), get(k)), [...plus(get(offsets), get(tap)), ...load(0)]),
    ...set(from),
    ...range(4).flatMap((part) => [
      ...get(from),
      ...loadVector(16 * part),
      ...get(weight),
      ...multiplyVectors,
      ...get(first + part),
      ...addVectors,
      ...set(first + part),
    ]),
    ...step(tap, 4),
  ];
  const body = each(k, constant(0), get(bytes), 64, [
    ...range(4).flatMap((part) => [...zeroVector, ...set(first + part)]),
    ...constant(0),
    ...set(tap),
    ...each(t, constant(0), get(taps), 1, inner),
    ...range(4).flatMap((part) => [...plus(get(y), get(k)), ...get(first + part), ...storeVector(16 * part)]),
  ]);
  return { name: "filter", parameters: 6, integers: 4, vectors: 5, body };
})();

const correlateTaps: KernelCode = (() => {
  const [y, x, w, offsets, taps, bytes] = [0, 1, 2, 3, 4, 5] as const;
  const [k, t, from, tap] = [6, 7, 8, 9] as const;
  const sum = 10;
  const inner = [
    ...plus(get(y), get(k)),
    ...loadVector(0),
    ...plus(get(from), get(k)),
    ...loadVector(0),
    ...multiplyVectors,
    ...get(sum),
    ...addVectors,
    ...set(sum),
  ];
  const body = [
    ...constant(0),
    ...set(tap),
    ...each(t, constant(0), get(taps), 1, [
      ...plus(get(x), [...plus(get(offsets), get(tap)), ...load(0)]),
      ...set(from),
      ...zeroVector,
      ...set(sum),
      ...each(k, constant(0), get(bytes), 16, inner),
      ...plus(get(w), get(tap)),
      ...plus(get(w), get(tap)),
      ...loadFloat(0),
      ...total(sum),
      ...addFloats,
      ...storeFloat(0),
      ...step(tap, 4),
    ]),
  ];
  return { name: "correlateTaps", parameters: 6, integers: 4, vectors: 1, body };
})();

const fold: KernelCode = (() => {
  const [x, y, rows, stride, bytes, row, k, best] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const largest = [...plus(get(x), get(k)), ...loadVector(0), ...get(best), ...largerOfVectors, ...set(best)];
  const body = each(row, constant(0), get(rows), 1, [
    ...[...get(x), ...loadVector(0), ...set(best)],
    ...each(k, constant(0), get(bytes), 16, largest),
    ...[...get(y), ...get(best), ...storeVector(0)],
    ...[...plus(get(x), get(stride)), ...set(x)],
    ...step(y, 16),
  ]);
  return { name: "fold", parameters: 5, integers: 2, vectors: 1, body };
})();

const codes: readonly KernelCode[] = [mix, correlate, filter, correlateTaps, fold, ...pointwiseCodes];
