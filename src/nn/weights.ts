import { Problem } from "../problem.ts";
import { elements, sameShape, showShape } from "./shape.ts";
import type { Value, Values } from "./values.ts";

/** Weights as plain data for a JSON file: 16 bits each, in base64, with a scale for each tensor. */
export type PackedWeights = Readonly<Record<string, PackedTensor>>;

export interface PackedTensor {
  readonly shape: readonly number[];
  readonly scale: number;
  readonly values: string;
}

export function packWeights(weights: Values): PackedWeights {
  return Object.fromEntries(Object.entries(weights).map(([name, value]) => [name, packTensor(value)]));
}

/** The weights under the names and shapes that a model expects. */
export function unpackWeights(packed: PackedWeights, expected: readonly { name: string; shape: readonly number[] }[]) {
  const weights: Record<string, Value> = {};
  for (const { name, shape } of expected) {
    const tensor = packed[name];
    if (tensor === undefined) throw new Problem(`These weights are of another model: they have no "${name}".`);
    if (!sameShape(tensor.shape, shape))
      throw new Problem(
        `These weights are of another model: "${name}" is ${showShape(tensor.shape)}, not ${showShape(shape)}.`,
      );
    weights[name] = unpackTensor(tensor);
  }
  return weights;
}

function packTensor({ shape, data }: Value): PackedTensor {
  let largest = 1e-9;
  for (const value of data) largest = Math.max(largest, Math.abs(value));
  const scale = Number((largest / 32_700).toPrecision(6));
  const bytes = new Uint8Array(data.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [k, value] of data.entries()) view.setInt16(2 * k, Math.round(value / scale), true);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { shape, scale, values: btoa(text) };
}

function unpackTensor({ shape, scale, values }: PackedTensor): Value {
  const bytes = Uint8Array.from(atob(values), (letter) => letter.charCodeAt(0));
  if (bytes.length !== 2 * elements(shape))
    throw new Problem("These weights are damaged: a tensor has another length.");
  const view = new DataView(bytes.buffer);
  return { shape, data: Float32Array.from({ length: bytes.length / 2 }, (_, k) => view.getInt16(2 * k, true) * scale) };
}
