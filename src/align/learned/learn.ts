import type { Alignment } from "../../corpus/types.ts";
import { noPins } from "../method.ts";
import { decide } from "./decide.ts";
import { type Example, scaleOf } from "./example.ts";
import { type Calibration, cellScorer, type Model, oddsScorer } from "./model.ts";
import type { Architecture } from "./shape.ts";
import { type TrainingOptions, train, trainingDefaults } from "./train.ts";

export interface LearningOptions extends TrainingOptions {
  readonly channels: number;
  readonly before: number;
  readonly after: number;
  /** Networks that vote; each leaves out its share of the works, on which the confidences are calibrated. */
  readonly members: number;
  readonly seed: number;
}

export const learningDefaults: LearningOptions = {
  ...trainingDefaults,
  channels: 32,
  before: 2,
  after: 1,
  members: 4,
  seed: 1,
};

/** Learns an aligner from chapters with gold. Works are told apart by title, so that none is on both sides. */
export function learn(
  examples: readonly Example[],
  options: LearningOptions,
  onStep: () => void = () => undefined,
): Model {
  const scale = scaleOf(examples.map(({ features }) => features));
  const architecture: Architecture = { ...options, inputs: scale.middles.length };
  const parts = dealt(examples, options.members);
  const judged: Judged[] = [];
  const members = parts.map((left, k) => {
    const others = examples.filter((each) => !left.includes(each));
    const parameters = train(
      others.length > 0 ? others : examples,
      scale,
      architecture,
      options,
      `${options.seed} ${k}`,
      onStep,
    );
    const score = cellScorer({ architecture, scale, members: [parameters] });
    for (const { features, gold } of left) judged.push({ logits: score(features).values, gold });
    return parameters;
  });
  return { architecture, scale, members, calibration: calibrate(judged), works: titles(examples) };
}

/** The links that a model makes of each example. */
export function linksBy(model: Model): (example: Example) => Alignment {
  const odds = oddsScorer(model);
  return ({ features }) => decide(odds(features), noPins);
}

/** Deals works out to this many parts, in the order of their titles. */
export function dealt(examples: readonly Example[], count: number): Example[][] {
  const part = new Map(titles(examples).map((work, k) => [work, k % count]));
  return Array.from({ length: count }, (_, k) => examples.filter(({ work }) => part.get(work) === k));
}

function titles(examples: readonly Example[]): string[] {
  return [...new Set(examples.map(({ work }) => work))].sort((a, b) => (a < b ? -1 : 1));
}

interface Judged {
  readonly logits: Float32Array | Float64Array;
  readonly gold: Uint8Array;
}

/** Logistic regression of gold on the logits of cells that their network has not learned from (Platt 1999). */
export function calibrate(chapters: readonly Judged[]): Calibration {
  let [slope, shift] = [0, 0];
  for (let round = 0; round < 25; round++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-6, 0, 1e-6];
    for (const { logits, gold } of chapters)
      for (let k = 0; k < gold.length; k++) {
        const x = logits[k]!;
        const p = 1 / (1 + Math.exp(-(slope * x + shift)));
        const [error, weight] = [p - gold[k]!, p * (1 - p)];
        g0 += error;
        g1 += error * x;
        h00 += weight;
        h01 += weight * x;
        h11 += weight * x * x;
      }
    const determinant = h00 * h11 - h01 * h01;
    if (!(determinant > 1e-9)) break;
    shift -= (h11 * g0 - h01 * g1) / determinant;
    slope -= (h00 * g1 - h01 * g0) / determinant;
  }
  return slope > 0 && Number.isFinite(slope + shift) ? { slope, shift } : { slope: 1, shift: 0 };
}
