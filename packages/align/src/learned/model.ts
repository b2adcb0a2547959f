import { Problem } from "@plotline/base";
import { type PackedWeights, PortableProgram, type Values } from "@plotline/nn";
import { type Matrix, matrix } from "../similarity/similarity.ts";
import type { Platt } from "./calibrate.ts";
import type { ChapterFeatures } from "./features.ts";
import { featuresNamed, networkInput, type Scale } from "./inputs.ts";
import { type Architecture, alignerNetwork, outputsOf, weightsFor } from "./network.ts";

/** Everything that was learned: networks that vote, the scale of their features, and what their logits mean. */
export interface AlignerModel {
  /** The names of its features, in their order. */
  readonly features: readonly string[];
  readonly architecture: Architecture;
  readonly scale: Scale;
  readonly members: readonly Values[];
  readonly calibration: Platt;
  /** The titles of the works whose gold it learned from. */
  readonly works: readonly string[];
}

/** The mean logit of every cell. */
type CellScorer = (chapter: ChapterFeatures) => Matrix;

/** Scores chapters by the networks of a model. */
export function cellScorer(model: Omit<AlignerModel, "calibration" | "works">): CellScorer {
  const { architecture, scale, members } = model;
  const seen = featuresNamed(model.features);
  const program = new PortableProgram([outputsOf(alignerNetwork(architecture)).logits]);
  const inputs = new InputBuffer();
  return (chapter) => {
    const { rows, columns } = chapter;
    const logits = matrix(rows, columns);
    const data = networkInput(chapter, seen, scale, inputs.of(seen.length * rows * columns));
    const features = { shape: [architecture.inputs, rows, columns], data };
    for (const weights of members) {
      const data = program.run({ ...weights, features })[0]!.data;
      for (let cell = 0; cell < data.length; cell++) logits.values[cell]! += data[cell]! / members.length;
    }
    return logits;
  };
}

/** Memory for a network's input, used again for the next chapter unless it is large. */
export class InputBuffer {
  private held = new Float32Array(0);

  of(length: number): Float32Array {
    if (length > mostHeld) return new Float32Array(length);
    if (length > this.held.length) this.held = new Float32Array(Math.min(mostHeld, 2 * length));
    return this.held.subarray(0, length);
  }
}

/** 24 MB. */
const mostHeld = 6 * 2 ** 20;

/** The same, calibrated: ln(p / (1 − p)). */
export function oddsScorer(model: AlignerModel): CellScorer {
  const score = cellScorer(model);
  const { slope, shift } = model.calibration;
  return (chapter) => {
    const logits = score(chapter);
    const { values } = logits;
    for (let cell = 0; cell < values.length; cell++) values[cell] = slope * values[cell]! + shift;
    return logits;
  };
}

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
