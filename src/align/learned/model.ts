import { type Matrix, matrix } from "../../similarity/matrix.ts";
import type { Calibration } from "./calibrate.ts";
import type { ChapterFeatures } from "./features.ts";
import { feeder, type Scale } from "./feed.ts";
import { type Feed, Network } from "./network.ts";
import { eights, fours, type Grid, grid, type Planes } from "./planes.ts";
import type { Architecture } from "./shape.ts";

/** Everything that was learned: networks that vote, the scale of their features, and what their logits mean. */
export interface Model {
  readonly architecture: Architecture;
  readonly scale: Scale;
  readonly members: readonly Float32Array[];
  readonly calibration: Calibration;
  /** The titles of the works whose gold it learned from. */
  readonly works: readonly string[];
}

/** The mean logit of every cell. */
export type CellScorer = (chapter: ChapterFeatures) => Matrix;

/** One network uses the members' parameters in turn, so that its room is needed once. */
export function cellScorer({ architecture, scale, members }: Omit<Model, "calibration" | "works">): CellScorer {
  const network = new Network(architecture);
  const voters = members.map((parameters) => network.load(parameters));
  return (chapter) => {
    const logits = matrix(chapter.rows, chapter.columns);
    const shape = grid(chapter.rows, chapter.columns);
    const start = network.arena.mark();
    const feed = feeder(network, chapter, scale);
    const source = logits.values.length <= mostKept ? fed(network, shape, feed) : feed;
    for (const voter of voters) {
      network.use(voter);
      const mark = network.arena.mark();
      const tape = network.run(shape, source);
      const { values } = network.cells(shape, tape.logits);
      network.arena.release(mark);
      for (let cell = 0; cell < values.length; cell++) logits.values[cell]! += values[cell]! / members.length;
    }
    network.arena.release(start);
    return logits;
  };
}

/** Features of chapters up to this many cells are kept for all members; those of longer ones are written for each. */
const mostKept = 200_000;

function fed(network: Network, shape: Grid, feed: Feed): Planes {
  const planes = network.planes(fours(network.architecture.inputs), eights(shape.rows * shape.stride) + 8);
  feed(planes, 0, shape.rows);
  return planes;
}

/** The same, calibrated: ln(p / (1 − p)). */
export function oddsScorer(model: Model): CellScorer {
  const score = cellScorer(model);
  const { slope, shift } = model.calibration;
  return (chapter) => {
    const logits = score(chapter);
    const { values } = logits;
    for (let cell = 0; cell < values.length; cell++) values[cell] = slope * values[cell]! + shift;
    return logits;
  };
}
