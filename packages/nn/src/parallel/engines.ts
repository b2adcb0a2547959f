import { Session } from "../backends/onnx/session.ts";
import { PortableSession } from "../backends/portable/session.ts";
import { compileEvaluation, compileTraining, evaluationProgram, type Program, trainingProgram } from "../compile.ts";
import type { Model } from "../model.ts";
import type { Engine } from "./replica.ts";

/** One program with named sizes serves every batch. Plain data, so that it can be sent to a worker thread. */
export interface AnySize {
  readonly training: Program;
  readonly evaluation: Program;
}

/** onnxruntime on a processor. */
export function onnxEngine(programs: AnySize): Engine {
  return { programs, open: (purpose) => Session.open(programs[purpose]) };
}

/** The portable backend, in this thread. */
export function portableEngine(model: Model): Engine {
  const programs = {
    training: compileTraining(model, (outputs) => new PortableSession(outputs, { training: true })),
    evaluation: compileEvaluation(model, (outputs) => new PortableSession(outputs)),
  };
  return { programs, open: async (purpose) => programs[purpose] };
}

export function anySize(model: Model): AnySize {
  return {
    training: trainingProgram(model),
    evaluation: evaluationProgram(model),
  };
}
