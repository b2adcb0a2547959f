/** What a job does with one task, once it has been started; it may say what it is at. */
export type Step<Task, Result> = (task: Task, report?: (said: string) => void) => Promise<Result>;

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
}

export type Tasks<Task> = Iterable<Task> | AsyncIterable<Task>;

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

/** In this thread, one task after the other. */
export const inline: Executor = {
  async *run(job, tasks) {
    const step = await job.start(job.setup);
    for await (const task of tasks) yield await step(task);
  },
};
