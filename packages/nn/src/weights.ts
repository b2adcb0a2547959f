import { base64Of, bytesOf, fnv, Problem } from "@plotline/base";
import { elements, sameShape, showShape, type Value, type Values } from "./shape.ts";

/**
 * Weights as plain data for a JSON file: whole numbers of 8 or 16 bits in base64, and the size of one step in each row.
 */
export type PackedWeights = Readonly<Record<string, PackedTensor>>;

export interface PackedTensor {
  readonly shape: readonly number[];
  /** 8 or 16. */
  readonly bits: number;
  readonly steps: string;
  readonly values: string;
  /** A checksum of the rest; weights of the first version have none. */
  readonly check?: number;
}

/** Weights as plain data, with numbers of 8 or 16 bits. */
export function packWeights(weights: Values, bits: 8 | 16 = 16): PackedWeights {
  return Object.fromEntries(Object.entries(weights).map(([name, value]) => [name, packTensor(value, bits)]));
}

/** The weights under the names and shapes that a model declares. */
export function unpackWeights(
  packed: PackedWeights,
  declared: readonly { readonly name: string; readonly shape: readonly number[] }[],
): Values {
  const weights: Record<string, Value> = {};
  for (const { name, shape } of declared) {
    const tensor = packed[name];
    if (tensor === undefined) throw otherModel(`they have no "${name}"`);
    if (!sameShape(tensor.shape, shape))
      throw otherModel(`"${name}" is ${showShape(tensor.shape)}, not ${showShape(shape)}`);
    weights[name] = unpackTensor(name, tensor);
  }
  return weights;
}

function packTensor({ shape, data }: Value, bits: 8 | 16): PackedTensor {
  const width = shape.at(-1) ?? 1;
  const steps = new Float32Array(data.length / width);
  const values = bits === 8 ? new Int8Array(data.length) : new Int16Array(data.length);
  const most = 2 ** (bits - 1) - 1;
  for (let row = 0; row < steps.length; row++) {
    const own = data.subarray(row * width, (row + 1) * width);
    let largest = 1e-9;
    for (const value of own) largest = Math.max(largest, Math.abs(value));
    steps[row] = largest / most;
    for (let k = 0; k < width; k++) values[row * width + k] = Math.round(own[k]! / steps[row]!);
  }
  const packed = { shape, bits, steps: base64Of(bytesIn(steps)), values: base64Of(bytesIn(values)) };
  return { ...packed, check: checkOf(packed) };
}

function unpackTensor(name: string, packed: PackedTensor): Value {
  const { shape, bits, steps, values, check } = packed;
  if (check !== undefined && check !== checkOf(packed))
    throw new Problem(
      `These weights are damaged: the checksum of "${name}" does not match; restore the file from a copy.`,
    );
  const scales = new Float32Array(bytesOf(steps).buffer);
  const bytes = bytesOf(values).buffer;
  const numbers = bits === 8 ? new Int8Array(bytes) : new Int16Array(bytes);
  const width = shape.at(-1) ?? 1;
  if (numbers.length !== elements(shape) || scales.length !== numbers.length / width)
    throw new Problem(`These weights are damaged: "${name}" does not have the numbers that its shape needs.`);
  const data = new Float32Array(numbers.length);
  for (let k = 0; k < data.length; k++) data[k] = numbers[k]! * scales[Math.floor(k / width)]!;
  return { shape, data };
}

/** FNV-1a: it runs in a tab too, and it must detect damage, not malice. */
function checkOf({ shape, bits, steps, values }: PackedTensor): number {
  return fnv(values, fnv(steps, fnv(`${shape.join("×")}:${bits}:`))) >>> 0;
}

function otherModel(how: string): Problem {
  return new Problem(`These weights are of another version: ${how}; train them again.`);
}

function bytesIn({ buffer }: { readonly buffer: ArrayBufferLike }): Uint8Array {
  return new Uint8Array(buffer);
}
