import { logistic } from "@plotline/base";
import defaults from "./data/calibration.json" with { type: "json" };
import { type Sure, steps } from "./prompt/prompt.ts";

/** What an answer says about a paragraph that the model saw: how sure it names it, or that it does not. */
export type Said = Sure | "unnamed";
const sayings = [...steps, "unnamed"] as const;

/**
 * A model's word as evidence beside plotline's own odds: ln(p / (1 − p)) of a cell is a + b · odds, with one a for each
 * thing that it can say. A model whose word is worth nothing has every a = 0 and b = 1.
 */
export interface JudgeCalibration {
  readonly said: Readonly<Record<Said, number>>;
  readonly odds: number;
}

/** Fitted on a careful reader's answers (docs/model.md). */
export const shippedCalibration: JudgeCalibration = defaults;

/** A cell that a model was asked about, in a chapter with gold. */
export interface CellOutcome {
  readonly work: string;
  readonly said: Said;
  readonly odds: number;
  readonly right: boolean;
}

export function oddsWith({ said, odds }: JudgeCalibration, saying: Said, own: number): number {
  return said[saying] + odds * bounded(own);
}

/** Beyond six, plotline's odds carry no more information. */
function bounded(odds: number): number {
  return Math.max(-6, Math.min(6, odds));
}

export const worthless: JudgeCalibration = { said: { certain: 0, likely: 0, possible: 0, unnamed: 0 }, odds: 1 };

/**
 * What a model's word adds to odds that are right on these chapters: plotline's own are first fitted to them without it, so
 * that what is learned here about these guides is not taken for the model's merit. `near` counts as one cell for each number.
 */
export function fitCalibration(outcomes: readonly CellOutcome[], near = shippedCalibration): JudgeCalibration {
  const silent = outcomes.map((outcome) => ({ ...outcome, said: "unnamed" as const }));
  const without = fitted(silent, worthless);
  const fair = outcomes.map((outcome) => ({ ...outcome, odds: oddsWith(without, "unnamed", outcome.odds) }));
  return fitted(fair, near);
}

/** Newton's method, one number after the other; the log-likelihood is concave, so this finds its only maximum. */
function fitted(outcomes: readonly CellOutcome[], near: JudgeCalibration): JudgeCalibration {
  const said = { ...near.said };
  let { odds } = near;
  for (let round = 0; round < 60; round++) {
    for (const saying of sayings) {
      const own = outcomes.filter((outcome) => outcome.said === saying);
      said[saying] += newtonStep(own, { said, odds }, () => 1, near.said[saying] - said[saying]);
    }
    odds += newtonStep(outcomes, { said, odds }, bounded, near.odds - odds);
  }
  return { said, odds };
}

function newtonStep(
  outcomes: readonly CellOutcome[],
  at: JudgeCalibration,
  input: (odds: number) => number,
  pull: number,
): number {
  let [slope, bend] = [pull, 1];
  for (const { said, odds, right } of outcomes) {
    const [p, x] = [logistic(oddsWith(at, said, odds)), input(odds)];
    slope += (Number(right) - p) * x;
    bend += p * (1 - p) * x * x;
  }
  return slope / bend;
}
