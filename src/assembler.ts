/**
 * As much of a WebAssembly assembler as our kernels need: functions over 32-bit addresses and vectors of 128 bits, which
 * hold four floats or sixteen bytes. The same bytes run in Node and in browsers.
 */

export type Code = readonly number[];

/** A kernel: numbers in, nothing out; it works on the memory. */
export interface KernelCode {
  readonly name: string;
  readonly parameters: number;
  /** Further local addresses and counts, after the parameters. */
  readonly integers: number;
  /** Vectors, after the integers. */
  readonly vectors: number;
  readonly body: Code;
}

/** A module that imports `plotline.memory` and exports each kernel under its name. */
export function assemble(kernels: readonly KernelCode[]): Uint8Array<ArrayBuffer> {
  const types = kernels.map(({ parameters }) => [0x60, ...list(Array<number[]>(parameters).fill([i32])), 0]);
  const memory = [...text("plotline"), ...text("memory"), 2, 0, 1];
  const bodies = kernels.map((kernel) => {
    const locals = list([
      [...unsigned(kernel.integers), i32],
      [...unsigned(kernel.vectors), v128],
    ]);
    const code = [...locals, ...kernel.body, 0x0b];
    return [...unsigned(code.length), ...code];
  });
  const indices = kernels.map((_, k) => unsigned(k));
  const exported = kernels.map(({ name }, k) => [...text(name), 0, ...unsigned(k)]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list([memory])),
    ...section(3, list(indices)),
    ...section(7, list(exported)),
    ...section(10, list(bodies)),
  ]);
}

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number): Code => [0x21, ...unsigned(local)];
export const constant = (value: number): Code => [0x41, ...signed(value)];
export const add: Code = [0x6a];
export const subtract: Code = [0x6b];
export const multiply: Code = [0x6c];
export const load = (offset: number): Code => [0x28, 2, ...unsigned(offset)];
export const store = (offset: number): Code => [0x36, 2, ...unsigned(offset)];
export const loadByte = (offset: number): Code => [0x2d, 0, ...unsigned(offset)];
export const loadTwoBytes = (offset: number): Code => [0x2f, 0, ...unsigned(offset)];
export const isZero: Code = [0x45];
export const isEqual: Code = [0x46];
export const isUnequal: Code = [0x47];
export const isBelow: Code = [0x49];
export const isAtLeast: Code = [0x4f];
export const both: Code = [0x71];
export const either: Code = [0x72];
export const different: Code = [0x73];
export const shiftedRight: Code = [0x76];
/** How many zero bits a number ends with. */
export const endingZeros: Code = [0x68];

/** Numbers of 64 bits, which live on the stack only. */
export const wide = (value: bigint): Code => [0x42, ...signedWide(BigInt.asIntN(64, value))];
export const addWide: Code = [0x7c];
export const multiplyWide: Code = [0x7e];
export const shiftRightWide: Code = [0x88];
export const narrowed: Code = [0xa7];

/** Runs the body once; `leave(0)` inside goes behind it. */
export const block = (body: Code): Code => [0x02, 0x40, ...body, 0x0b];
/** Runs the body once; `leave(0)` inside goes back to its start. */
export const loop = (body: Code): Code => [0x03, 0x40, ...body, 0x0b];
/** Runs the body where the number on the stack is not 0. */
export const when = (body: Code): Code => [0x04, 0x40, ...body, 0x0b];
/** Out of (or back to the start of) the block, loop or `when` this many levels up; the second only if the stack says so. */
export const leave = (levels: number): Code => [0x0c, levels];
export const leaveIf = (levels: number): Code => [0x0d, levels];

