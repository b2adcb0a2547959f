import { logistic } from "@plotline/base";
import defaults from "./data/calibration.json" with { type: "json" };
import { type Sure, steps } from "./prompt/prompt.ts";

/** P(link) = 1 / (1 + exp(−(a + b · odds))): a for each of the three steps, odds those of plotline, ln(p / (1 − p)). */
export interface JudgeCalibration {
  readonly sure: Readonly<Record<Sure, number>>;
  readonly odds: number;
}

/** Fitted on chapters of the sample and the open corpus (docs/model.md). */
export const shippedCalibration: JudgeCalibration = defaults;

/** A link of the model in a chapter with gold. */
export interface LinkOutcome {
  readonly work: string;
  readonly sure: Sure;
  readonly odds: number;
  readonly right: boolean;
}

export function confidenceOf({ sure, odds }: JudgeCalibration, step: Sure, own: number): number {
  return logistic(sure[step] + odds * bounded(own));
}

/**
 * Logistic regression, regularised towards what ships: `weight` counts as that many links for each parameter. Newton's
 * method, one number after the other; the log-likelihood is concave, so this finds its only maximum.
 */
export function fitCalibration(
  outcomes: readonly LinkOutcome[],
  near: JudgeCalibration = shippedCalibration,
  weight = 4,
): JudgeCalibration {
  const sure = { ...near.sure };
  let { odds } = near;
  for (let round = 0; round < 60; round++) {
    for (const step of steps) {
      const own = outcomes.filter((outcome) => outcome.sure === step);
      sure[step] += newtonStep(own, { sure, odds }, () => 1, weight * (near.sure[step] - sure[step]), weight);
    }
    odds += newtonStep(outcomes, { sure, odds }, (own) => bounded(own), weight * (near.odds - odds), weight);
  }
  return { sure, odds };
}

/** Beyond this, plotline's odds carry no more information. */
const furthest = 5;

function bounded(odds: number): number {
  return Math.max(-furthest, Math.min(furthest, odds));
}

function newtonStep(
  outcomes: readonly LinkOutcome[],
  at: JudgeCalibration,
  input: (odds: number) => number,
  gradient: number,
  curvature: number,
): number {
  let [slope, bend] = [gradient, curvature];
  for (const { sure, odds, right } of outcomes) {
    const [p, x] = [confidenceOf(at, sure, odds), input(odds)];
    slope += (Number(right) - p) * x;
    bend += p * (1 - p) * x * x;
  }
  return bend > 1e-9 ? slope / bend : 0;
}
