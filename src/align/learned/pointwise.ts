import {
  absoluteVector,
  add,
  addVectors,
  addWholes,
  bothBits,
  type Code,
  choose,
  constant,
  divideVectors,
  each,
  eitherBits,
  fromWholes,
  get,
  isGreater,
  isLess,
  type KernelCode,
  largerOfVectors,
  loadSpread,
  loadVector,
  multiplyVectors,
  nearestVector,
  set,
  shiftLeft,
  shiftRight,
  smallerOfVectors,
  spread,
  spreadWhole,
  storeVector,
  subtractVectors,
  subtractWholes,
  toWholes,
  zeroVector,
} from "../../assembler.ts";
import { steepest } from "./staircase.ts";

/** Goes through rows of planes: x, z and y move on by their strides from row to row; `bytes` of each row are done. */
type RowKernel = (
  x: number,
  z: number,
  y: number,
  rows: number,
  xStride: number,
  zStride: number,
  yStride: number,
  bytes: number,
) => void;

/** Kernels that treat cell by cell, four at a time: up to three more are read and written behind the last. */
export interface PointwiseKernels {
  /** y = max(z, slope · z). */
  rectify(z: number, y: number, bytes: number): void;
  /** g ← g where z > 0, else slope · g. */
  rectifyBack(z: number, g: number, bytes: number): void;
  /** y += x. */
  accumulate(x: number, y: number, bytes: number): void;
  /** y *= x. */
  scale(x: number, y: number, bytes: number): void;
  /** y = |x|. */
  absolute(x: number, y: number, bytes: number): void;
  /** y = exp(x · the float at c), the exponent no further from 0 than `steepest`. */
  exponential(c: number, x: number, y: number, bytes: number): void;
  /** y = 1 / (1 + exp(x · the float at c)), in the same bounds. */
  logistic(c: number, x: number, y: number, bytes: number): void;
  /** y = ln(x + the float at c), for positive sums. */
  logarithm(c: number, x: number, y: number, bytes: number): void;
  /** y = x · the one float at z. */
  rowTimes: RowKernel;
  /** y = x · z. */
  columnTimes: RowKernel;
  /** y = the one float at x − z. */
  difference: RowKernel;
  /** y = the one float at x + z. */
  sum: RowKernel;
  /** y = max(x, y). */
  larger: RowKernel;
  /** y = (x − c₀) · c₁, no further from 0 than c₂; c are the three floats at z. */
  standard: RowKernel;
}

/** How much of a negative number passes. */
export const slope = 0.1;

/** `value` leaves what is stored in the last plane named; vectors after the loop's counter are for it to use. */
function pointwise(
  name: string,
  planes: number,
  value: (at: (plane: number) => Code) => Code,
  vectors = 0,
): KernelCode {
  const k = planes + 1;
  const at = (plane: number) => [...get(plane), ...get(k), ...add, ...loadVector(0)];
  const target = [...get(planes - 1), ...get(k), ...add];
  const body = each(k, constant(0), get(planes), 16, [...target, ...value(at), ...storeVector(0)]);
  return { name, parameters: planes + 1, integers: 1, vectors, body };
}

function rowwise(name: string, value: (at: (plane: number) => Code, one: (plane: number) => Code) => Code): KernelCode {
  const [x, z, y, rows, xStride, zStride, yStride, bytes] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const [row, k] = [8, 9] as const;
  const at = (plane: number) => [...get(plane), ...get(k), ...add, ...loadVector(0)];
  const one = (plane: number) => [...get(plane), ...loadSpread(0)];
  const move = (plane: number, stride: number) => [...get(plane), ...get(stride), ...add, ...set(plane)];
  const cells = [...get(y), ...get(k), ...add, ...value(at, one), ...storeVector(0)];
  const body = each(row, constant(0), get(rows), 1, [
    ...each(k, constant(0), get(bytes), 16, cells),
    ...move(x, xStride),
    ...move(z, zStride),
    ...move(y, yStride),
  ]);
  return { name, parameters: 8, integers: 2, vectors: 0, body };
}

const within = (value: Code, low: Code, high: Code): Code => [
  ...value,
  ...low,
  ...largerOfVectors,
  ...high,
  ...smallerOfVectors,
];

const rectified = (z: Code): Code => [...z, ...z, ...spread(slope), ...multiplyVectors, ...largerOfVectors];

/** A polynomial by its coefficients from the highest power down (Horner). */
const polynomial = (x: Code, [highest, ...others]: readonly [number, ...number[]]): Code => [
  ...spread(highest),
  ...others.flatMap((c) => [...x, ...multiplyVectors, ...spread(c), ...addVectors]),
];

/** ln 2 in two parts, of which the first is exact in few bits. */
const [ln2, ln2Rest] = [0.693359375, -2.1219444e-4];

