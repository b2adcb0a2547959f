import { Problem } from "@plotline/base";
import type { PackedWeights } from "@plotline/nn";
import { featuresNamed } from "./inputs.ts";
import type { AlignerModel } from "./model.ts";
import { type Architecture, alignerNetwork, weightsFor } from "./network.ts";

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

/** The model in a data file. */
export function unpack(packed: PackedModel): AlignerModel {
  const { features, architecture, calibration, middles, spreads, works } = packed;
  const fits = [middles.length, spreads.length, featuresNamed(features).length].every(
    (count) => count === architecture.inputs,
  );
  if (!fits) throw new Problem("The weights of the aligner are of another version; train them again.");
  return {
    features,
    architecture,
    calibration,
    scale: { middles: Float32Array.from(middles), spreads: Float32Array.from(spreads) },
    members: packed.members.map((weights) => weightsFor(alignerNetwork(architecture), weights)),
    works,
  };
}
