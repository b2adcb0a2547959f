import type { AdamOptions } from "../adam.ts";
import { Session } from "../backends/onnx/session.ts";
import { PortableSession } from "../backends/portable/session.ts";
import { compileEvaluation, compileTraining, evaluationProgram, type Program, trainingProgram } from "../compile.ts";
import type { Model } from "../model.ts";
import type { Values } from "../shape.ts";
import type { TrainingState } from "../training-state.ts";
import type { Engine, Place, StepInfo } from "./replica.ts";

/** What computes: a replica, in this thread or in another. */
export interface Trainer {
  /** Prepares what can be prepared before the first batch. */
  prepare(): Promise<void>;
  run(batch: Values, info: StepInfo): Promise<number>;
  evaluate(batch: Values): Promise<Values>;
  reduce(shares: readonly number[]): Promise<number> | number;
  apply(info: { step: number; scale: number }, options: AdamOptions): Promise<void> | void;
  close(): Promise<void>;
}

/** What a worker thread is started with. */
export interface WorkerStart {
  readonly programs: AnySize;
  readonly memory: TrainingState;
  readonly place: Place;
}

/** A call of a trainer in another thread; each has one answer. */
export interface Call<Method extends keyof Trainer = keyof Trainer> {
  readonly method: Method;
  readonly values: Parameters<Trainer[Method]>;
}

export type Answer<Method extends keyof Trainer = keyof Trainer> =
  | { readonly result: Awaited<ReturnType<Trainer[Method]>> }
  | { readonly problem: string; readonly expected: boolean };

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
