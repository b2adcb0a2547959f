import { type Matrix, matrix } from "../../similarity/matrix.ts";
import { feeder, type Scale } from "./example.ts";
import type { ChapterFeatures } from "./features.ts";
import { grid, Network } from "./network.ts";
import type { Architecture } from "./shape.ts";

/** P(link) = 1 / (1 + exp(−(slope · logit + shift))). */
export interface Calibration {
  readonly slope: number;
  readonly shift: number;
}

/** Everything that was learned: networks that vote, the scale of their features, and what their logits mean. */
export interface Model {
  readonly architecture: Architecture;
  readonly scale: Scale;
  readonly members: readonly Float32Array[];
  readonly calibration: Calibration;
}

/** The mean logit of every cell. */
export type CellScorer = (chapter: ChapterFeatures) => Matrix;

/** One network takes the members' parameters in turn, so that its room is needed once. */
export function cellScorer({ architecture, scale, members }: Omit<Model, "calibration">): CellScorer {
  const network = new Network(architecture);
  return (chapter) => {
    const logits = matrix(chapter.rows, chapter.columns);
    const shape = grid(chapter.rows, chapter.columns);
    for (const parameters of members) {
      network.set(parameters);
      const mark = network.arena.mark();
      const tape = network.run(shape, feeder(network, chapter, scale));
      const { values } = network.cells(shape, tape.logits);
      network.arena.release(mark);
      for (let cell = 0; cell < values.length; cell++) logits.values[cell]! += values[cell]! / members.length;
    }
    return logits;
  };
}

/** The same, calibrated: ln(p / (1 − p)). */
export function oddsScorer(model: Model): CellScorer {
  const score = cellScorer(model);
  const { slope, shift } = model.calibration;
  return (chapter) => {
    const logits = score(chapter);
    return { ...logits, values: logits.values.map((logit) => slope * logit + shift) };
  };
}
