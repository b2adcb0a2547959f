import {
  type AlignerModel,
  type Alignment,
  type ChapterFeatures,
  calibrate,
  cellScorer,
  likeliestLinks,
  noPins,
  oddsScorer,
  probabilities,
  tiers,
} from "@plotline/align";
import type { Example, Lesson } from "./example.ts";
import { type TeacherOptions, type Teachers, teach } from "./teachers.ts";
import { train, trainingDefaults } from "./train.ts";

export interface LearningOptions extends TeacherOptions {
  /**
   * The student, which learns from the voting networks without dropout: its channels, and its passes over all chapters.
   */
  readonly student: { readonly channels: number; readonly passes: number };
}

export const learningDefaults: LearningOptions = {
  ...trainingDefaults,
  tier: "table",
  channels: 32,
  before: 2,
  after: 1,
  members: 4,
  student: { channels: 12, passes: 12 },
  seed: 1,
};

/**
 * Learns an aligner from chapters with gold: networks that vote learn from gold, and one network learns from them, on
 * the same chapters and on chapters that nobody annotated.
 */
export async function learn(
  examples: readonly Example[],
  unannotated: readonly ChapterFeatures[],
  options: LearningOptions,
  onStep: () => void = () => undefined,
): Promise<AlignerModel> {
  return distil(await teach(examples, options, onStep), unannotated, options, onStep);
}

/** The links that a model makes of each example. */
export function linksBy(model: AlignerModel): (example: Example) => Alignment {
  const odds = oddsScorer(model);
  return ({ features }) => likeliestLinks(odds(features), noPins);
}

/**
 * One network in place of several, at a fraction of their cost. Where there is gold it learns the mean of gold and the
 * voter that has not seen the work; elsewhere the mean of the voters. Its confidences are fitted to theirs.
 */
async function distil(
  { model, unseen }: Teachers,
  unannotated: readonly ChapterFeatures[],
  options: LearningOptions,
  onStep: () => void,
): Promise<AlignerModel> {
  const { features, scale, works } = model;
  const { channels, passes } = options.student;
  const architecture = { ...model.architecture, channels };
  const score = cellScorer(model);
  const claims: Lesson[] = [
    ...[...unseen].map(([each, targets]) => ({ features: each.features, targets })),
    ...unannotated.map((chapter) => ({
      features: chapter,
      targets: probabilities(score(chapter).values, model.calibration),
    })),
  ];
  const lessons = [...[...unseen].map(([each, claimed]) => between(each, claimed)), ...claims.slice(unseen.size)];
  const training = { ...options, epochs: passes, dropout: 0 };
  const members = [
    await train(
      lessons,
      { features: tiers[options.tier], scale },
      architecture,
      training,
      options.seed * 100 + 99,
      onStep,
    ),
  ];
  const student = cellScorer({ features, architecture, scale, members });
  const judged = claims.map((each) => ({ logits: student(each.features).values, targets: each.targets }));
  return { features, architecture, scale, members, calibration: calibrate(judged), works };
}

function between({ features, targets }: Example, claimed: Float32Array): Lesson {
  return { features, targets: targets.map((target, cell) => (target + claimed[cell]!) / 2) };
}
