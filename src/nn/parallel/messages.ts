import type { AdamOptions } from "../adam.ts";
import type { TrainingState } from "../training-state.ts";
import type { Values } from "../values.ts";
import type { AnySize } from "./engines.ts";
import type { Place, StepInfo } from "./replica.ts";

/** What a worker thread is started with. */
export interface WorkerStart {
  readonly programs: AnySize;
  readonly memory: TrainingState;
  readonly place: Place;
}

/** What the team asks of a worker; each question has one answer. */
export type Question =
  | { readonly ask: "open" }
  | { readonly ask: "run"; readonly batch: Values; readonly info: StepInfo }
  | { readonly ask: "evaluate"; readonly batch: Values }
  | { readonly ask: "reduce"; readonly shares: readonly number[] }
  | { readonly ask: "apply"; readonly info: { step: number; scale: number }; readonly options: AdamOptions }
  | { readonly ask: "close" };

export type Answer =
  | { readonly number: number }
  | { readonly values: Values }
  | { readonly problem: string; readonly expected: boolean };

/** What computes: a replica on a processor, or a GPU. */
export interface Trainer {
  /** Prepares what can be prepared before the first batch; returns how long preparing took so far, in milliseconds. */
  prepare(): Promise<number>;
  run(batch: Values, info: StepInfo): Promise<number>;
  evaluate(batch: Values): Promise<Values>;
  reduce(shares: readonly number[]): number;
  apply(info: { step: number; scale: number }, options: AdamOptions): Promise<void> | void;
  close(): Promise<void>;
}

export async function answerOf(replica: Trainer, question: Question): Promise<Answer> {
  switch (question.ask) {
    case "open":
      return { number: await replica.prepare() };
    case "run":
      return { number: await replica.run(question.batch, question.info) };
    case "evaluate":
      return { values: await replica.evaluate(question.batch) };
    case "reduce":
      return { number: replica.reduce(question.shares) };
    case "apply":
      await replica.apply(question.info, question.options);
      return { number: 0 };
    case "close":
      await replica.close();
      return { number: 0 };
  }
}
