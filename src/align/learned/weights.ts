import { Problem } from "../../problem.ts";
import type { Model } from "./model.ts";
import { type Architecture, layout } from "./shape.ts";

/** A model as a data file: parameters in 16 bits each, in base64. */
export interface PackedModel {
  readonly about: string;
  readonly works: readonly string[];
  readonly architecture: Architecture;
  readonly calibration: Model["calibration"];
  readonly middles: readonly number[];
  readonly spreads: readonly number[];
  readonly members: readonly { readonly scale: number; readonly parameters: string }[];
}

const about =
  "Weights of plotline's aligner: numbers over its own features, learned from gold alignments by `plotline train aligner`.";

export function pack({ architecture, scale, members, calibration, works }: Model): PackedModel {
  const { inputs, channels, before, after } = architecture;
  return {
    about,
    works,
    architecture: { inputs, channels, before, after },
    calibration: { slope: digits(calibration.slope), shift: digits(calibration.shift) },
    middles: Array.from(scale.middles, digits),
    spreads: Array.from(scale.spreads, digits),
    members: members.map(packParameters),
  };
}

export function unpack(packed: PackedModel): Model {
  const { architecture, calibration, middles, spreads, works } = packed;
  const { size } = layout(architecture);
  const members = packed.members.map(unpackParameters);
  const fits = members.every((parameters) => parameters.length === size) && middles.length === architecture.inputs;
  if (!fits || spreads.length !== middles.length)
    throw new Problem("The weights of the aligner are of another version; train them again.");
  return {
    architecture,
    calibration,
    scale: { middles: Float32Array.from(middles), spreads: Float32Array.from(spreads) },
    members,
    works,
  };
}

function digits(value: number): number {
  return Number(value.toPrecision(6));
}

function packParameters(parameters: Float32Array): PackedModel["members"][number] {
  let largest = 1e-9;
  for (const value of parameters) largest = Math.max(largest, Math.abs(value));
  const scale = digits(largest / 32_700);
  const bytes = new Uint8Array(parameters.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [k, value] of parameters.entries()) view.setInt16(2 * k, Math.round(value / scale), true);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { scale, parameters: btoa(text) };
}

function unpackParameters({ scale, parameters }: PackedModel["members"][number]): Float32Array {
  const bytes = Uint8Array.from(atob(parameters), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 2 }, (_, k) => view.getInt16(2 * k, true) * scale);
}
