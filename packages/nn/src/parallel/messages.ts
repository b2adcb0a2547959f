import type { AdamOptions } from "../adam.ts";
import type { TrainingState } from "../training-state.ts";
import type { Values } from "../values.ts";
import type { AnySize } from "./engines.ts";
import type { Place, StepInfo } from "./replica.ts";

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
