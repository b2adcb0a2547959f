import {
  type AlignerModel,
  type Architecture,
  calibrate,
  cellScorer,
  probabilities,
  type Tier,
  tiers,
} from "@plotline/align";
import type { Values } from "@plotline/nn";
import { type Example, scaleOf } from "./example.ts";
import { type TrainingOptions, train } from "./train.ts";

export interface TeacherOptions extends TrainingOptions {
  /** What the networks see. */
  readonly tier: Tier;
  readonly channels: number;
  readonly before: number;
  readonly after: number;
  /** Networks that vote; each leaves out its share of the works, on which the confidences are calibrated. */
  readonly members: number;
  readonly seed: number;
}

/** Networks that vote, and what each example looks like to one that has not learned from its work. */
export interface Teachers {
  readonly model: AlignerModel;
  readonly unseen: ReadonlyMap<Example, Float32Array>;
}

/** Works are distinguished by title, so that none is on both sides. */
export async function teach(
  examples: readonly Example[],
  options: TeacherOptions,
  onStep: () => void,
): Promise<Teachers> {
  const seen = tiers[options.tier];
  const features = seen.map(({ name }) => name);
  const scale = scaleOf(
    examples.map((each) => each.features),
    seen,
  );
  const { channels, before, after } = options;
  const architecture: Architecture = { inputs: seen.length, channels, before, after };
  const logits = new Map<Example, Float32Array>();
  const members: Values[] = [];
  for (const [k, left] of dealt(examples, options.members).entries()) {
    const others = examples.filter((each) => !left.includes(each));
    const lessons = others.length > 0 ? others : examples;
    const weights = await train(
      lessons,
      { features: seen, scale },
      architecture,
      options,
      options.seed * 100 + k,
      onStep,
    );
    const score = cellScorer({ features, architecture, scale, members: [weights] });
    for (const each of left) logits.set(each, Float32Array.from(score(each.features).values));
    members.push(weights);
  }
  const calibration = calibrate([...logits].map(([{ targets }, own]) => ({ logits: own, targets })));
  const unseen = new Map([...logits].map(([each, own]) => [each, probabilities(own, calibration)]));
  return { model: { features, architecture, scale, members, calibration, works: titles(examples) }, unseen };
}

/** Divides works into this many parts, in the order of their titles. */
export function dealt(examples: readonly Example[], count: number): Example[][] {
  const part = new Map(titles(examples).map((work, k) => [work, k % count]));
  return Array.from({ length: count }, (_, k) => examples.filter(({ work }) => part.get(work) === k));
}

function titles(examples: readonly Example[]): string[] {
  return [...new Set(examples.map(({ work }) => work))].sort((a, b) => (a < b ? -1 : 1));
}
