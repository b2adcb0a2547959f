import type { Model } from "../model.ts";
import { evaluationProgram, type Program, trainingProgram } from "../programs.ts";

/** One program with named sizes serves every batch. Plain data, so that it can be sent to a worker thread. */
export interface AnySize {
  readonly training: Program;
  readonly evaluation: Program;
}

export function anySize(model: Model): AnySize {
  return {
    training: trainingProgram(model, { provider: "cpu" }),
    evaluation: evaluationProgram(model, { provider: "cpu" }),
  };
}
