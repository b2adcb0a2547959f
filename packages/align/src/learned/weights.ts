import { Problem } from "@plotline/base";
import { model, type PackedWeights, packWeights, unpackWeights } from "@plotline/nn";
import { featuresNamed } from "./inputs.ts";
import type { AlignerModel } from "./model.ts";
import { type Architecture, alignerNetwork } from "./network.ts";

/** A model as a data file. */
export interface PackedModel {
  readonly about: string;
  readonly works: readonly string[];
  /** The names of its features, in their order. */
  readonly features: readonly string[];
  readonly architecture: Architecture;
  readonly calibration: AlignerModel["calibration"];
  readonly middles: readonly number[];
  readonly spreads: readonly number[];
  readonly members: readonly PackedWeights[];
}

const about =
  "Weights of plotline's aligner: numbers over its own features, learned from gold alignments by npm run train -- aligner or training/torch.";

export function pack({ features, architecture, scale, members, calibration, works }: AlignerModel): PackedModel {
  const { inputs, channels, before, after } = architecture;
  return {
    about,
    works,
    features,
    architecture: { inputs, channels, before, after },
    calibration: { slope: digits(calibration.slope), shift: digits(calibration.shift) },
    middles: Array.from(scale.middles, digits),
    spreads: Array.from(scale.spreads, digits),
    members: members.map((weights) => packWeights(weights)),
  };
}

export function unpack(packed: PackedModel): AlignerModel {
  const { features, architecture, calibration, middles, spreads, works } = packed;
  const fits = [middles.length, spreads.length, featuresNamed(features).length].every(
    (count) => count === architecture.inputs,
  );
  if (!fits) throw new Problem("The weights of the aligner are of another version; train them again.");
  const { declarations } = model(alignerNetwork(architecture));
  return {
    features,
    architecture,
    calibration,
    scale: { middles: Float32Array.from(middles), spreads: Float32Array.from(spreads) },
    members: packed.members.map((weights) => unpackWeights(weights, declarations)),
    works,
  };
}

function digits(value: number): number {
  return Number(value.toPrecision(6));
}
