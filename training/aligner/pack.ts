import type { AlignerModel, PackedModel } from "@plotline/align";
import { packWeights } from "@plotline/nn";

const about =
  "Weights of plotline's aligner: numbers over its own features, learned from gold alignments by npm run train -- aligner or training/torch.";

/** A model as a data file. */
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

function digits(value: number): number {
  return Number(value.toPrecision(6));
}
