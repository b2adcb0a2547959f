import { Problem } from "@plotline/base";

/** What a job does with one task, once it has been started. */
export type Step<Task, Result> = (task: Task) => Promise<Result>;

/**
 * Work to be done task by task. Everything but `start` can be sent to another thread, which imports `module` and calls
 * the function that it exports under `name`.
 */
export interface Job<Setup, Task, Result> {
  readonly module: string;
  readonly name: string;
  readonly setup: Setup;
  readonly start: Start<Setup, Task, Result>;
}

export type Start<Setup, Task, Result> = (setup: Setup) => Promise<Step<Task, Result>>;

/** A job that calls `start`, an exported function of `module`. */
export function job<Setup, Task, Result>(
  module: string,
  start: Start<Setup, Task, Result>,
  setup: Setup,
): Job<Setup, Task, Result> {
  return { module, name: start.name, start, setup };
}

/**
 * Runs the tasks of a job and gives their results in the order of the tasks; only a few tasks are under way at once.
 * `watch` gets the progress where results may come long after they are made.
 */
export interface Executor {
  run<Setup, Task, Result>(
    job: Job<Setup, Task, Result>,
    tasks: Tasks<Task>,
    watch?: (news: News) => void,
  ): AsyncIterable<Result>;
  /** Tasks that failed again and again while the others continued; none where a fault ends the run at once. */
  readonly aside: readonly SetAside[];
}

export type Tasks<Task> = Iterable<Task> | AsyncIterable<Task>;

export interface SetAside {
  readonly task: string;
  readonly why: string;
}

/** How many tasks are done, and a detail in a few words. */
export interface News {
  readonly done: number;
  readonly detail: string;
}

export interface Meter {
  /** Reports the progress of work that is done elsewhere, before its results arrive. */
  readonly watch: (news: News) => void;
  advance(by: number, detail: string): void;
}

/** For jobs that need every result: throws if one is missing. */
export function mustBeWhole({ aside }: Pick<Executor, "aside">, what: string): void {
  if (aside.length === 0) return;
  throw new Problem(
    `${what} is not written, because ${namesOf(aside)} failed: ${aside[0]?.why} The rest is saved; the same command tries again what failed.`,
  );
}

/** Up to ten tasks by their names. */
export function namesOf(aside: readonly SetAside[]): string {
  const shown = aside.slice(0, 10).map(({ task }) => task);
  return `${shown.join(", ")}${aside.length > shown.length ? ` and ${aside.length - shown.length} more` : ""}`;
}

/** In this thread, one task after the other. */
export const inline: Executor = {
  aside: [],
  async *run(job, tasks) {
    const step = await job.start(job.setup);
    for await (const task of tasks) yield await step(task);
  },
};