export const loadVector = (offset: number): Code => [0xfd, 0x00, 2, ...unsigned(offset)];
export const storeVector = (offset: number): Code => [0xfd, 0x0b, 2, ...unsigned(offset)];
/** One float in all four places. */
export const loadSpread = (offset: number): Code => [0xfd, 0x09, 2, ...unsigned(offset)];
export const zeroVector: Code = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
export const spread = (value: number): Code => [0x43, ...floatBytes(value), 0xfd, 0x13];
export const addVectors: Code = [0xfd, 0xe4, 1];
export const multiplyVectors: Code = [0xfd, 0xe6, 1];
export const subtractVectors: Code = [0xfd, 0xe5, 1];
export const divideVectors: Code = [0xfd, 0xe7, 1];
/** Of two vectors the smaller and the larger numbers: one instruction each, but no order for what is no number. */
export const smallerOfVectors: Code = [0xfd, 0xea, 1];
export const largerOfVectors: Code = [0xfd, 0xeb, 1];
export const absoluteVector: Code = [0xfd, 0xe0, 1];
export const nearestVector: Code = [0xfd, 0x6a];
export const isLess: Code = [0xfd, 0x43];
export const bothBits: Code = [0xfd, 0x4e];
export const eitherBits: Code = [0xfd, 0x50];
/** Vectors of four whole numbers, in the same 128 bits. */
export const spreadWhole = (value: number): Code => [...constant(value), 0xfd, 0x11];
export const shiftLeft = (by: number): Code => [...constant(by), 0xfd, 0xab, 1];
export const shiftRight = (by: number): Code => [...constant(by), 0xfd, 0xad, 1];
export const addWholes: Code = [0xfd, 0xae, 1];
export const subtractWholes: Code = [0xfd, 0xb1, 1];
export const toWholes: Code = [0xfd, 0xf8, 1];
export const fromWholes: Code = [0xfd, 0xfa, 1];
export const isGreater: Code = [0xfd, 0x44];
/** Of two vectors the first where the mask above them is set, else the second. */
export const choose: Code = [0xfd, 0x52];
/** One byte in all sixteen places. */
export const spreadByte = (value: number): Code => [...constant(value), 0xfd, 0x0f];
export const subtractBytes: Code = [0xfd, 0x71];
/** Bytes count from 0 to 255 here. */
export const isBelowBytes: Code = [0xfd, 0x26];
export const differentBits: Code = [0xfd, 0x51];
/** 1 where any bit of a vector is set. */
export const anyBit: Code = [0xfd, 0x53];
/** The highest bit of each of sixteen bytes, the first byte's lowest. */
export const highBits: Code = [0xfd, 0x64];
/** Half of a vector as a number of 64 bits. */
export const half = (k: number): Code => [0xfd, 0x1d, k];

export const lane = (k: number): Code => [0xfd, 0x1f, k];
export const addFloats: Code = [0x92];
export const loadFloat = (offset: number): Code => [0x2a, 2, ...unsigned(offset)];
export const storeFloat = (offset: number): Code => [0x38, 2, ...unsigned(offset)];

/** Adds a constant to a local. */
export const step = (local: number, by: number): Code => [...get(local), ...constant(by), ...add, ...set(local)];

/** local ← from; do body, local += by; while local < to. The body runs at least once. */
export function each(local: number, from: Code, to: Code, by: number, body: Code): Code {
  const again = [...step(local, by), ...get(local), ...to, 0x49, 0x0d, 0];
  return [...from, ...set(local), 0x03, 0x40, ...body, ...again, 0x0b];
}

const i32 = 0x7f;
const v128 = 0x7b;

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content];
}

function list(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function text(name: string): Code {
  return [name.length, ...Array.from(name, (letter) => letter.charCodeAt(0))];
}

/** LEB128, seven bits a byte. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const low = value & 0x7f;
  const rest = value >> 7;
  const done = (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40);
  return done ? [low] : [low | 0x80, ...signed(rest)];
}

function signedWide(value: bigint): Code {
  const low = Number(value & 0x7fn);
  const rest = value >> 7n;
  const done = (rest === 0n && low < 0x40) || (rest === -1n && low >= 0x40);
  return done ? [low] : [low | 0x80, ...signedWide(rest)];
}

function floatBytes(value: number): Code {
  return [...new Uint8Array(Float32Array.of(value).buffer)];
}