/** exp of what is on the stack, after Cephes: 2^n · a polynomial in x − n ln 2. */
const power = (n: number, rest: number): Code => [
  ...set(rest),
  ...within(get(rest), spread(-steepest), spread(steepest)),
  ...set(rest),
  ...get(rest),
  ...spread(Math.LOG2E),
  ...multiplyVectors,
  ...nearestVector,
  ...set(n),
  ...[ln2, ln2Rest].flatMap((part) => [
    ...get(rest),
    ...get(n),
    ...spread(part),
    ...multiplyVectors,
    ...subtractVectors,
    ...set(rest),
  ]),
  ...polynomial(
    get(rest),
    [1.98756915e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1, 1, 1],
  ),
  ...get(n),
  ...toWholes,
  ...spreadWhole(127),
  ...addWholes,
  ...shiftLeft(23),
  ...multiplyVectors,
];

/** The natural logarithm of what is on the stack, after Cephes: of 2^n · m, n ln 2 + a polynomial in m − 1. */
const logarithm = (m: number, n: number, z: number): Code => [
  ...set(m),
  ...get(m),
  ...shiftRight(23),
  ...spreadWhole(126),
  ...subtractWholes,
  ...fromWholes,
  ...set(n),
  ...get(m),
  ...spreadWhole(0x007fffff),
  ...bothBits,
  ...spread(0.5),
  ...eitherBits,
  ...set(m),
  // below √½ the mantissa counts twice, and the exponent one less
  ...get(m),
  ...spread(Math.SQRT1_2),
  ...isLess,
  ...set(z),
  ...get(n),
  ...get(z),
  ...spread(1),
  ...bothBits,
  ...subtractVectors,
  ...set(n),
  ...get(m),
  ...get(m),
  ...get(z),
  ...bothBits,
  ...addVectors,
  ...spread(1),
  ...subtractVectors,
  ...set(m),
  ...get(m),
  ...get(m),
  ...multiplyVectors,
  ...set(z),
  ...polynomial(
    get(m),
    [
      7.0376836292e-2, -1.151461031e-1, 1.167699874e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
      2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
    ],
  ),
  ...get(m),
  ...multiplyVectors,
  ...get(z),
  ...multiplyVectors,
  ...get(n),
  ...spread(ln2Rest),
  ...multiplyVectors,
  ...addVectors,
  ...get(z),
  ...spread(0.5),
  ...multiplyVectors,
  ...subtractVectors,
  ...get(m),
  ...addVectors,
  ...get(n),
  ...spread(ln2),
  ...multiplyVectors,
  ...addVectors,
];

const one = (address: number): Code => [...get(address), ...loadSpread(0)];

export const pointwiseCodes: readonly KernelCode[] = [
  pointwise("rectify", 2, (at) => rectified(at(0))),
  pointwise("rectifyBack", 2, (at) => [
    ...at(1),
    ...at(1),
    ...spread(slope),
    ...multiplyVectors,
    ...at(0),
    ...zeroVector,
    ...isGreater,
    ...choose,
  ]),
  pointwise("accumulate", 2, (at) => [...at(0), ...at(1), ...addVectors]),
  pointwise("scale", 2, (at) => [...at(0), ...at(1), ...multiplyVectors]),
  pointwise("absolute", 2, (at) => [...at(0), ...absoluteVector]),
  pointwise("exponential", 3, (at) => [...at(1), ...one(0), ...multiplyVectors, ...power(5, 6)], 2),
  pointwise(
    "logistic",
    3,
    (at) => [
      ...spread(1),
      ...spread(1),
      ...at(1),
      ...one(0),
      ...multiplyVectors,
      ...power(5, 6),
      ...addVectors,
      ...divideVectors,
    ],
    2,
  ),
  pointwise("logarithm", 3, (at) => [...at(1), ...one(0), ...addVectors, ...logarithm(5, 6, 7)], 3),
  rowwise("rowTimes", (at, one) => [...at(0), ...one(1), ...multiplyVectors]),
  rowwise("columnTimes", (at) => [...at(0), ...at(1), ...multiplyVectors]),
  rowwise("difference", (at, one) => [...one(0), ...at(1), ...subtractVectors]),
  rowwise("sum", (at, one) => [...one(0), ...at(1), ...addVectors]),
  rowwise("larger", (at) => [...at(0), ...at(2), ...largerOfVectors]),
  rowwise("standard", (at) => {
    const c = (k: number) => [...get(1), ...loadSpread(4 * k)];
    const scaled = [...at(0), ...c(0), ...subtractVectors, ...c(1), ...multiplyVectors];
    return within(scaled, [...zeroVector, ...c(2), ...subtractVectors], c(2));
  }),
];
