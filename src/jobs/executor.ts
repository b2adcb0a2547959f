/** What a job does with one task, once it has been started. */
export type Step<Task, Result> = (task: Task) => Promise<Result>;

/**
 * Work to be done task by task. Everything but `start` can be sent elsewhere: whoever gets it imports `module` and
 * calls the function of the name `start` that it exports.
 */
export interface Job<Setup, Task, Result> {
  readonly module: string;
  readonly setup: Setup;
  readonly start: Start<Setup, Task, Result>;
}

export type Start<Setup, Task, Result> = (setup: Setup) => Promise<Step<Task, Result>>;

/** Runs the tasks of a job and gives their results in the order of the tasks; only a few tasks are under way at once. */
export interface Executor {
  run<Setup, Task, Result>(job: Job<Setup, Task, Result>, tasks: Tasks<Task>): AsyncIterable<Result>;
}

export type Tasks<Task> = Iterable<Task> | AsyncIterable<Task>;

/** In this thread, one task after the other. */
export const inline: Executor = {
  async *run(job, tasks) {
    const step = await job.start(job.setup);
    for await (const task of tasks) yield await step(task);
  },
};
